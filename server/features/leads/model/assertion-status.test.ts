import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clausesOf, readAssertionStatuses } from './clauses.ts';

test('clauses cover every word of a text, in order', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (text) => {
      const clauses = clausesOf(text);
      expect(
        clauses
          .map((one) => one.text)
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''));
      for (const one of clauses) expect(text.slice(one.from, one.to)).toBe(one.text);
    }),
  );
});

test('a supposition holds to the end of its sentence, mockery to the end of the line', () => {
  const clauses = clausesOf('Suppose I had 50k, and it was mine. We do have 5k. Oh sure, take two million.');
  const [supposed, real, mocked] = readAssertionStatuses(clauses);
  expect(supposed?.hypothetical).toBe(true);
  expect(real).toMatchObject({ hypothetical: false, sarcastic: false });
  expect(mocked?.sarcastic).toBe(true);
});
