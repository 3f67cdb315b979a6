import { expect, test } from 'vitest';
import { sharedEncoder } from '../../../testing/encoder.ts';
import { loadSampleTwin } from '../../../testing/sample-twin.ts';
import { modeOf } from '../../conversation/index.ts';
import { createUnderstand, namesOf, type Understand } from '../../understanding/index.ts';
import { createAnswers } from '../retrieval/find-answer.ts';
import { createPassageEncoder } from '../retrieval/passage-vectors.ts';
import { readMoves } from './moves.ts';
import { prepareReply } from './prepare.ts';

const twin = await loadSampleTwin();
const encoder = sharedEncoder();
const TALK = [
  { speaker: 'agent', text: 'Hello! What brings you here?' },
  { speaker: 'visitor', text: 'What does a two day workshop cost?' },
  { speaker: 'agent', text: 'That depends on the group. How many are you?' },
  { speaker: 'visitor', text: 'And what is included?' },
] as const;

/** A twin with nothing read yet. */
function fresh() {
  const read: [line: string, before: string | null][] = [];
  let encoded = 0;
  const questions = {
    encode: (texts: readonly string[]) => {
      encoded += texts.length;
      return encoder.encode(texts);
    },
  };
  const understandLine = createUnderstand(encoder, () => namesOf(twin.persona));
  const understand: Understand = (line, context) => {
    read.push([line, context.before]);
    return understandLine(line, context);
  };
  const answers = createAnswers(twin, { passages: createPassageEncoder(encoder, null), questions }, 60_000);
  const speaker = { twin, answers, moves: readMoves(twin.replies), providers: () => [] };
  const reply = (history: readonly (typeof TALK)[number][], words: string) =>
    prepareReply(speaker, understand, {
      ...{ kind: 'message', mode: modeOf(twin, 'core'), performer: false, words, history, topic: null },
      ...{ consent: true, call: null, locale: null, newRequests: [], callTime: null, isCallRefused: false },
      ...{ known: null, knownBefore: null, memories: [], returning: null, seed: 0, booking: null },
    });
  return { read, reply, encoded: () => encoded };
}

test('the line before is read where it was said, where its reading is still there, and not encoded again', async () => {
  const { read, reply, encoded } = fresh();
  await reply(TALK.slice(0, 1), TALK[1].text);
  const before = encoded();
  await reply(TALK.slice(0, 3), TALK[3].text);
  expect(read).toEqual([
    [TALK[1].text, TALK[0].text],
    [TALK[3].text, TALK[2].text],
    [TALK[1].text, TALK[0].text],
  ]);
  // The question, and the question after the title of the passage used, if there is one.
  expect(encoded() - before).toBeLessThanOrEqual(2);
});

test('what was compared in earlier turns changes no reply', async () => {
  const running = fresh();
  await running.reply(TALK.slice(0, 1), TALK[1].text);
  const [late, anew] = [
    await running.reply(TALK.slice(0, 3), TALK[3].text),
    await fresh().reply(TALK.slice(0, 3), TALK[3].text),
  ];
  expect(late.reply).toEqual(anew.reply);
  expect(late.found).toEqual(anew.found);
  expect(late.nearest.map(({ id }) => id)).toEqual(anew.nearest.map(({ id }) => id));
});
