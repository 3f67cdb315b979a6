import { describe, expect, test } from 'vitest';
import { noFacts } from '../facts.ts';
import { learnLine } from './learn-line.ts';

const budgetOf = (text: string) =>
  learnLine(noFacts(), { seq: 0, text, before: null }).entities.budget_range?.value ?? null;

describe('money that is settled', () => {
  test.each([
    ['Fee of $4,000 is confirmed, flights extra.', '$4,000'],
    ['I can confirm a fee of €6,000 today.', '€6,000'],
    ['Purchase order is for CAD 45,000 and it must start in March', 'CAD 45,000'],
    ['8.000 € stand ready if the vote is good', '8.000 €'],
    ['OK 5400 fits what I may sign for.', '5400'],
    ['5400 agreed w/ my brother', '5400'],
    ['we accept the €5,400.', '€5,400'],
    ['8k is aproved', '8k'],
    ["420 is fine, I'd have paid double.", '420'],
    ['AI on the shop floor. $10k + travel', '$10k + travel'],
    ['and we can offer three thousand dollars and business class', 'three thousand dollars'],
    ['Temos 20 mil euros para resolver isto', '20 mil euros'],
    ['we have 50k budget, call me on +31 6 12345678 tomorrow', '50k'],
    ['we have a 50k budget', '50k'],
    ['the budget is fixed at $34,000', '$34,000'],
    ['the budget is at most $34,000', 'at most $34,000'],
    ['My phone is 0612345678 and my budget is 25k', '25k'],
    ['budget 25k, 06 1234 5678', '25k'],
    ['i could spend like twenty maybe thirty thousand', 'twenty maybe thirty thousand'],
    ['Das Geld liegt bereit, 7.500 Euro samt Reise', '7.500 Euro'],
  ])('%s', (line, sum) => expect(budgetOf(line)).toBe(sum));

  test.each([
    'Our channel has 8k subscribers',
    'It cost us 40,000 last year and it is gone.',
    'Is 6,800 the price of the Walkthrough?',
    'we have no budget of 5,000 for that',
    'we have a phone, call me on 06 12345678',
    'my phone is +31 6 12345678, my budget I do not know',
  ])('none in: %s', (line) => expect(budgetOf(line)).toBeNull());
});
