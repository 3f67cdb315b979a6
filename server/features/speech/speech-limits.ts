import type { AppContext } from '../../app/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Speech } from '../../providers/voice/port.ts';

const DAY_MS = 86_400_000;

/** Whether the site's daily budget of spoken characters has room. */
export function mayStillSpeak(context: AppContext): boolean {
  return context.totals.today('tts_characters') < context.speechBudget.characters;
}

/** Counts characters given to a voice. */
export function countSpoken(context: AppContext, characters: number): void {
  if (characters > 0) context.totals.add('tts_characters', characters);
}

/** Counts a voice's use for a session's cost; cached speech, and speech outside a session, cost it nothing. */
export const countVoice =
  (context: AppContext, sessionId: string | null) =>
  ({ provider, model, remembered }: Speech, characters: number): void => {
    if (sessionId !== null)
      context.speechUse.add(sessionId, { kind: 'voice', provider, model, amount: remembered ? 0 : characters });
  };

/**
 * Takes one call from the limit of a session or an administrator, if the site's budget has room.
 *
 * @throws AppError `rate_limited`
 */
export async function takeSpeechLimits(context: AppContext, limitKey: string): Promise<void> {
  await context.limits.take('session_speech', limitKey);
  // Last, so that each of several concurrent calls sees what the others took.
  if (!mayStillSpeak(context)) refuseForToday('The twin has spoken as much as it may today. You can go on reading.');
}

/** The same for transcription. */
export async function takeHearingLimits(context: AppContext, sessionId: string): Promise<void> {
  await context.limits.take('session_hearing', sessionId);
  if (context.totals.today('stt_seconds') >= context.speechBudget.seconds) {
    refuseForToday('The twin has listened as much as it may today. You can go on typing.');
  }
}

function refuseForToday(sentence: string): never {
  throw new AppError('rate_limited', sentence, { retryAfterMs: DAY_MS - (Date.now() % DAY_MS) });
}
