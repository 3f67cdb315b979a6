import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { CallError } from '../../platform/http.ts';
import { isSessionOver } from './failures.ts';
import type { TurnRequest } from './talk.ts';

/** One per consecutive follow-up; the specification leaves the texts open (section 8). */
const SENTENCES = [
  'Take your time. I am here when you want to go on.',
  'I will wait. Write or say a word whenever you like.',
] as const;

/**
 * The fallback text for a failed follow-up (section 8, Chat); null if the twin must stay silent because no follow-up is
 * due or the session is over.
 *
 * @param followups consecutive follow-ups, this one included
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
