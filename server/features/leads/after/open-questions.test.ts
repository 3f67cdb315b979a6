import { expect, test } from 'vitest';
import { loadSampleTwin } from '../../../testing/sample-twin.ts';
import { leftOpenLines } from '../../twin/reply/moves.ts';
import { openQuestionsOf } from './open-questions.ts';

const sample = await loadSampleTwin();
const lines = (reply: string) => [
  { seq: 0, speaker: 'visitor' as const, text: 'Do you work on boats?', at: new Date() },
  { seq: 1, speaker: 'agent' as const, text: reply, at: new Date() },
];
const open = (twin: typeof sample, reply: string) =>
  openQuestionsOf([{ seq: 0, text: 'Do you work on boats?' }], lines(reply), leftOpenLines(twin));

test('a question that the twin left open in the owner’s own words is open', () => {
  const own = "That is not in my notes. I've put your question on {first_name}'s list.";
  const twin = { ...sample, replies: { not_known: [own] } };
  const said = own.replace('{first_name}', sample.persona.first_name);
  expect(open(twin, said)).toEqual(['Do you work on boats?']);
  expect(open(sample, said)).toEqual([]);
  expect(open(twin, 'Yes, on boats as well. What is yours?')).toEqual([]);
});

test('so is one that it left open in the product’s', () => {
  const [line = ''] = leftOpenLines(sample);
  expect(open(sample, `${line.split('{')[0]} ferries.`)).toEqual(['Do you work on boats?']);
});
