/** Which memories a message calls up. Pure. */
import {
  MEMORY_LIMIT,
  MEMORY_MIN_IMPORTANCE,
  MEMORY_SKIP_MAX_CHARS,
  SHORT_MESSAGE_MAX_CHARS,
} from '@understudy/contract/constants';
import { isAcknowledgement } from '@understudy/contract/talk-words';
import { fold } from '../../platform/text/words.ts';
import { EMBEDDED_EMBEDDER, embed } from '../../providers/embedder/embedded/embed.ts';
import { type Embedding, similarity } from '../../providers/embedder/port.ts';
import { asksToRecall } from '../../providers/language-model/embedded/acts.ts';
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

/** Whether the words ask for what is remembered. */
export const asksForMemory = (words: string): boolean => asksToRecall(fold(words.slice(0, 1_000)));

/** What the words mean, by the embedder that was asked and by the embedded one. */
export interface Query {
  words: string;
  embedding: Embedding;
  embedder: string;
}

/**
 * The memories that matter most to the words: by how near their meaning is, how important they are and how long ago
 * they were said. Never more than 2, none of importance below 0.5. Those of another embedder than the words' are
 * compared by the embedded one, anew.
 */
export function rankMemories(memories: readonly RecalledMemory[], query: Query, now: Date): RecalledMemory[] {
  let byEmbedded: Embedding | null = null;
  const alike = (memory: RecalledMemory): number => {
    if (memory.embedder === query.embedder) return similarity(query.embedding, fromBytes(memory.embedding));
    byEmbedded ??= query.embedder === EMBEDDED_EMBEDDER ? query.embedding : embed(query.words);
    const kept = memory.embedder === EMBEDDED_EMBEDDER ? fromBytes(memory.embedding) : embed(memory.text);
    return similarity(byEmbedded, kept);
  };
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

/** Memories that tell who somebody is, by subject: what the twin need not ask again. */
const PROFILE = ['name', 'role', 'business', 'company', 'size', 'work', 'trade', 'budget'];

/** Who they are, the plainest first. */
export function profileOf(memories: readonly RecalledMemory[]): string[] {
  return PROFILE.flatMap((subject) => memories.find((memory) => memory.subject === subject)?.text ?? []);
}

/** What was left open last, in an earlier conversation than this one; null when nothing was. */
export function openThread(memories: readonly RecalledMemory[], exceptSessionId: string): RecalledMemory | null {
  const open = memories
    .filter(({ kind, session_id }) => (kind === 'thread' || kind === 'promise') && session_id !== exceptSessionId)
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return open[0] ?? null;
}
