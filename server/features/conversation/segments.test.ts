import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText, SegmentStream, shortenPause, splitReply } from './segments.ts';

describe('pause shortening', () => {
  test.each([
    ['after a contrast word at least 800 ms', 500, 'It works, but', 'only when the team is small enough', 800],
    ['a long pause after a contrast word stays', 2000, 'It works. However', 'only when the team is small', 2000],
    ['after a thinking word 0.8 times', 1000, 'I would say that, well', 'it depends on the team you have', 800],
    ['after a thinking word at least 500 ms', 300, 'Hmm...', 'it depends on the team you have', 500],
    ['short neighbours 0.4 times', 500, 'Yes.', 'Of course.', 200],
    ['short neighbours at most 300 ms', 2000, 'Yes.', 'Of course.', 300],
    ['otherwise 0.7 times', 1000, 'That is a long enough sentence.', 'So is this one, I believe.', 700],
    ['none written, none held', 0, 'It works, but', 'rarely', 0],
    ['never longer than ten seconds', 99_000, 'It works, but', 'rarely', 10_000],
  ])('%s', (_name, written, before, after, expected) => {
    expect(shortenPause(written, before, after)).toBe(expected);
  });
});

describe('segments', () => {
  test('split at the markers, without them', () => {
    expect(splitReply('Good question, honestly.[pause:1s] Let me answer it properly.')).toEqual([
      { text: 'Good question, honestly.', pause_ms: 0 },
      { text: 'Let me answer it properly.', pause_ms: 700 },
    ]);
  });

  test.each([
    ['[pause:2s]', []],
    ['', []],
    ['   ', []],
    ['[pause:1s]Hello', ['Hello']],
    ['Hello[pause:1s]', ['Hello']],
    ['a[PAUSE: 0.5 s]b', ['a', 'b']],
    ['a[pause:1s][pause:2s]b', ['a', 'b']],
    ['broken[pause:]here', ['broken', 'here']],
    ['broken[pause:abcs]here', ['broken', 'here']],
    ['never closed[pause:2', ['never closed']],
    ['half a word [pau', ['half a word']],
    ['an [aside] stays', ['an [aside] stays']],
    ['a list [1, 2] stays', ['a list [1, 2] stays']],
    ['[[pause:1s]x', ['[', 'x']],
    ['end [', ['end [']],
  ])('%j', (text, expected) => {
    expect(splitReply(text).map((segment) => segment.text)).toEqual(expected);
  });

  test('are the same however the text is cut, and no delta shows a part of a marker', () => {
    const part = fc.oneof(
      fc.constantFrom('[pause:1s]', '[pause:0.5s]', '[', ']', '[pause:', 'Hello. ', 'but ', 'x'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(12)), (parts, cuts) => {
        const text = parts.join('');
        const stream = new SegmentStream();
        const events = [];
        let at = 0;
        for (const cut of cuts) {
          events.push(...stream.push(text.slice(at, at + cut)));
          at += cut;
        }
        events.push(...stream.push(text.slice(at)), ...stream.end());
        const segments = events.flatMap((event) => (event.kind === 'segment' ? [event.segment] : []));
        expect(segments).toEqual(splitReply(text));
        expect(plainText(segments)).not.toMatch(/\[\s*pause\s*:/i);
        const shown = events.map((event) => (event.kind === 'delta' ? event.text : '')).join('');
        expect(shown.replace(/\s/g, '')).toBe(plainText(segments).replace(/\s/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  test('a megabyte of brackets is read in linear time', () => {
    expect(splitReply('['.repeat(1_000_000))[0]?.text.length).toBe(1_000_000);
    expect(splitReply('[pause:'.repeat(150_000))).toEqual([]);
  });
});
