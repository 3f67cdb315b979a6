import { describe, expect, test } from 'vitest';
import { understand } from '../../testing/understand.ts';
import { SessionAnalysis, understandLines } from './analyser.ts';

async function analysed(...said: string[]) {
  const analysis = new SessionAnalysis(0);
  for (const [seq, text] of said.entries())
    analysis.addLines(await understandLines(understand, [{ seq, text, before: null }]));
  return analysis;
}
const shown = async (...said: string[]) => (await analysed(...said)).facts.intentQuote?.text;

describe('the words that tell why somebody came', () => {
  const PROBLEM = "We're a 65-person logistics company in Antwerp and literally everything lands on my desk";
  const KEYNOTE = 'we need a keynote speaker for our annual leadership day, 26 march in ghent, abt 200 people';

  test('state the problem, and are no first question', async () => {
    expect(await shown('hi, do you have experience with transport companies?', PROBLEM, 'what does it cost?')).toBe(
      PROBLEM,
    );
  });

  test('state the wish, and are no haste', async () => {
    expect(await shown('hey quick q in 10 min i have a board mtg', KEYNOTE, 'whats her fee', 'ok thx')).toBe(KEYNOTE);
  });

  test('are no question about what is kept of them', async () => {
    const problem = 'we are an architects office, 30 people, and nobody dares to decide without me';
    expect(await shown('what do you still know about me', 'do you also do coaching for one person?', problem)).toBe(
      problem,
    );
  });

  test('of somebody who has decided are the question about it, and not what they live with', async () => {
    expect(
      await shown(
        "Can you confirm the Rehearsal price holds if we start on April 1? I've got it in the budget at $34,000.",
        "I'm the executive director, it will pass, I just want the number right.",
        'imani@riverbend.example, Riverbend Science Museum. Imani Fontenot. ' +
          '79 staff, four of whom may order toilet paper.',
      ),
    ).toBe('Can you confirm the Rehearsal price holds if we start on April 1?');
  });

  test('are the sentences that tell it, without greeting, question and address', async () => {
    expect(
      await shown(
        'Hello there. We are 48 people. Every drawing goes past me first. Can you do that? I am at jo@made.test.',
      ),
    ).toBe('We are 48 people. Every drawing goes past me first.');
  });
});

describe('what hurts', () => {
  test('is no clause that does not stand by itself', async () => {
    const line = 'Imani Fontenot. 79 staff, four of whom may order toilet paper.';
    expect((await analysed(line)).facts.painPoints.map(({ value }) => value)).toEqual([]);
  });

  const pains = async (line: string) => (await analysed(line)).facts.painPoints.map(({ value }) => value);

  test.each(['ok and would my ops manager be in the room, does my ops manager take part?'])(
    'is no question: %s',
    async (line) => {
      expect(await pains(line)).toEqual([]);
    },
  );

  test('stands beside one', async () => {
    expect(await pains('Our quotes go out late. How long does it take?')).toEqual(['Our quotes go out late']);
  });
});

describe('a quote', () => {
  const asked = async (line: string) => (await analysed(line)).handoffRequests.others.map(({ request }) => request);

  test('of their own that lay about is none that they ask for', async () => {
    const line =
      'yes exactly. last week a quote of 3k waited 4 days because i was at a trade fair and nobody dared to send it';
    expect(await asked(line)).toEqual([]);
    expect((await analysed(line)).facts.request).toBeNull();
  });

  test.each(['please send me an offer', 'We need a written quote for our board by Friday.'])(
    'is asked for: %s',
    async (line) => {
      expect(await asked(line)).toContain('quote');
    },
  );
});
