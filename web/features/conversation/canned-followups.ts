import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { CallError } from '../../platform/http.ts';
import { isSessionOver } from './failures.ts';
import type { TurnRequest } from './talk.ts';

/** One for each follow-up in a row; the specification leaves the texts open (section 8). */
const SENTENCES = [
  'Take your time. I am here when you want to go on.',
  'I will wait. Write or say a word whenever you like.',
] as const;

/**
 * What the twin says in place of a follow-up that failed (section 8, Chat); null where it has to be silent: when the
 * server says that no follow-up is due, or that the session is over.
 *
 * @param followups follow-ups in a row, this one included
 */
export function cannedFollowup(request: TurnRequest, error: CallError, followups: number): AgentReplyAnswer | null {
  if (request.kind !== 'followup' || error.code === 'followup_not_due' || isSessionOver(error)) return null;
  const text = SENTENCES[(Math.max(1, followups) - 1) % SENTENCES.length] ?? SENTENCES[0];
  return {
    text,
    audio_base64: null,
    extract: null,
    debug_commands: [],
    turn_id: request.turnId,
    segments: [{ text, pause_ms: 0 }],
    mode: request.mode,
    model: request.model,
    provider: 'embedded',
    interrupted: false,
    partial: false,
    knowledge: [],
    offers: [],
  };
}
