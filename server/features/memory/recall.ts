/** Which memories a message calls up. Pure. */
import {
  MEMORY_LIMIT,
  MEMORY_MIN_IMPORTANCE,
  MEMORY_SKIP_MAX_CHARS,
  SHORT_MESSAGE_MAX_CHARS,
} from '@understudy/contract/constants';
import { isAcknowledgement } from '@understudy/contract/talk-words';
import { fold } from '../../platform/text/words.ts';
import { type Embedding, similarity } from '../../providers/embedder/port.ts';
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

/** Asks for what was said before. */
const RECALL =
  /\b(do you (remember|know|recall)|what('s| is| was)|tell me|say) (my name|who i am|what i (said|told|asked)|my (company|email|role|team|problem))\b|\bwhat (do|have) (you|we) (know|learn\w*|talked?|discussed|covered)\b.{0,20}\b(about me|so far|about us|about my \w+)\b|\bsumm?ari[sz]e (our|this|the) (conversation|chat|talk)|\bsum (it|this) up\b|\bwhat did i (say|tell|ask)|\bwhat (did|have) we (talk\w*|sp[eo]ken?|discuss\w*|cover\w*)\b|\brecap\b|\bsumm?ari[sz]e (what (you|we|i)|it all|everything|all (of )?(that|this))\b|\bwho am i\b|\bwhat (?:was|were) (?:i|we) (?:just )?(?:asking|talking|speaking|saying|discussing|on about|after|looking for|trying)\b|\bwhat (?:was|is) (?:it (?:that )?(?:i|we)|(?:my|our) (?:last |earlier |open |previous )?(?:question|topic|subject|conversation|talk|chat))\b|\b(?:remind me|do you (?:still )?(?:remember|recall|know)) (?:of )?what (?:i|we) (?:was|were|had|asked?|said|told|wanted|talked|discussed|left)\b|\b(?:what|how much) (?:do you|can you|did you) (?:still )?(?:remember|recall|know) (?:from|of|about) (?:the )?(?:last|our|earlier|before|previous)\b|\bwhat (?:did|have) i (?:want|need|leave|left|wanted)\b|\bwhat (?:do|can) you (?:still )?(?:remember|recall)\b.{0,24}\b(?:me|us|my \w+|last time)\b|\bdo you (?:still )?(?:remember|recognise|recognize|know) me\b/;

/** Wants to go on from where it was left. */
const RESUME =
  /\bwhere (were|was|are) (we|i)\b|\bwhere did (we|i) (stop|leave off|end|get to)\b|\b(pick|carry|go) (up|on) where\b|^(hi |hello |hey |ok |so )*(i'?m|i am) back( again| now)?\W*$/;

/** Whether the words ask for what is remembered. */
export function asksForMemory(words: string): boolean {
  const folded = fold(words.slice(0, 1_000));
  return RECALL.test(folded) || RESUME.test(folded);
}

/** What the words mean, and by whose embedding. */
export interface Query {
  embedding: Embedding;
  embedder: string;
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
