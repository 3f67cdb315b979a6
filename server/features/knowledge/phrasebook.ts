import type { KnowledgePassage } from '@understudy/contract/twin';
import { fold } from '../../platform/text/words.ts';

/** From this share of common words on, two questions are alike. */
const ALIKE = 0.6;

/**
 * Compares whole questions with those that the files say a passage answers. It catches what a search by words cannot:
 * 'what do you do' and 'who is she' consist of words that mean nothing alone.
 *
 * @returns for a query, the likeness (0 to 1) of each passage that has a question like it
 */
export function createPhrasebook(passages: KnowledgePassage[], name: string): (query: string) => Map<string, number> {
  const self = new Set([...fold(name).split(' '), 'she', 'her', 'your', 'yourself', 'u', 'ya']);
  const wordsOf = (text: string) => {
    const words = new Set<string>();
    for (const [word] of fold(text)
      .replace(/\b(what|who|how|where|when|that|it)'?s\b/g, '$1')
      .replaceAll("'", '')
      .matchAll(/[\p{L}\p{N}]+/gu))
      words.add(self.has(word) ? 'you' : word);
    for (const filler of FILLERS) words.delete(filler);
    return words;
  };
  const questions = passages.flatMap(({ id, asked }) => asked.map((question) => ({ id, words: wordsOf(question) })));
  const byWord = new Map<string, number[]>();
  for (const [at, { words }] of questions.entries()) {
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), at]);
  }
  const common = new Uint8Array(questions.length);

  return (query) => {
    const asked = wordsOf(query);
    const alike = new Map<string, number>();
    common.fill(0);
    for (const word of asked) for (const at of byWord.get(word) ?? []) common[at] = (common[at] ?? 0) + 1;
    for (let at = 0; at < common.length; at += 1) {
      const count = common[at] ?? 0;
      const question = count > 0 ? questions[at] : undefined;
      if (!question) continue;
      const share = (2 * count) / (question.words.size + asked.size);
      if (share >= ALIKE && share > (alike.get(question.id) ?? 0)) alike.set(question.id, share);
    }
    return alike;
  };
}

/** Words that people put before and behind a question. */
const FILLERS = [
  'please',
  'so',
  'ok',
  'okay',
  'well',
  'hi',
  'hello',
  'hey',
  'and',
  'but',
  'also',
  'then',
  'just',
  'a',
  'the',
  'is',
  'are',
];
