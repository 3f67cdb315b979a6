import { LANGUAGES } from '@understudy/contract/languages';
import { READ_PROBLEMS, type ReadProblemCode, readProblemSentence } from '@understudy/contract/read-problems';
import { expect, it } from 'vitest';
import { problemWords } from './problem-words.ts';
import { readIn } from './testing/read-in.ts';

const codes = Object.keys(READ_PROBLEMS) as ReadProblemCode[];
/** A problem with something in place of all that its sentence names. */
const filled = (code: ReadProblemCode, names: readonly string[]) => ({
  ...{ code, values: Object.fromEntries(names.map((name) => [name, `<${name}>`])) },
});

it.each(LANGUAGES)('has words for every problem, which name what the server names, in %s', async (language) => {
  await readIn(language);
  const unread = problemWords({ code: 'unread', values: {} });
  for (const code of codes) {
    const names = [...READ_PROBLEMS[code].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const words = problemWords(filled(code, names));
    for (const name of names) expect(words).toContain(`<${name}>`);
    if (code !== 'unread') expect(words).not.toBe(unread);
    if (language === 'en') expect(words).toBe(readProblemSentence(filled(code, names)));
  }
});

it('writes numbers as the reader does', async () => {
  const problem = { code: 'pdf_too_many_pages', values: { pages: '10000', most: '500' } } as const;
  expect(readProblemSentence(problem)).toContain('10,000 pages, and 500 are the most');
  await readIn('de');
  expect(problemWords(problem)).toContain('10.000 Seiten, höchstens 500');
});

it('says of a code that it does not know that it could not be read', () => {
  expect(problemWords({ code: 'newer' as ReadProblemCode, values: {} })).toBe('It could not be read.');
});
