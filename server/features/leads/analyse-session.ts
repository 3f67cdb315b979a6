import type { Mode, Persona } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import type { Complete } from '../../providers/language-model/completions.ts';
import { ProviderError, type TokenUsage } from '../../providers/language-model/port.ts';
import { BudgetSpent, saveAnalysis, saveCompletionUsage, saveEvent } from '../conversation/index.ts';
import type { LeadFacts } from './facts.ts';
import { askForFacts, type CompletionOptions, type ModelCooldown, type ModelReadingResult } from './model/ask.ts';
import { readErasures, readModelReading, readRunningLines } from './model/reading.ts';
import { type PlacedLine, type Transcript, transcriptOf } from './model/transcript.ts';
import type { Draft } from './model/write.ts';
import { askForDraft, askForSummary } from './model/write.ts';
import type { SessionAnalyses } from './session-analyses.ts';

/** Time limit of a model; nobody waits for it, but nothing may hang. */
const TIMEOUT_MS = 30_000;

/** A language model that is asked about a conversation. */
export interface SessionModel {
  pool: Pool;
  /** Asks on behalf of a session, within the token budgets; throws {@link BudgetSpent} if they are used up. */
  completeFor(sessionId: string): Complete;
  /** Aborts when the server stops, or the caller has gone. */
  signal: AbortSignal;
}

/** A language model that reads conversations; aborted readings are repeated after the next start. */
export interface ModelAnalyst extends SessionModel {
  /** Whether to ask it while conversations run; at their end it is asked in any case. */
  cooldown: ModelCooldown;
}

/**
 * Has a language model read a running conversation, and merges its reading into what is understood of it. Safe to run
 * twice. A conversation with forged content is not shown to a model, because it might follow instructions in it, which
 * code cannot.
 *
 * @throws ProviderError if no provider answers; the embedded reading stands meanwhile
 */
export async function analyseSession(
  analyst: ModelAnalyst,
  analyses: SessionAnalyses,
  sessionId: string,
): Promise<void> {
  const { pool, cooldown } = analyst;
  if (!cooldown.isOver) return;
  const running = await readRunningLines(pool, sessionId);
  if (!running) return;
  const { lines, erasures } = running;
  const transcript = await transcriptOf(lines);
  const known = await readModelReading(pool, sessionId);
  if (transcript.seq < 0 || (known && known.seq >= transcript.seq)) return;
  const read = await readWith(analyst, sessionId, transcript).catch((error: unknown) => {
    if (error instanceof BudgetSpent) return null;
    throw error;
  });
  // The embedded reading stands.
  if (!read) return;
  const { reading, events } = read;
  if (!transcript.forged) cooldown.record(reading !== null);
  // The conversation is read as a whole once more at its end. What was erased meanwhile is not to come back.
  if ((await readErasures(pool, sessionId)) !== erasures) return;
  for (const { kind, payload } of events) await saveEvent(pool, { sessionId, kind, payload: JSON.stringify(payload) });
  if (!reading) return;
  const step = await analyses.mergeModelReading(sessionId, reading, erasures);
  try {
    if (!(await saveAnalysis(pool, step.row, step.events))) analyses.forget(sessionId);
  } catch (error) {
    analyses.forget(sessionId);
    throw error;
  }
}

/** A model's reading of a conversation, and events about it for the owner; stores its usage. */
async function readWith(
  analyst: ModelAnalyst,
  sessionId: string,
  transcript: Transcript,
): Promise<Omit<ModelReadingResult, 'events'> & { events: { kind: string; payload: Record<string, unknown> }[] }> {
  if (transcript.forged) {
    // Reported for the message with the forged content, not for each one after it.
    const events = transcript.words.at(-1)?.sanitized.forged
      ? [{ kind: 'analysis_skipped', payload: { seq: transcript.seq, reason: 'forged text' } }]
      : [];
    return { reading: null, events };
  }
  return askRecordingUsage(analyst, sessionId, (how) => askForFacts(transcript, how));
}

/** A model's reading of an ended conversation, unless it was read already; null if no model answers. */
export async function modelReadingAtEnd(
  analyst: ModelAnalyst,
  sessionId: string,
  lines: readonly PlacedLine[],
): Promise<Awaited<ReturnType<typeof readWith>> | null> {
  const transcript = await transcriptOf(lines);
  if (transcript.seq < 0) return null;
  const known = await readModelReading(analyst.pool, sessionId);
  if (known && known.seq >= transcript.seq) return { reading: known, events: [] };
  return nullIfUnanswered(analyst, () => readWith(analyst, sessionId, transcript));
}

/**
 * The result of a call; null if no provider answers in time, or no tokens are left. A server that stops asks again
 * after its next start.
 */
async function nullIfUnanswered<Result>({ signal }: SessionModel, ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    const unanswered =
      error instanceof ProviderError || error instanceof BudgetSpent || (error as Error).name === 'TimeoutError';
    if (signal.aborted || !unanswered) throw error;
    return null;
  }
}

/**
 * A conversation's summary in a model's words; null if unusable or no provider answers, in which case the embedded
 * summary stands.
 */
export async function writeModelSummary(
  analyst: ModelAnalyst,
  sessionId: string,
  lines: readonly PlacedLine[],
  facts: LeadFacts,
  consultant: string,
): Promise<{ summary: string; writer: string } | null> {
  const transcript = await transcriptOf(lines);
  if (transcript.forged || transcript.seq < 0) return null;
  const asked = await nullIfUnanswered(analyst, () =>
    askNamingWriter(analyst, sessionId, (how) => askForSummary(transcript, facts, consultant, how)),
  );
  if (!asked) return null;
  const { result: written, writer } = asked;
  if (written.summary !== null) return { summary: written.summary, writer };
  const payload = JSON.stringify({ provider: written.provider, reason: written.doubt });
  await saveEvent(analyst.pool, { sessionId, kind: 'summary_rejected', payload });
  return null;
}

/** The follow-up email after a conversation, in a model's words; null if there is none. */
export async function writeModelDraft(
  analyst: SessionModel,
  sessionId: string,
  lines: readonly PlacedLine[],
  persona: Persona,
  mode: Mode,
): Promise<(Draft & { writer: string }) | null> {
  const transcript = await transcriptOf(lines);
  if (transcript.forged || transcript.seq < 0) return null;
  const asked = await nullIfUnanswered(analyst, () =>
    askNamingWriter(analyst, sessionId, (how) => askForDraft(transcript, persona, mode, how)),
  );
  return asked?.result ? { ...asked.result, writer: asked.writer } : null;
}

/** Asks, and returns which model answered. */
async function askNamingWriter<Result>(
  analyst: SessionModel,
  sessionId: string,
  ask: (how: CompletionOptions) => Promise<Result>,
): Promise<{ result: Result; writer: string }> {
  let writer = 'model';
  const result = await askRecordingUsage(analyst, sessionId, ({ onUsage, ...how }) =>
    ask({
      ...how,
      onUsage(usage) {
        writer = usage.model;
        onUsage(usage);
      },
    }),
  );
  return { result, writer };
}

/** Asks within the time limit, and stores the usage, however the call ends. */
async function askRecordingUsage<Result>(
  { pool, completeFor, signal }: SessionModel,
  sessionId: string,
  ask: (how: CompletionOptions) => Promise<Result>,
): Promise<Result> {
  const usage: TokenUsage[] = [];
  try {
    return await ask({
      complete: completeFor(sessionId),
      onUsage: (used) => void usage.push(used),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } finally {
    await saveCompletionUsage(pool, sessionId, usage);
  }
}
