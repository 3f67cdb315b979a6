import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hear, newReply, nextRevealAt, PROVISIONAL_PAUSE_MS, rejoin, show } from './reply.ts';
import { segmentsOnScreen, textOnScreen } from './talk.ts';
import { answer, delta, request, segment } from './testing/scene.ts';

const onScreen = (reply: ReturnType<typeof newReply>) =>
  Array.from({ length: segmentsOnScreen(reply) }, (_, index) => textOnScreen(reply, index));

test('a segment that is still being written appears after the usual pause, one that is complete after its own', () => {
  const first = hear(hear(newReply(request('a'), 0), delta('One.'), 0), segment(0, 'One.'), 100);
  const open = hear(first, delta('Two'), 150);
  expect(nextRevealAt(open)).toBe(100 + PROVISIONAL_PAUSE_MS);
  expect(nextRevealAt(hear(open, segment(1, 'Two.', 2_000), 200))).toBe(2_100);
  expect(onScreen(show(open, 100 + PROVISIONAL_PAUSE_MS))).toEqual(['One.', 'Two']);
});

test('the words on screen are the same however they arrive and however often the connection is lost', () => {
  const sentence = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,4}\.$/);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(sentence, fc.nat(3_000)), { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(40), { maxLength: 6 }),
      (script, losses) => {
        const messages = script.flatMap(([text, pause], index) => [
          ...text.split(/(?= )/).map(delta),
          segment(index, text, index === 0 ? 0 : pause),
        ]);
        const end = answer(script.map(([text, pause], index) => [text, index === 0 ? 0 : pause]));
        let reply = newReply(request('a'), 0);
        let at = 0;
        const later = () => {
          at += 50;
          return at;
        };
        for (const loss of losses) {
          for (const message of messages.slice(0, loss)) reply = hear(reply, message, later());
          const before = onScreen(reply).join('|');
          reply = rejoin(reply);
          // Text that was on screen does not disappear.
          expect(onScreen(reply).join('|')).toBe(before);
        }
        for (const message of [...messages, end]) {
          const before = onScreen(reply).join('').length;
          reply = hear(reply, message, later());
          expect(onScreen(reply).join('').length).toBeGreaterThanOrEqual(before);
        }
        reply = show(reply, at + 60_000);
        for (let due = nextRevealAt(reply); due !== null; due = nextRevealAt(reply)) reply = show(reply, due);
        expect(onScreen(reply)).toEqual(script.map(([text]) => text));
        expect(reply.status).toBe('done');
      },
    ),
  );
});
