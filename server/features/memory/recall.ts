import {
  MEMORY_LIMIT,
  MEMORY_MIN_IMPORTANCE,
  MEMORY_SKIP_MAX_CHARS,
  SHORT_MESSAGE_MAX_CHARS,
} from '@understudy/contract/constants';
import { isAcknowledgement } from '@understudy/contract/talk-words';
import { type Embedding, similarity } from '../../providers/embedder/port.ts';
import type { Understanding } from '../understanding/index.ts';
import { fromBytes, type RecalledMemory } from './store.ts';

const DAY_MS = 86_400_000;
/** After this many days, the part of a memory's weight that fades is halved. */
const HALF_LIFE_DAYS = 60;
/** The part that does not fade: who somebody is stays true. */
const LASTING_SHARE = 0.4;
/** Relevance of a memory unrelated to the message: who visitors are matters to whatever they ask. */
const MIN_RELEVANCE = 0.2;

/** Whether a message is only an acknowledgement, or as short as one (specification, section 9, fast mode). */
export function isShort(words: string): boolean {
  const text = words.trim();
  return text.length <= SHORT_MESSAGE_MAX_CHARS || isAcknowledgement(text);
}

/** Whether a message is too short to use memories (specification, section 9, fast mode). */
export function skipsMemory(words: string): boolean {
  return words.trim().length <= MEMORY_SKIP_MAX_CHARS || isShort(words);
}

/** Whether a line asks what is remembered, or wants to continue where the last conversation ended. */
export const asksForMemory = ({ sentences, requests }: Understanding): boolean =>
  requests.has('summary') || sentences.some(({ signs }) => signs.has('recall'));

/** The embedding of a message, and the embedder that made it. */
interface Query {
  embedding: Embedding;
  embedder: string;
}

/** Minimum similarity of two memories of one kind that are versions of the same: '40 employees', '45 employees'. */
const MIN_SAME_SIMILARITY = 0.8;

/** The subject of the existing memory that a new one replaces; the new one's own subject if there is none. */
export function subjectOf(
  memory: { kind: string; subject: string; embedding: Embedding },
  known: readonly RecalledMemory[],
  embedder: string,
): string {
  const isQuote = memory.subject.startsWith(`${memory.kind}:`);
  const same = known.find(
    (other) =>
      other.kind === memory.kind &&
      other.embedder === embedder &&
      other.subject.startsWith(`${other.kind}:`) &&
      similarity(memory.embedding, fromBytes(other.embedding)) >= MIN_SAME_SIMILARITY,
  );
  return isQuote && same ? same.subject : memory.subject;
}

/**
 * The memories most relevant to a message, by similarity, importance and age: at most 2, none with an importance
 * below 0.5. Pure. Embeddings of different embedders are not comparable: for a memory of another embedder, or without a
 * query, only importance and age count.
 */
export function rankMemories(memories: readonly RecalledMemory[], query: Query | null, now: Date): RecalledMemory[] {
  const similarityTo = ({ embedder, embedding }: RecalledMemory): number =>
    query?.embedder === embedder ? similarity(query.embedding, fromBytes(embedding)) : 0;
  return memories
    .filter(({ importance }) => importance >= MEMORY_MIN_IMPORTANCE)
    .map((memory) => {
      const days = Math.max(0, now.getTime() - memory.created_at.getTime()) / DAY_MS;
      const recency = LASTING_SHARE + (1 - LASTING_SHARE) * 0.5 ** (days / HALF_LIFE_DAYS);
      const relevance = MIN_RELEVANCE + (1 - MIN_RELEVANCE) * Math.max(0, similarityTo(memory));
      return { memory, weight: relevance * memory.importance * recency };
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MEMORY_LIMIT)
    .map(({ memory }) => memory);
}

/** Subjects of facts about who somebody is, the most basic first. */
const PROFILE = ['name', 'role', 'company', 'budget'];
/** Quotes included in a profile beside these facts. */
const MAX_QUOTES = 3;

/** Who the visitor is, so that the twin need not ask again: basic facts first, then their newest statements. */
export function profileOf(memories: readonly RecalledMemory[]): RecalledMemory[] {
  const facts = PROFILE.flatMap((subject) => memories.find((memory) => memory.subject === subject) ?? []);
  const told = memories
    .filter(({ kind, subject }) => kind === 'fact' && subject.startsWith('fact:'))
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return [...facts, ...told.slice(0, MAX_QUOTES)];
}

/** The thread left open last in an earlier conversation; null if there is none. */
export function openThread(memories: readonly RecalledMemory[], exceptSessionId: string): RecalledMemory | null {
  const open = memories
    .filter(({ kind, session_id }) => (kind === 'thread' || kind === 'promise') && session_id !== exceptSessionId)
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return open[0] ?? null;
}
