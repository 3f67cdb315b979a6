import {
  FOLLOWUP_CHECK_MS,
  FOLLOWUP_SILENCE_MS,
  FOLLOWUPS_IN_A_ROW,
  GREETING_DELAY_MS,
} from '@understudy/contract/constants';
import { liveReply, type TalkState, unfinishedReply } from './talk.ts';

/** What the visitor does besides talking. */
export interface Attention {
  /** Last key, pointer movement or scroll, in milliseconds since the epoch. */
  lastActivityAt: number;
  /** Words stand in the field. */
  drafting: boolean;
  /** The visitor or the twin is heard, or the visitor's words are on their way. */
  busy: boolean;
}

/**
 * When the twin speaks next without being asked, if nothing happens before (section 4): the greeting once, 3 s after a
 * start without messages; then follow-ups after 30 s of silence, checked at 25 s of inactivity, at most two in a row,
 * never while a reply goes on, and never over words that are being written or that wait to be sent.
 */
export function nextProactive(
  talk: TalkState,
  attention: Attention,
): { kind: 'greeting' | 'followup'; at: number } | null {
  if (talk.phase !== 'live' || liveReply(talk) || attention.busy) return null;
  if (talk.entries.length === 0) {
    if (talk.greetingAsked) return null;
    // It disables the field until its first words: not under the fingers of a visitor who writes.
    const since = attention.drafting ? Math.max(talk.liveSince, attention.lastActivityAt) : talk.liveSince;
    return { kind: 'greeting', at: since + GREETING_DELAY_MS };
  }
  const unsent = talk.entries.some((entry) => entry.kind === 'visitor' && entry.delivery === 'unsent');
  if (attention.drafting || unsent || unfinishedReply(talk) || talk.followups >= FOLLOWUPS_IN_A_ROW) return null;
  const silence = talk.lastWordAt + FOLLOWUP_SILENCE_MS;
  return { kind: 'followup', at: Math.max(silence, attention.lastActivityAt + FOLLOWUP_CHECK_MS) };
}
