import { MEMORY_LIMIT, RETENTION_MEMORIES_DAYS } from '@understudy/contract/constants';
import { RETENTION_MAX_DAYS } from '@understudy/contract/settings-calls';
import type { Pool } from 'pg';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { type Embedders, NO_EMBEDDER } from '../../providers/embedder/create-embedder.ts';
import type { Embedding } from '../../providers/embedder/port.ts';
import {
  NO_MEMORIES,
  noteEvent,
  type RecalledMemories,
  type ReturningVisitor,
  readUtterances,
} from '../conversation/index.ts';
import type { Understand, Understanding } from '../understanding/index.ts';
import { refusesMemory } from './data-subject-requests.ts';
import { extractMemories, inSecondPerson, type Remembered, type VisitorUtterance } from './extract-memories.ts';
import { asksForMemory, openThread, profileOf, rankMemories, skipsMemory, subjectOf } from './recall.ts';
import {
  type EmbeddedMemory,
  type RecalledMemory,
  readErasures,
  readMark,
  readMemories,
  rememberNoMore,
  replaceEmbeddings,
  saveMemories,
  toBytes,
} from './store.ts';

/** Dependencies of memory. */
export interface MemoryDeps {
  pool: Pool;
  embedders: Embedders;
  understand: Understand;
  /** How long memories are kept; the default if omitted. */
  settings?: OwnerSettings;
  /** A cache of the memories that a session may recall; otherwise the database is queried. */
  known?: (sessionId: string) => Promise<RecalledMemory[]>;
}

/** Maximum number of days that a new memory is kept. */
export const memoryDays = ({ settings }: Pick<MemoryDeps, 'settings'>): number =>
  (settings ? settings.get('retention').memories : RETENTION_MEMORIES_DAYS) ?? RETENTION_MAX_DAYS;

/** The conversation in which something is remembered or recalled. */
export interface Rememberer {
  sessionId: string;
  /** Whether the visitor agreed to it; anything but true means that nothing is remembered or recalled. */
  consent: boolean | null;
}

/** A conversation whose lines are read for memories. */
export interface ReadConversation extends Rememberer {
  /** How often messages of it had been erased when they were read: after another erasure nothing is saved. */
  erasures: number;
}

/** Texts embedded in one call. */
const MAX_TEXTS_AT_ONCE = 64;

/**
 * Remembers what the visitor told of themselves. Skips lines read before, so it may be called with some of them after
 * each turn, with all of them at the end, and again after a failure; what was forgotten meanwhile stays forgotten, and
 * after an erasure of messages nothing is remembered until the next call.
 * Calls for one session must be sequential. After a line that asks for nothing to be kept, nothing more of that session
 * is remembered.
 *
 * @param lines the visitor's, oldest first
 * @returns how many memories are new or changed
 */
export async function remember(
  deps: MemoryDeps,
  session: ReadConversation,
  lines: readonly VisitorUtterance[],
): Promise<number> {
  if (session.consent !== true) return 0;
  const told: { memory: Remembered; saidAt: Date }[] = [];
  for (const { text, before = null, seq, at } of lines) {
    const line = await deps.understand(text, { before });
    if (refusesMemory(line)) {
      await rememberNoMore(deps.pool, session.sessionId);
      return 0;
    }
    for (const memory of await extractMemories(line, { seq, at }, memoryDays(deps))) told.push({ memory, saidAt: at });
  }
  if (told.length === 0) return 0;
  const mark = await readMark(deps.pool, session.sessionId);
  const bySubject = new Map<string, Omit<EmbeddedMemory, 'embedding'>>();
  for (const { memory, saidAt } of told) if (memory.seq > mark) bySubject.set(memory.subject, { ...memory, saidAt });
  const found = [...bySubject.values()].slice(-MAX_TEXTS_AT_ONCE);
  if (found.length === 0) return 0;
  const texts = found.map(({ text }) => text);
  // The embedded encoder has read the sentences already, and a memory means what its sentence does.
  const read = found.flatMap(({ vector }) => vector ?? []);
  const encoded = read.length === found.length ? read : undefined;
  const { embedder, embeddings, notes } = await deps.embedders.embed(texts, new AbortController().signal, encoded);
  for (const { kind, ...payload } of notes) {
    const event = JSON.stringify({ port: 'embedder', ...payload });
    await noteEvent(deps.pool, { sessionId: session.sessionId, kind, payload: event });
  }
  const known = await readMemories(deps.pool, session.sessionId);
  const placed = new Map<string, EmbeddedMemory>();
  for (const [at, memory] of found.entries()) {
    const embedding = embeddings[at];
    if (!embedding) continue;
    const subject = subjectOf({ ...memory, embedding }, known, embedder);
    placed.set(subject, { ...memory, subject, embedding });
  }
  const upTo = Math.max(...lines.map(({ seq }) => seq));
  const { sessionId, erasures } = session;
  return saveMemories(deps.pool, sessionId, { upTo, memories: [...placed.values()], embedder, erasures });
}

/**
 * Memories for a turn (specification, section 9, fast mode): none for a message of 15 characters or fewer or a mere
 * acknowledgement (unless it asks what is remembered), else at most two memories of importance 0.5 or more. Without
 * words, who the visitor is and the open thread. Nothing without consent.
 *
 * @param line what the visitor's words mean; null for a greeting or follow-up
 */
