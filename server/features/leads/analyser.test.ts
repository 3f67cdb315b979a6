import { expect, test } from 'vitest';
import { understand } from '../../testing/understand.ts';
import { SessionAnalysis, understandLines } from './analyser.ts';
import type { ModelReading } from './model/reading.ts';

/** A model's reading of the first line: an organisation that the rules do not see. */
const READING: ModelReading = {
  seq: 0,
  intent: null,
  entities: { org_name: { value: 'the mill', quote: { seq: 0, from: 3, to: 11, text: 'the mill' } } },
  phone: null,
  painPoints: [],
  authority: null,
  request: null,
  noBudget: null,
  urgency: null,
  disqualified: null,
};
const line = (seq: number, text: string) => understandLines(understand, [{ seq, text, before: null }]);

test('what both readers know is worked out once after each change, whoever looks', async () => {
  const analysis = new SessionAnalysis(0);
  analysis.addLines(await line(0, 'At the mill every order waits for me.'));
  expect(analysis.extract().company).toBeNull();
  analysis.setModelReading(READING);
  const merged = analysis.facts;
  analysis.updateLog();
  expect(analysis.extract().company).toBe('the mill');
  expect(analysis.facts).toBe(merged);

  analysis.addLines(await line(2, 'My address is ana@mill.test'));
  const { facts } = analysis;
  expect(facts).not.toBe(merged);
  expect(analysis.extract()).toMatchObject({ company: 'the mill', contact_info: 'ana@mill.test' });
  expect(analysis.facts).toBe(facts);

  analysis.setModelReading({ ...READING, entities: {} });
  expect(analysis.extract()).toMatchObject({ company: null, contact_info: 'ana@mill.test' });
});

/** The analysis of the visitor's lines, with the twin's answers between them. */
async function told(...lines: { text: string; before: string | null }[]): Promise<SessionAnalysis> {
  const analysis = new SessionAnalysis(0);
  for (const [seq, one] of lines.entries()) analysis.addLines(await understandLines(understand, [{ seq, ...one }]));
  return analysis;
}

test('a number without a verb is the visitor’s own, behind a day as in answer to a question for it', async () => {
  const asks = { text: "Can somebody call me? I'm Tom Achterberg from Kiln & Co", before: null };
  for (const [before, text] of [
    ['I note that you want a call.', 'Thursday after 3pm, 06 1234 5678'],
    ['On which number can you be called?', 'Tuesday at noon, 06 1234 5678'],
    ['Noted.', '06 1234 5678'],
  ] as const)
    expect((await told(asks, { text, before })).extract().entities).toMatchObject({
      contact_phone: '06 1234 5678',
      org_name: 'Kiln & Co',
    });
  const twice = await told(
    { text: 'Call me on 06 1111 1111', before: null },
    { text: 'Friday, 06 2222 2222', before: null },
  );
  expect(twice.facts.phone?.value).toBe('06 2222 2222');
});

test('who names a budget decides nothing by that, and who runs a company has no position by that', async () => {
  const money = await told({ text: 'My phone is 0612345678 and my budget is 25k', before: null });
  expect(money.facts).toMatchObject({ authority: null, phone: { value: '0612345678' } });
  expect((await told({ text: 'It comes out of my budget, about 25k', before: null })).facts.authority).not.toBeNull();
  const runs =
    "hi i'm rasmus dahl and i run a company called nordhavn logistics and we start some time after christmas";
  expect((await told({ text: runs, before: null })).extract().entities).toMatchObject({
    person_name: 'Rasmus Dahl',
    org_name: 'Nordhavn Logistics',
    role: null,
    timeline: expect.stringContaining('after christmas'),
  });
});

test.each([
  'our planning meeting takes three hours',
  'We sit in our board meeting until nine.',
  'Every meeting ends with me deciding.',
])('a meeting of their own is no request: %s', async (text) =>
  expect((await told({ text, before: null })).facts.request).toBeNull(),
);

test('a meeting that is asked for is one, whatever is told of others', async () => {
  const asked = 'Our planning meeting takes three hours. Could we meet on Tuesday?';
  expect((await told({ text: asked, before: null })).facts.request?.value).toBe('a call');
  const after = await told(
    { text: 'Please call me.', before: null },
    { text: 'Our planning meeting is long.', before: null },
  );
  expect(after.facts.request?.value).toBe('a call');
});
