import type { Twin } from '@understudy/contract/twin';
import type { Ending } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import type { DailyTotals } from '../../platform/limits/daily-totals.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { Transcribers } from '../../providers/transcriber/create-transcribers.ts';
import type { Voices } from '../../providers/voice/create-voices.ts';
import type { Speech } from '../../providers/voice/port.ts';
import type { Authenticator, SessionRow } from '../conversation/index.ts';

const DAY_MS = 86_400_000;

/** What speaking and hearing need. */
export interface SpeechDeps {
  pool: Pool;
  twin(): Twin;
  authenticator: Authenticator;
  limits: Pick<Limits, 'take'>;
  totals: Pick<DailyTotals, 'add' | 'today'>;
  settings: OwnerSettings;
  /** Speech use per conversation, for its cost. */
  speechUse: Pick<SpeechUse, 'add'>;
  voices: Voices;
  transcribers: Transcribers;
  /** How a session's next words end. */
  endingOf(session: SessionRow, words: string): Promise<Ending>;
  /** Site-wide limits per day. */
  speechBudget: { characters: number; seconds: number };
}

/** Whether the site's daily budget of spoken characters has room. */
export function mayStillSpeak(deps: SpeechDeps): boolean {
  return deps.totals.today('tts_characters') < deps.speechBudget.characters;
}

/** Whether visitors may speak and listen, as the owner sets it. */
export const hasVoice = ({ settings }: SpeechDeps): boolean => settings.get('visitor_page').voice;

/** @throws AppError `forbidden` where the owner has switched the voice off */
export function requireVoice(deps: SpeechDeps): void {
  if (!hasVoice(deps)) throw new AppError('forbidden', 'The voice is switched off here. You can go on by typing.');
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

/** Takes one call from a session's limit of transcriptions. @throws AppError `rate_limited` */
export async function takeHearingLimits(deps: SpeechDeps, sessionId: string): Promise<void> {
  await deps.limits.take('session_hearing', sessionId);
  if (deps.totals.today('stt_seconds') >= deps.speechBudget.seconds) {
    refuseForToday('The twin has listened as much as it may today. You can go on typing.');
  }
}

function refuseForToday(sentence: string): never {
  throw new AppError('rate_limited', sentence, { retryAfterMs: DAY_MS - (Date.now() % DAY_MS) });
}

/** Characters spoken or milliseconds heard by one model. */
export interface SpeechUsed {
  kind: 'voice' | 'transcription';
  provider: string;
  model: string;
  amount: number;
}

/** Counts speech used by conversations in memory, and writes it to the database at intervals, outside of turns. */
export interface SpeechUse {
  add(sessionId: string, used: SpeechUsed): void;
  /** Saves what was counted so far. Never rejects; a failed save is retried at the next flush. */
  flush(): Promise<void>;
  /** Stops the timer and saves the rest. */
  close(): Promise<void>;
}

/**
 * SQL: adds to the use of sessions. Use of a session that is gone is dropped; a finished one is marked to be counted
 * anew.
 */
const SAVE_USE = `WITH n AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS n (session_id uuid, kind text, provider text, model text,
      amount bigint)
  ), s AS (
    SELECT id, consent AND ended_at IS NOT NULL AS over FROM sessions
    WHERE id IN (SELECT session_id FROM n) ORDER BY id FOR KEY SHARE
  ), c AS (
    INSERT INTO uncounted_sessions (session_id) SELECT id FROM s WHERE over ON CONFLICT DO NOTHING
  )
  INSERT INTO speech_use AS u (session_id, kind, provider, model, amount)
  SELECT n.session_id, n.kind, n.provider, n.model, n.amount FROM n JOIN s ON s.id = n.session_id
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (session_id, kind, provider, model) DO UPDATE SET amount = u.amount + excluded.amount`;

/**
 * Starts counting, until closed.
 *
 * @param flushMs the interval between saves, in milliseconds
 */
export function createSpeechUse(pool: Pool, flushMs: number): SpeechUse {
  let counted = new Map<string, SpeechUsed & { session_id: string }>();
  let running: Promise<void> = Promise.resolve();

  const count = (used: SpeechUsed & { session_id: string }) => {
    const key = JSON.stringify([used.session_id, used.kind, used.provider, used.model]);
    const known = counted.get(key);
    counted.set(key, { ...used, amount: (known?.amount ?? 0) + used.amount });
  };
  const write = async () => {
    if (counted.size === 0) return;
    const rows = [...counted.values()];
    counted = new Map();
    try {
      await pool.query({ name: 'save_speech_use', text: SAVE_USE, values: [JSON.stringify(rows)] });
    } catch {
      // No error needs to be reported: the counts stay in memory until the next flush.
      for (const row of rows) count(row);
    }
  };
  const flush = () => {
    running = running.then(write);
    return running;
  };
  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();

  return {
    add: (sessionId, used) => count({ ...used, amount: Math.round(used.amount), session_id: sessionId }),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
