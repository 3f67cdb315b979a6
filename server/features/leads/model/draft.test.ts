import { expect, test } from 'vitest';
import { loadSampleTwin } from '../../../testing/sample-twin.ts';
import { draftIn } from './write.ts';

const { persona } = await loadSampleTwin();
const shown = [{ speaker: 'visitor' as const, text: 'Write to ana@costa.test, see https://costa.test/plan' }];
const BODY = 'Hello Ana,\n\nthank you for talking with my AI twin. [your answer]\n\nBest regards,\nOrla Venstrom';
const read = (answer: unknown) =>
  draftIn(typeof answer === 'string' ? answer : JSON.stringify(answer), { shown } as never, persona);

test('subject and text are taken, without signs that cannot be printed', () => {
  expect(read({ subject: ' Your \u202equestion\n', body: `${BODY}\u0007` })).toEqual({
    subject: 'Your question',
    body: BODY,
  });
  expect(read(`Here it is: ${JSON.stringify({ subject: 'Yours', body: BODY })}`)).toEqual({
    subject: 'Yours',
    body: BODY,
  });
});

test('an address or a link that was given may stand in it', () => {
  expect(read({ subject: 'Yours', body: `${BODY}\nana@costa.test, https://costa.test/plan.` })).not.toBeNull();
  expect(read({ subject: 'Yours', body: `${BODY}\n${persona.contact.email}` })).not.toBeNull();
});

test.each([
  ['an address of nobody', { subject: 'Yours', body: `${BODY} Write to evil@elsewhere.test.` }],
  ['a link of nobody', { subject: 'Yours', body: `${BODY} https://elsewhere.test` }],
  ['no subject', { subject: ' ', body: BODY }],
  ['no text', { subject: 'Yours', body: 'Hi' }],
  ['too long a text', { subject: 'Yours', body: 'x'.repeat(5_000) }],
  ['fields of another kind', { subject: 1, body: [BODY] }],
  ['no JSON', 'I cannot do that.'],
])('%s is no draft', (_, answer) => {
  expect(read(answer)).toBeNull();
});
