import { READ_PROBLEMS, type ReadProblemCode } from '@understudy/contract/read-problems';
import { expect, it } from 'vitest';
import { problemWords } from './problem-words.ts';

/** What is no calendar's. */
const OF_WEBSITES = new Set(['not_page_type', 'not_sitemap_type']);
const codes = (Object.keys(READ_PROBLEMS) as ReadProblemCode[]).filter((code) => !OF_WEBSITES.has(code));

it('has words for every problem of a calendar, which name what the server names', () => {
  for (const code of codes) {
    const names = [...READ_PROBLEMS[code].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const words = problemWords({ code, values: Object.fromEntries(names.map((name) => [name, `<${name}>`])) });
    for (const name of names) expect(words).toContain(`<${name}>`);
    if (code !== 'unread') expect(words).not.toBe(problemWords({ code: 'unread', values: {} }));
  }
});

it('says of a code that it does not know that the calendar could not be read', () => {
  expect(problemWords({ code: 'newer' as ReadProblemCode, values: {} })).toBe('The calendar could not be read.');
});
