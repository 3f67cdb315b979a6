import type { Request, Understanding } from '../understanding/index.ts';

/** Requests about stored data, or to stop storing it. */
export const DATA_SUBJECT_REQUESTS: readonly Request[] = [
  'delete_data',
  'withdraw_consent',
  'see_data',
  'correct_data',
];

/** Complaints about the handling of their data, which no request covers. */
export const DATA_COMPLAINT =
  /\b(?:you|your|this (?:chat|bot|site|page|thing))\b.{0,60}\bmy (?:personal )?(?:data|details|words|privacy)\b/i;

/** Whether a line is about the visitor's stored data. Such lines are never remembered. */
export const isDataSubjectRequest = ({ requests, text }: Understanding): boolean =>
  DATA_SUBJECT_REQUESTS.some((request) => requests.has(request)) || DATA_COMPLAINT.test(text);

/** Whether a line asks that nothing be stored; nothing after it in that conversation is remembered then. */
export const refusesMemory = ({ requests }: Understanding): boolean =>
  requests.has('delete_data') || requests.has('withdraw_consent');
