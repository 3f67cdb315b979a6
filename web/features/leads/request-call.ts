import type { RequestedCall } from '@understudy/contract/leads';
import type { RequestCallAnswer } from '@understudy/contract/wire';
import { type callFunction, refusedField, serverSentence } from '../../platform/http.ts';

/** Result of a call request: saved with the day that was understood, or why not, and beside which field. */
export type CallOutcome =
  | { noted: true; call: RequestedCall }
  | { noted: false; field: 'email' | 'wished_time' | null; sentence: string };

const REFUSED = {
  email: 'This does not look like an email address. Please check it.',
  wished_time: 'Please say in a few words when a call suits you.',
};

const NOT_REACHED = 'The server cannot be reached. Nothing was noted; please try again in a moment.';

/** Saves a call request. Never throws: every failure is a result with a sentence for the visitor. */
export async function requestCall(
  session: { session_id: string; session_secret: string },
  typed: { email: string; wishedTime: string },
  call: typeof callFunction<RequestCallAnswer>,
): Promise<CallOutcome> {
  const body = { ...session, email: typed.email.trim(), wished_time: typed.wishedTime.trim() };
  if (!body.email) return { noted: false, field: 'email', sentence: REFUSED.email };
  if (!body.wished_time) return { noted: false, field: 'wished_time', sentence: REFUSED.wished_time };
  try {
    const { due_date } = await call('request_call', body);
    return { noted: true, call: { email: body.email, wished_time: body.wished_time, due_date } };
  } catch (error) {
    const field = refusedField(error)?.field;
    if (field === 'email' || field === 'wished_time') return { noted: false, field, sentence: REFUSED[field] };
    return { noted: false, field: null, sentence: serverSentence(error, NOT_REACHED) };
  }
}

/** A date in words: 'Tuesday, December 1'. @param day `2026-12-01` */
export function dayInWords(day: string, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
