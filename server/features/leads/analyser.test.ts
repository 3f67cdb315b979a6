import { expect, test } from 'vitest';
import { SessionAnalysis } from './analyser.ts';
import type { ModelReading } from './model/reading.ts';

/** What a language model read in the first line: an organisation that the rules do not see. */
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
const line = (seq: number, text: string) => ({ seq, text, before: null });

test('what both readers know is worked out once after each change, whoever looks', () => {
  const analysis = new SessionAnalysis(0);
  analysis.hear([line(0, 'At the mill every order waits for me.')]);
  expect(analysis.extract().company).toBeNull();
  analysis.merge(READING);
  const merged = analysis.facts;
  analysis.settle();
  expect(analysis.extract().company).toBe('the mill');
  expect(analysis.facts).toBe(merged);

  analysis.hear([line(2, 'My address is ana@mill.test')]);
  const { facts } = analysis;
  expect(facts).not.toBe(merged);
  expect(analysis.extract()).toMatchObject({ company: 'the mill', contact_info: 'ana@mill.test' });
  expect(analysis.facts).toBe(facts);

  analysis.merge({ ...READING, entities: {} });
  expect(analysis.extract()).toMatchObject({ company: null, contact_info: 'ana@mill.test' });
});
