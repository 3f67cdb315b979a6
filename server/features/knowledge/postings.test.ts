import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentWords } from '../../platform/text/words.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { ATTENTION_SCENES } from '../../testing/scenes/attention.ts';
import { BEHAVIOUR_SCENES } from '../../testing/scenes/behaviour.ts';
import { BUSINESS_SCENES } from '../../testing/scenes/business.ts';
import { CONSULTING_SCENES } from '../../testing/scenes/consulting.ts';
import { createPostings, type Postings } from './postings.ts';
import { synonymOf } from './synonyms.ts';

const scenes = [...ATTENTION_SCENES, ...BEHAVIOUR_SCENES, ...BUSINESS_SCENES, ...CONSULTING_SCENES];
const questions = scenes.flatMap(({ lines }) => lines.flatMap(({ v }) => v ?? []));
/** The index with the fields of the passages as they are searched. */
const index = new MiniSearch({
  fields: ['title', 'asked', 'tags', 'text'],
  tokenize: (text) => text.split(' '),
  processTerm: (term) => term || null,
});
let postings: Postings;

beforeAll(async () => {
  const { knowledge } = await loadSampleTwin();
  postings = createPostings(knowledge);
  const words = (text: string) =>
    contentWords(text)
      .flatMap((word) => [word, synonymOf(word) ?? []].flat())
      .join(' ');
  for (const [id, { title, asked, tags, text }] of knowledge.entries()) {
    const fields = { title: words(title), asked: words(asked.join(' ')), tags: words(tags.join(' ')) };
    index.add({ id, ...fields, text: words(text) });
  }
});

describe('postings', () => {
  it.each(questions)('add up to what a search of the whole line gives: %s', (question) => {
    const words = [...new Set(contentWords(question))];
    const sums = new Map<number, { score: number; found: number }>();
    for (const { at, score } of words.flatMap((word) => postings.of(word))) {
      const sum = sums.get(at) ?? { score: 0, found: 0 };
      if (score > 0) sums.set(at, { score: sum.score + score, found: sum.found + 1 });
    }
    const whole = index.search(words.join(' '), { boost: { asked: 3, title: 2, tags: 1.5 } });
    expect(new Set(sums.keys())).toEqual(new Set(whole.map(({ id }) => id)));
    for (const { id, score } of whole) {
      const { score: sum, found } = sums.get(id) ?? { score: 0, found: 0 };
      expect(sum * found).toBeCloseTo(score, 6);
    }
  });

  it('find nothing for a word that occurs nowhere, and correct one that is nearly right', () => {
    expect(postings.of('zeppelin')).toEqual([]);
    expect(postings.correct('zeppelin')).toBe('zeppelin');
    expect(postings.of(postings.correct('worksop'))).toEqual(postings.of('workshop'));
  });
});
