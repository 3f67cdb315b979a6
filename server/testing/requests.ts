import { understandLines } from '../features/leads/analyser.ts';
import {
  type HandoffRequests,
  NO_HANDOFF_REQUESTS,
  updateHandoffRequests,
} from '../features/leads/requests/handoff-requests.ts';
import type { Understand } from '../features/understanding/understanding.ts';
import { understand } from './understand.ts';

/** The handoff requests that stand after a conversation, oldest line first. */
export async function requestsIn(
  lines: readonly { seq: number; speaker: 'visitor' | 'agent' | 'person'; text: string }[],
  read: Understand = understand,
): Promise<HandoffRequests> {
  let before: string | null = null;
  let requests = NO_HANDOFF_REQUESTS;
  let nth = 0;
  for (const { seq, speaker, text } of lines) {
    if (speaker === 'agent') before = text;
    else
      for (const line of await understandLines(read, [{ seq, text, before }])) {
        nth += 1;
        requests = updateHandoffRequests(requests, line, nth);
      }
  }
  return requests;
}
