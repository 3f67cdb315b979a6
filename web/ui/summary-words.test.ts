import { expect, test } from 'vitest';
import { readIn } from '../platform/testing/read-in.ts';
import { inReadersLabels } from './summary-words.ts';

const SUMMARY = 'Marta, founder\nWants: “a price: soon”\nBudget line: 20k\nCall her.';

test('the labels in a summary are in the page’s language, the rest stays', async () => {
  expect(inReadersLabels(SUMMARY)).toBe(SUMMARY);
  await readIn('de');
  expect(inReadersLabels(SUMMARY)).toBe('Marta, founder\nMöchte: “a price: soon”\nBudget line: 20k\nCall her.');
});
