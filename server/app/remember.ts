import { MEMORY_LIMIT, RETENTION_MEMORIES_DAYS } from '@understudy/contract/constants';
import { RETENTION_MAX_DAYS } from '@understudy/contract/settings-calls';
import type { Pool } from 'pg';
import { noteEvent } from '../features/conversation/events.ts';
import { readUtterances } from '../features/conversation/store.ts';
import { refusesMemory } from '../features/memory/data-requests.ts';
import { extractMemories, inSecondPerson } from '../features/memory/extract-memories.ts';
import type { Remembered, VisitorUtterance } from '../features/memory/memory.ts';
import {
  asksForMemory,
  openThread,
  profileOf,
  rankMemories,
  skipsMemory,
  subjectOf,
} from '../features/memory/recall.ts';
import {
  keepMemories,
  type Placed,
  type RecalledMemory,
  readMark,
  readMemories,
  rememberNoMore,
  replaceEmbeddings,
  toBytes,
} from '../features/memory/store.ts';
import type { LiveSettings } from '../features/settings/live-settings.ts';
import type { Understand, Understanding } from '../features/understanding/understanding.ts';
import { type Embedders, NO_EMBEDDER } from '../providers/embedder/create-embedder.ts';
import type { Embedding } from '../providers/embedder/port.ts';

/** What remembering needs. */
export interface MemoryDeps {
  pool: Pool;
  embedders: Embedders;
  understand: Understand;
  /** How long things are remembered; as usual where nobody says. */
  settings?: Pick<LiveSettings, 'get'>;
  /**
   * The memories that may be recalled in a session, where somebody has them at hand; otherwise the database is asked.
   */
  known?: (sessionId: string) => Promise<RecalledMemory[]>;
}

/** Days for which something that is remembered now is kept at the most. */
export const memoryDays = ({ settings }: Pick<MemoryDeps, 'settings'>): number =>
  (settings ? settings.get('retention').memories : RETENTION_MEMORIES_DAYS) ?? RETENTION_MAX_DAYS;

/** The conversation in which something is remembered or recalled. */
export interface Rememberer {
  sessionId: string;
  /**
   * Whether the visitor agreed that it is kept; anything but true means that nothing is remembered, and nothing
   * recalled.
   */
  consent: boolean | null;
}

