import type { Pool } from 'pg';
import { noteEvent } from '../features/conversation/events.ts';
import { memoriesIn } from '../features/memory/facts.ts';
import type { SaidLine } from '../features/memory/memory.ts';
import { openThread, profileOf, rankMemories, skipsMemory } from '../features/memory/recall.ts';
import { keepMemories, type Placed, type RecalledMemory, readMark, readMemories } from '../features/memory/store.ts';
import { toTheirFace } from '../features/memory/third-person.ts';
import type { Embedders } from '../providers/embedder/create-embedder.ts';

/** What remembering needs. */
export interface MemoryDeps {
  pool: Pool;
  embedders: Embedders;
}

/** The conversation in which something is remembered or recalled, and whose it is. */
export interface Rememberer {
  sessionId: string;
  visitorId: string;
  /** Whether they agreed that it is kept; anything but true means that nothing is remembered, and nothing recalled. */
  consent: boolean | null;
}

/** A line with its moment. */
export type TimedLine = SaidLine & { ts: Date };

/** Who comes back, as the twin may use it. */
export interface Returning {
  /** What was left open last, to stand behind 'Last time'; null when nothing was. */
  open: string | null;
  /** Who they are, in sentences without a subject: 'Is called Maria Lopez'. */
  known: string[];
}

/** What a turn may use of earlier conversations. */
export interface RecalledForTurn {
  /** At most two, those that the words call up. */
  memories: string[];
  returning: Returning | null;
}

const NOTHING: RecalledForTurn = { memories: [], returning: null };
/** Texts embedded in one call. */
const AT_ONCE = 64;

/**
 * Remembers what the visitor told of themselves. Lines that were read before are passed over, so that it may be called
 * with all of them, after each turn or at the end, and again after a failure: what was forgotten meanwhile stays
 * forgotten. Calls for one session come one after the other.
 *
 * @param lines oldest first
 * @returns how many memories are new or changed
 */
export async function remember(deps: MemoryDeps, session: Rememberer, lines: readonly TimedLine[]): Promise<number> {
  if (session.consent !== true || lines.length === 0) return 0;
  const mark = await readMark(deps.pool, session.sessionId);
  const bySubject = new Map<string, Omit<Placed, 'embedding'>>();
  const retracted = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (line.seq <= mark || line.speaker !== 'visitor') continue;
    const before = lines[at - 1];
    const { keep, retract } = memoriesIn(line, before?.speaker === 'agent' ? before.text : '', line.ts);
    for (const subject of retract) {
      bySubject.delete(subject);
      retracted.add(subject);
    }
    for (const memory of keep) bySubject.set(memory.subject, { ...memory, saidAt: line.ts });
  }
  const found = [...bySubject.values()].slice(-AT_ONCE);
  if (found.length === 0 && retracted.size === 0) return 0;
  const texts = found.map(({ text }) => text);
  const { embedder, embeddings, notes } = await deps.embedders.embed(texts, new AbortController().signal);
  for (const { kind, ...payload } of notes) {
    const told = JSON.stringify({ port: 'embedder', ...payload });
    await noteEvent(deps.pool, { sessionId: session.sessionId, kind, payload: told });
  }
  const memories = found.flatMap((memory, at) => {
    const embedding = embeddings[at];
    return embedding ? [{ ...memory, embedding }] : [];
  });
  const upTo = Math.max(...lines.map(({ seq }) => seq));
  const owner = { id: session.sessionId, visitorId: session.visitorId };
  return keepMemories(deps.pool, owner, { upTo, memories, retract: [...retracted], embedder });
}

/**
 * What a turn may use of what is remembered (specification, section 9, fast mode): nothing for a message of 15 characters
 * or fewer or a mere acknowledgement, else at most two memories of importance 0.5 or more. Before the visitor's first
 * word (`words` empty) it is who they are and what was left open. Nothing without consent.
 */
export async function recallFor(
  deps: MemoryDeps,
  visitor: Rememberer,
  words: string,
  signal: AbortSignal,
): Promise<RecalledForTurn> {
  if (visitor.consent !== true || (words !== '' && skipsMemory(words))) return NOTHING;
  const kept = await readMemories(deps.pool, visitor.visitorId);
  if (kept.length === 0) return NOTHING;
  const returning = returningOf(kept, visitor.sessionId);
  if (words === '') return { memories: [], returning };
  const { embedder, embeddings } = await deps.embedders.embed([words], signal);
  const [embedding] = embeddings;
  const ranked = embedding ? rankMemories(kept, { words, embedding, embedder }, new Date()) : [];
  return { memories: ranked.map(({ text }) => text), returning };
}

/** What a returning visitor left open, for their greeting; null for who is new, or did not agree. */
export async function lastLeftOpen(deps: MemoryDeps, visitor: Rememberer): Promise<string | null> {
  if (visitor.consent !== true) return null;
  return returningOf(await readMemories(deps.pool, visitor.visitorId), visitor.sessionId)?.open ?? null;
}

/** Somebody comes back when something of an earlier conversation is remembered. */
function returningOf(kept: readonly RecalledMemory[], sessionId: string): Returning | null {
  const earlier = kept.filter((memory) => memory.session_id !== sessionId);
  if (earlier.length === 0) return null;
  const open = openThread(earlier, sessionId);
  return { open: open && toTheirFace(open), known: profileOf(kept) };
}
