/** What the rules have in common by which memories are read. */
import { contentWords } from '../../platform/text/words.ts';
import type { MemoryKind } from './memory.ts';

/** What a rule makes of a clause. */
export interface Found {
  kind: MemoryKind;
  subject: string;
  text: string;
  importance: number;
}

/** One way of telling; `null` when the words were of another kind after all. */
export interface Rule {
  pattern: RegExp;
  /** Also in a question: 'How do I ...?' */
  asks?: boolean;
  found(match: RegExpExecArray): Found | null;
}

/** A subject for things of which a person may have several: by the words that say which. */
export const about = (head: string, text: string) =>
  `${head}:${contentWords(text).slice(0, 3).sort().join('-') || 'it'}`;
export const fact = (subject: string, text: string, importance: number): Found => ({
  kind: 'fact',
  subject,
  text,
  importance,
});
export const thread = (text: string, about_: string, importance: number): Found => ({
  kind: 'thread',
  subject: about('thread', about_),
  text,
  importance,
});
/** Too little to be told of: 'I run it', 'I have to'. */
export const isVague = (text: string) =>
  contentWords(text).length === 0 || /^(?:it|this|that|them|so|to|one|some|the same)\b(?!.{12})/i.test(text);

export const WE = '(?:i|we)';
export const OFTEN =
  '(?:(?:also|just|currently|still|now|really|already|actually|both|mostly|usually|always|often|personally|mainly|recently|officially|formally) )*';
export const rule = (source: string, found: Rule['found'], asks = false): Rule => ({
  pattern: new RegExp(`^${source}`, 'iu'),
  found,
  asks,
});