/** Who comes back, as the twin may use it. */
export interface Returning {
  /** What was left open last, to stand behind 'Last time'; null when nothing was. */
  open: string | null;
  /** Who they are, in sentences without a subject: 'Is called Maria Lopez'. */
  known: string[];
  /** Their name, where they told it. */
  name: string | null;
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
 * with some of them after each turn, with all of them at the end, and again after a failure: what was forgotten
 * meanwhile stays forgotten. Calls for one session come one after the other. From a line on that asks for nothing to be
 * kept, nothing more of that session is remembered.
 *
 * @param lines the visitor's, oldest first
 * @returns how many memories are new or changed
 */
export async function remember(
  deps: MemoryDeps,
  session: Rememberer,
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
  const bySubject = new Map<string, Omit<Placed, 'embedding'>>();
  for (const { memory, saidAt } of told) if (memory.seq > mark) bySubject.set(memory.subject, { ...memory, saidAt });
  const found = [...bySubject.values()].slice(-AT_ONCE);
  if (found.length === 0) return 0;
  const texts = found.map(({ text }) => text);
  const { embedder, embeddings, notes } = await deps.embedders.embed(texts, new AbortController().signal);
  for (const { kind, ...payload } of notes) {
    const event = JSON.stringify({ port: 'embedder', ...payload });
    await noteEvent(deps.pool, { sessionId: session.sessionId, kind, payload: event });
  }
  const known = await readMemories(deps.pool, session.sessionId);
  const placed = new Map<string, Placed>();
  for (const [at, memory] of found.entries()) {
    const embedding = embeddings[at];
    if (!embedding) continue;
    const subject = subjectOf({ ...memory, embedding }, known, embedder);
    placed.set(subject, { ...memory, subject, embedding });
  }
  const upTo = Math.max(...lines.map(({ seq }) => seq));
  return keepMemories(deps.pool, session.sessionId, { upTo, memories: [...placed.values()], embedder });
}

/**
 * What a turn may use of what is remembered (specification, section 9, fast mode): nothing for a message of 15
 * characters or fewer or a mere acknowledgement (unless it asks for what is remembered), else at most two memories of
 * importance 0.5 or more. Without words it is who they are and what was left open. Nothing without consent.
 *
 * @param line what the visitor's words mean; null for a greeting or follow-up
 */
export async function recallFor(
  deps: MemoryDeps,
  visitor: Rememberer,
  line: Understanding | null,
  signal: AbortSignal,
): Promise<RecalledForTurn> {
  if (visitor.consent !== true) return NOTHING;
  const asked = line !== null && asksForMemory(line);
  if (line && skipsMemory(line.text) && !asked) return NOTHING;
  const kept = await (deps.known ?? ((id: string) => readMemories(deps.pool, id)))(visitor.sessionId);
  if (kept.length === 0) return NOTHING;
  const returning = returningOf(kept, visitor.sessionId);
  // What was said in this conversation stands in its history.
  const earlier = kept.filter(({ session_id }) => session_id !== visitor.sessionId);
  if (!line || earlier.length === 0) return { memories: [], returning };
  const { embedder, embeddings } = await deps.embedders.embed([line.text], signal, line.vector && [line.vector]);
  const [embedding] = embeddings;
  await embedAnew(deps, visitor.sessionId, earlier, embedder, signal);
  // 'What do you remember about me?' is near to nothing that is remembered: what matters most is told.
  const ranked = rankMemories(earlier, embedding && !asked ? { embedding, embedder } : null, new Date());
  // Who asks what it was about is told what was left open, however little the words are like it.
  const open = asked ? openThread(earlier, visitor.sessionId) : null;
  const called = open ? [open, ...ranked.filter((memory) => memory !== open)].slice(0, MEMORY_LIMIT) : ranked;
  return { memories: called.map(({ text }) => text), returning };
}

/** Embeds what another embedder made, once after each change of embedders; what fails is compared by nothing but age. */
async function embedAnew(
  deps: MemoryDeps,
  sessionId: string,
  kept: readonly RecalledMemory[],
  embedder: string,
  signal: AbortSignal,
): Promise<void> {
  if (embedder === NO_EMBEDDER) return;
  const foreign = kept.filter((memory) => memory.embedder !== embedder).slice(0, AT_ONCE);
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

/** What a returning visitor left open, for their greeting; null for who is new, or did not agree. */
export async function lastLeftOpen(deps: MemoryDeps, visitor: Rememberer): Promise<string | null> {
  if (visitor.consent !== true) return null;
  return returningOf(await readMemories(deps.pool, visitor.sessionId), visitor.sessionId)?.open ?? null;
}

/** Somebody comes back when something of an earlier conversation is remembered. */
function returningOf(kept: readonly RecalledMemory[], sessionId: string): Returning | null {
  const earlier = kept.filter((memory) => memory.session_id !== sessionId);
  if (earlier.length === 0) return null;
  const open = openThread(earlier, sessionId);
  const name = kept.find(({ subject }) => subject === 'name')?.text.replace(/^Is called /, '') ?? null;
  return { open: open && inSecondPerson(open.text), known: profileOf(earlier), name };
}

/** Lines of one conversation that are read at its end; the earlier ones of a giant one were read as they came. */
const MAX_LINES = 2_000;

/** Reads a whole conversation that is over: what failed to be read while it ran is remembered now. */
export async function rememberConversation(deps: MemoryDeps, sessionId: string): Promise<void> {
  const utterances = await readUtterances(deps.pool, sessionId, MAX_LINES);
  let before: string | null = null;
  const lines: VisitorUtterance[] = [];
  for (const { speaker, seq, text, ts } of utterances) {
    if (speaker === 'visitor') lines.push({ seq, text, before, at: ts });
    else before = text;
  }
  // Whether the visitor agreed stands in the session, and is looked at by the statement that keeps memories.
  await remember(deps, { sessionId, consent: true }, lines);
}
