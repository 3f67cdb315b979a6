/** Which memories a message calls up. Pure. */
import {
  MEMORY_LIMIT,
  MEMORY_MIN_IMPORTANCE,
  MEMORY_SKIP_MAX_CHARS,
  SHORT_MESSAGE_MAX_CHARS,
} from '@understudy/contract/constants';
import { isAcknowledgement } from '@understudy/contract/talk-words';
import { type Embedding, similarity } from '../../providers/embedder/port.ts';
import type { Understanding } from '../understanding/understanding.ts';
import { fromBytes, type RecalledMemory } from './store.ts';

const DAY_MS = 86_400_000;
/** After so many days a memory weighs half of what may fade. */
const HALF_LIFE_DAYS = 60;
/** What does not fade with time: who somebody is stays true. */
const LASTING = 0.4;
/** Relevance of a memory that has nothing to do with the words: who they are matters to whatever they ask. */
const RELEVANCE_MIN = 0.2;

/** Whether a message is a mere acknowledgement, or as short as one (specification, section 9, fast mode). */
export function isShort(words: string): boolean {
  const text = words.trim();
  return text.length <= SHORT_MESSAGE_MAX_CHARS || isAcknowledgement(text);
}

/** Whether memory is not asked for a message (specification, section 9, fast mode). */
export function skipsMemory(words: string): boolean {
  return words.trim().length <= MEMORY_SKIP_MAX_CHARS || isShort(words);
}

/** Whether a line asks for what is remembered, or wants to go on from where it was left. */
export const asksForMemory = ({ sentences, requests }: Understanding): boolean =>
  requests.has('summary') || sentences.some(({ signs }) => signs.has('recall'));

/** What the words mean, and by whose embedding. */
export interface Query {
  embedding: Embedding;
  embedder: string;
}

/** How alike two memories of a kind are when the newer says the same thing anew: '40 employees', '45 employees'. */
const SAME_FROM = 0.8;

/** The subject of the memory that a new one replaces because it is about the same; its own where there is none. */
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
      similarity(memory.embedding, fromBytes(other.embedding)) >= SAME_FROM,
  );
  return isQuote && same ? same.subject : memory.subject;
}

/**
 * The memories that matter most to the words: by how near their meaning is, how important they are and how long ago
 * they were said. Never more than 2, none of importance below 0.5. Embeddings of two embedders are never compared: of
 * another's memory, and without a query, only importance and age count.
 */
export function rankMemories(memories: readonly RecalledMemory[], query: Query | null, now: Date): RecalledMemory[] {
  const alike = ({ embedder, embedding }: RecalledMemory): number =>
    query?.embedder === embedder ? similarity(query.embedding, fromBytes(embedding)) : 0;
  return memories
    .filter(({ importance }) => importance >= MEMORY_MIN_IMPORTANCE)
    .map((memory) => {
      const days = Math.max(0, now.getTime() - memory.created_at.getTime()) / DAY_MS;
      const recency = LASTING + (1 - LASTING) * 0.5 ** (days / HALF_LIFE_DAYS);
      const relevance = RELEVANCE_MIN + (1 - RELEVANCE_MIN) * Math.max(0, alike(memory));
      return { memory, weight: relevance * memory.importance * recency };
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MEMORY_LIMIT)
    .map(({ memory }) => memory);
}

/** Subjects of facts that tell who somebody is, the plainest first. */
const PROFILE = ['name', 'role', 'company', 'budget'];
/** Quotes of somebody's own that are told beside them. */
const MAX_QUOTES = 3;

/** Who they are: what the twin need not ask again. The plainest first, then the newest of what they told. */
export function profileOf(memories: readonly RecalledMemory[]): string[] {
  const plain = PROFILE.flatMap((subject) => memories.find((memory) => memory.subject === subject)?.text ?? []);
  const told = memories
    .filter(({ kind, subject }) => kind === 'fact' && subject.startsWith('fact:'))
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return [...plain, ...told.slice(0, MAX_QUOTES).map(({ text }) => text)];
}

/** What was left open last, in an earlier conversation than this one; null when nothing was. */
export function openThread(memories: readonly RecalledMemory[], exceptSessionId: string): RecalledMemory | null {
  const open = memories
    .filter(({ kind, session_id }) => (kind === 'thread' || kind === 'promise') && session_id !== exceptSessionId)
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return open[0] ?? null;
}
