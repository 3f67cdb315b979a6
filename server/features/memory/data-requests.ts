/** What visitors wish about what is kept of them, of which no memory is made. */
import type { Request, Understanding } from '../understanding/understanding.ts';

/** What asks for data, or for nothing more to be kept. */
const OF_DATA: readonly Request[] = ['delete_data', 'withdraw_consent', 'see_data', 'correct_data'];
/** A complaint about what happens to their data, which no request says. */
const HANDLED =
  /\b(?:you|your|this (?:chat|bot|site|page|thing))\b.{0,60}\bmy (?:personal )?(?:data|details|words|privacy)\b/i;

/** Whether a line is about what is kept of the visitor. */
export const isDataRequest = ({ requests, text }: Understanding): boolean =>
  OF_DATA.some((request) => requests.has(request)) || HANDLED.test(text);

/** Whether a line asks that nothing be kept: nothing of what comes after it in that conversation is remembered. */
export const refusesMemory = ({ requests }: Understanding): boolean =>
  requests.has('delete_data') || requests.has('withdraw_consent');