export async function recallFor(
  deps: MemoryDeps,
  visitor: Rememberer,
  line: Understanding | null,
  signal: AbortSignal,
): Promise<RecalledMemories> {
  if (visitor.consent !== true) return NO_MEMORIES;
  const asked = line !== null && asksForMemory(line);
  if (line && skipsMemory(line.text) && !asked) return NO_MEMORIES;
  const kept = await (deps.known ?? ((id: string) => readMemories(deps.pool, id)))(visitor.sessionId);
  if (kept.length === 0) return NO_MEMORIES;
  const returning = returningOf(kept, visitor.sessionId);
  // This conversation is in the history already.
  const earlier = kept.filter(({ session_id }) => session_id !== visitor.sessionId);
  const idsOf = (memories: readonly RecalledMemory[]) => memories.map(({ id }) => id);
  if (!line || earlier.length === 0)
    return { ...recalled([], returning), ids: line ? [] : idsOf(welcomed(earlier, visitor.sessionId)) };
  const { embedder, embeddings } = await deps.embedders.embed([line.text], signal, line.vector && [line.vector]);
  const [embedding] = embeddings;
  await embedAnew(deps, visitor.sessionId, earlier, embedder, signal);
  // 'What do you remember about me?' is similar to no memory, so the most important ones are used.
  const ranked = rankMemories(earlier, embedding && !asked ? { embedding, embedder } : null, new Date());
  // A visitor who asks what it was about gets the open thread, however dissimilar the words.
  const open = asked ? openThread(earlier, visitor.sessionId) : null;
  const called = open ? [open, ...ranked.filter((memory) => memory !== open)].slice(0, MEMORY_LIMIT) : ranked;
  const texts = called.map(({ text }) => text);
  return { ...recalled(texts, returning), ids: idsOf(called) };
}

/** What a turn may use of these memories, also as the twin says it. */
function recalled(memories: string[], returning: ReturningVisitor | null): Omit<RecalledMemories, 'ids'> {
  const spoken = {
    memories: memories.map(inSecondPerson),
    known: returning ? returning.known.map(inSecondPerson) : [],
  };
  return { memories, returning, spoken };
}

/**
 * Re-embeds memories of another embedder, once after each change of embedders; on failure they are ranked by age alone.
 */
async function embedAnew(
  deps: MemoryDeps,
  sessionId: string,
  kept: readonly RecalledMemory[],
  embedder: string,
  signal: AbortSignal,
): Promise<void> {
  if (embedder === NO_EMBEDDER) return;
  const foreign = kept.filter((memory) => memory.embedder !== embedder).slice(0, MAX_TEXTS_AT_ONCE);
  if (foreign.length === 0) return;
  const texts = foreign.map(({ text }) => text);
  const made = await deps.embedders.embed(texts, signal);
  if (made.embedder !== embedder) return;
  for (const [at, memory] of foreign.entries()) {
    memory.embedding = toBytes(made.embeddings[at] as Embedding);
    memory.embedder = embedder;
  }
  await replaceEmbeddings(deps.pool, sessionId, foreign);
}

/** A returning visitor's open thread, for their greeting; null for a new visitor or without consent. */
export async function lastLeftOpen(deps: MemoryDeps, visitor: Rememberer): Promise<string | null> {
  if (visitor.consent !== true) return null;
  return returningOf(await readMemories(deps.pool, visitor.sessionId), visitor.sessionId)?.open ?? null;
}

/** The memories with which a returning visitor is greeted. */
function welcomed(earlier: readonly RecalledMemory[], sessionId: string): RecalledMemory[] {
  const open = openThread(earlier, sessionId);
  const profile = profileOf(earlier);
  return open && !profile.includes(open) ? [open, ...profile] : profile;
}

/** What is remembered of earlier conversations; null if nothing is, so that the visitor does not count as returning. */
function returningOf(kept: readonly RecalledMemory[], sessionId: string): ReturningVisitor | null {
  const earlier = kept.filter((memory) => memory.session_id !== sessionId);
  if (earlier.length === 0) return null;
  const open = openThread(earlier, sessionId);
  const name = kept.find(({ subject }) => subject === 'name')?.text.replace(/^Is called /, '') ?? null;
  return { open: open && inSecondPerson(open.text), known: profileOf(earlier).map(({ text }) => text), name };
}

/** Lines of a conversation read at its end; earlier ones of a giant one were read as they came. */
const MAX_LINES = 2_000;

/** Reads a whole ended conversation, so that readings that failed while it ran are made up for. */
export async function rememberConversation(deps: MemoryDeps, sessionId: string): Promise<void> {
  const erasures = await readErasures(deps.pool, sessionId);
  const utterances = await readUtterances(deps.pool, sessionId, MAX_LINES);
  let before: string | null = null;
  const lines: VisitorUtterance[] = [];
  for (const { speaker, seq, text, ts } of utterances) {
    if (speaker === 'visitor') lines.push({ seq, text, before, at: ts });
    else before = text;
  }
  // Consent is stored in the session, and checked by the statement that saves memories.
  await remember(deps, { sessionId, consent: true, erasures }, lines);
}
