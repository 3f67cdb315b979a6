import { expect, test } from 'vitest';
import { datesIn } from './dates.ts';
import { sizeIn, sumsIn } from './money.ts';

test.each([
  ['about twelve thousand euros', 12_000, 'about twelve thousand euros'],
  ['we have five thousand four hundred approved', 5_400, 'five thousand four hundred'],
  ['€12,000 to €13,000', 13_000, '€12,000 to €13,000'],
  ['28 to 32k euro', 32_000, '28 to 32k euro'],
  ['up to 25 lakh', 2_500_000, 'up to 25 lakh'],
  ['twelve and a half grand', 12_500, 'twelve and a half grand'],
  ["30'000 francs", 30_000, "30'000 francs"],
  ['three and a half million shillings', 3_500_000, 'three and a half million shillings'],
  ['CHF 35k', 35_000, 'CHF 35k'],
])('the sum in "%s"', (text, amount, said) => {
  const [sum] = sumsIn(text);
  expect(sum && { amount: sum.amount, said: text.slice(sum.from, sum.to), sure: sum.sure }).toEqual({
    amount,
    said,
    sure: true,
  });
});

test('what counts people or days is no sum', () => {
  expect(sumsIn('we are 1,400 people and it takes 19 days').filter(({ sure }) => sure)).toEqual([]);
});

test.each([
  ['we begin in the first week of February', 'in the first week of February'],
  ['the second tuesday in november if she has it', 'the second tuesday in november'],
  ['before the home show in march', 'before the home show in march'],
  ['between the 10th and the 14th of February', 'between the 10th and the 14th of February'],
  ['May 6-7 next year', 'May 6-7 next year'],
  ['by Q4', 'by Q4'],
  ['in the week of March 9, please', 'in the week of March 9'],
  ['it must go from the second of march', 'from the second of march'],
  ['after the harvest', 'after the harvest'],
])('the time in "%s"', (text, said) => {
  expect(datesIn(text).map(({ from, to }) => text.slice(from, to))).toContain(said);
});

test('a verb that looks like a month is none', () => {
  expect(datesIn('It may be, and we march on; I sat down.')).toEqual([]);
  expect(datesIn('Hola, soy Marta Ruiz. I am Ana Reyes.')).toEqual([]);
});

test.each([
  ['we are 60 people in Leeds', '60'],
  ['we r a startup in berlin 20 ppl', '20'],
  ['a team of about twelve', 'about twelve'],
  ['sorry I meant 1,200 employees', '1,200'],
  ['there are twenty-five of us', 'twenty-five'],
  ['we want people who decide', null],
  ['60 euros', null],
])('how many people: %s', (text, size) => {
  expect(sizeIn(text)).toBe(size);
});
