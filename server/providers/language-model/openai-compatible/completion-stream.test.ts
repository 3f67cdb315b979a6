import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkEvent, replyEvents, wordsOf } from '../../../testing/fake-replies.ts';
import { createCompletionStream, MAX_TEXT_BYTES, readCompletion } from './completion-stream.ts';
import { createThinkFilter } from './think-filter.ts';

function read(bytes: Uint8Array, cuts: number[] = []) {
  const stream = createCompletionStream();
  const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let text = '';
  let from = 0;
  for (const to of [...at, bytes.length]) {
    stream.feed(bytes.subarray(from, to));
    text += stream.take();
    from = to;
  }
  stream.close();
  return { text: text + stream.take(), finish: stream.finish, done: stream.done, fault: stream.fault };
}

const encode = (text: string) => new TextEncoder().encode(text);

/** Words in several scripts, with characters of one to four bytes, and none of the filter's tags. */
const speech = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 20 })
  .map((words) => words.join(' '))
  .filter((text) => text.isWellFormed() && !text.includes('<') && text === text.trimStart() && text !== '');

describe('any splitting of a valid stream gives the same text (P3)', () => {
  const framings: [string, (events: string[]) => string][] = [
    ['LF', (events) => events.join('')],
    ['CRLF', (events) => events.join('').replaceAll('\n', '\r\n')],
    ['CR', (events) => events.join('').replaceAll('\n', '\r')],
    ['comments and unknown fields', (events) => `: hi\n\n${events.join(': ping\n\nid: 7\nretry: 10\n')}`],
    ['a byte order mark', (events) => `\u{feff}${events.join('')}`],
    ['no space after the colon', (events) => events.join('').replaceAll('data: ', 'data:')],
    ['no empty line at the end', (events) => events.join('').trimEnd()],
  ];
  test.each(framings)('%s', (_, frame) => {
    fc.assert(
      fc.property(speech, fc.array(fc.nat(), { maxLength: 40 }), (text, cuts) => {
        const result = read(encode(frame(replyEvents(text))), cuts);
        expect(result).toEqual({ text, finish: 'stop', done: true, fault: null });
      }),
      { numRuns: 150 },
    );
  });

  test('byte by byte', () => {
    const bytes = encode(replyEvents('Grüße, 你好, 👩‍👩‍👧 and <b> too').join(''));
    expect(read(bytes, [...bytes.keys()]).text).toBe('Grüße, 你好, 👩‍👩‍👧 and <b> too');
  });

  test('an event over several data lines is one JSON text', () => {
    const event = chunkEvent({ content: 'one' }, 'stop').replace(',"choices"', ',\ndata: "choices"');
    expect(read(encode(event)).text).toBe('one');
  });
});

describe('what is not a stream of completions', () => {
  const cases = ['{', 'null', '[]', '"text"', 'NaN', '{}', '{"choices":{}}', '{"choices":[null]}', '{"choices":[NaN]}'];
  test.each([...cases, '{"choices":[{"delta":{"content":7}}]}'])('%s is a fault', (data) => {
    expect(read(encode(`data: ${data}\n\n`))).toMatchObject({ text: '', fault: 'malformed' });
  });

  test('words before the fault are kept, words after it are not read', () => {
    const body = `${chunkEvent({ content: 'kept' })}data: {\n\n${chunkEvent({ content: ' lost' })}`;
    expect(read(encode(body))).toMatchObject({ text: 'kept', fault: 'malformed' });
  });

  test('an error within the stream is the provider’s', () => {
    expect(read(encode('data: {"error":{"message":"overloaded"}}\n\n')).fault).toBe('provider error');
  });

  test('chunks without choices are legal', () => {
    const usage = 'data: {"choices":[],"usage":{"total_tokens":3}}\n\n';
    expect(read(encode(usage + replyEvents('fine').join('') + usage))).toMatchObject({ text: 'fine', fault: null });
  });

  test('text beyond the cap is not read', () => {
    const event = chunkEvent({ content: 'é'.repeat(1024) });
    const result = read(encode(event.repeat(40)));
    expect(result.fault).toBe('too long');
    expect(Buffer.byteLength(result.text)).toBe(MAX_TEXT_BYTES);
  });
});

describe('reasoning', () => {
  test('in its own fields is not text, but a sign of life', () => {
    const stream = createCompletionStream();
    stream.feed(encode(chunkEvent({ reasoning: 'hm' }) + chunkEvent({ reasoning_content: 'hm', content: null })));
    expect(stream.take()).toBe('');
    expect(stream.tokens).toBe(2);
  });

  test('in think tags is taken out, however it is split', () => {
    const insert = fc.tuple(speech, speech, speech);
    fc.assert(
      fc.property(insert, fc.array(fc.nat(), { maxLength: 30 }), ([before, thought, after], cuts) => {
        const whole = `${before}<think>${thought}</think>${after}`;
        const at = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
        const filter = createThinkFilter();
        let from = 0;
        let shown = '';
        for (const to of [...at, whole.length]) {
          shown += filter.feed(whole.slice(from, to));
          expect(shown).not.toContain('<think');
          from = to;
        }
        expect(shown + filter.end()).toBe(before + after);
      }),
    );
  });

  test('a beginning that becomes no tag is text', () => {
    const filter = createThinkFilter();
    expect(['a <', 'thin', ' b <th'].map((piece) => filter.feed(piece)).join('|')).toBe('a ||<thin b ');
    expect(filter.end()).toBe('<th');
  });

  test('before the words leaves no empty lines', () => {
    const events = ['<think>', 'so', '</think>', '\n\n', 'Hello'].map((content) => chunkEvent({ content }));
    expect(read(encode(events.join(''))).text).toBe('Hello');
  });
});

describe('a completion that came whole', () => {
  const body = (message: unknown) => JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] });
  test('gives its text without reasoning', () => {
    expect(readCompletion(body({ content: '<think>x</think>\n\nHi' }))).toMatchObject({ text: 'Hi', finish: 'stop' });
    expect(readCompletion(body({ content: null, reasoning: 'x' }))).toMatchObject({ text: '', finish: 'stop' });
  });
  test.each(['', '{', 'null', '[]', '{"choices":[]}', '{"choices":[{}]}', body({ content: 1 }), '<html>'])(
    '%s is none',
    (text) => {
      expect(readCompletion(text)).toBeNull();
    },
  );
});

test('the fake provider’s words are the text', () => {
  fc.assert(fc.property(fc.string(), (text) => void expect(wordsOf(text).join('')).toBe(text)));
});
