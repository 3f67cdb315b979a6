import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import type { DailyTotals } from '../../platform/limits/daily-totals.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Transcribers } from '../../providers/transcriber/create-transcribers.ts';
import type { Voices } from '../../providers/voice/create-voices.ts';
import type { Speech } from '../../providers/voice/port.ts';
import type { Authenticator } from '../conversation/index.ts';
import type { SpeechUse } from './speech-use.ts';

const DAY_MS = 86_400_000;

/** What speaking and hearing need. */
export interface SpeechDeps {
  pool: Pool;
  twin(): Twin;
  authenticator: Authenticator;
  limits: Pick<Limits, 'take'>;
  totals: Pick<DailyTotals, 'add' | 'today'>;
  /** Speech use per conversation, for its cost. */
  speechUse: Pick<SpeechUse, 'add'>;
  voices: Voices;
  transcribers: Transcribers;
  /** Site-wide limits per day. */
  speechBudget: { characters: number; seconds: number };
}

/** Whether the site's daily budget of spoken characters has room. */
export function mayStillSpeak(deps: SpeechDeps): boolean {
  return deps.totals.today('tts_characters') < deps.speechBudget.characters;
}

/** Counts characters given to a voice. */
export function countSpoken(deps: SpeechDeps, characters: number): void {
  if (characters > 0) deps.totals.add('tts_characters', characters);
}

/** Counts a voice's use for a session's cost; cached speech, and speech outside a session, cost it nothing. */
export const countVoice =
  (deps: SpeechDeps, sessionId: string | null) =>
  ({ provider, model, remembered }: Speech, characters: number): void => {
    if (sessionId !== null)
      deps.speechUse.add(sessionId, { kind: 'voice', provider, model, amount: remembered ? 0 : characters });
  };

/**
 * Takes one call from the limit of a session or an administrator, if the site's budget has room.
 *
 * @throws AppError `rate_limited`
 */
export async function takeSpeechLimits(deps: SpeechDeps, limitKey: string): Promise<void> {
  await deps.limits.take('session_speech', limitKey);
  // Last, so that each of several concurrent calls sees what the others took.
  if (!mayStillSpeak(deps)) refuseForToday('The twin has spoken as much as it may today. You can go on reading.');
}

/** The same for transcription. */
export async function takeHearingLimits(deps: SpeechDeps, sessionId: string): Promise<void> {
  await deps.limits.take('session_hearing', sessionId);
  if (deps.totals.today('stt_seconds') >= deps.speechBudget.seconds) {
    refuseForToday('The twin has listened as much as it may today. You can go on typing.');
  }
}

function refuseForToday(sentence: string): never {
  throw new AppError('rate_limited', sentence, { retryAfterMs: DAY_MS - (Date.now() % DAY_MS) });
}
