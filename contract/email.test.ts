import { expect, test } from 'vitest';
import { emailProblem } from './email.ts';

const label = 'd'.repeat(63);
/** An address of the given length in which each part is within its own limit. */
const long = (length: number) => {
  const domain = `${label}.${label}.${'d'.repeat(length - 64 - 1 - 2 * 64 - 4)}.org`;
  return `${'a'.repeat(64)}@${domain}`;
};

test.each([
  ['an ordinary one', 'ada@example.org'],
  ['64 characters before the @', `${'a'.repeat(64)}@example.org`],
  ['a label of 63', `a@${label}.org`],
  ['254 characters', long(254)],
])('%s is fine', (_, address) => {
  expect(emailProblem(address)).toBeNull();
});

test.each([
  ['no @', 'ada.example.org', 'look like'],
  ['nothing before it', '@example.org', 'look like'],
  ['nothing behind it', 'ada@', 'look like'],
  ['65 characters before the @', `${'a'.repeat(65)}@example.org`, '64 characters before'],
  ['a label of 64', `a@${label}d.org`, '63 characters'],
  ['a last label of 64', `a@example.${label}d`, '63 characters'],
  ['255 characters', long(255), '254 characters'],
])('%s is not', (_, address, words) => {
  expect(emailProblem(address)).toContain(words);
});

test('the long ones are as long as they say', () => {
  expect([long(254).length, long(255).length]).toEqual([254, 255]);
});
