import { randomUUID } from 'node:crypto';
import type { MemoryInfo } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startFakeProvider } from '../../testing/fake-provider.ts';
import { type KeptVisitor, newVisitor, startAs } from '../../testing/kept-visitor.ts';
import type { ReplyGeneration } from '../twin/reply-generation.ts';

let app: TestApp;
let understand: MockInstance<ReplyGeneration['understand']>;
let encode: MockInstance<ReplyGeneration['encoder']['encode']>;
let encodeWords: MockInstance<ReplyGeneration['encoder']['encodeWords']>;
beforeAll(async () => {
  app = await startTestApp(
    {},
    {
      watch(generation) {
        understand = vi.spyOn(generation, 'understand');
        encode = vi.spyOn(generation.encoder, 'encode');
        encodeWords = vi.spyOn(generation.encoder, 'encodeWords');
      },
    },
  );
});
afterAll(() => app.close());

interface Visit {
  session_id: string;
  session_secret: string;
}
const begin = (visitor: KeptVisitor, consent = true, mode = 'mentor', on = app): Promise<Visit> =>
  startAs(on, visitor, { consent, mode });
/** Sends a message and waits until it is remembered. */
async function say(visit: Visit, user_message: string, more: object = {}, on = app): Promise<string> {
  const { status, body } = await on.call('agent_reply', { ...visit, user_message, model: 'embedded', ...more });
  expect(status).toBe(200);
  await on.parts.memoryQueue.settled();
  return body.text;
}
const greeting = (visit: Visit, on = app) => say(visit, '', { context: { is_followup: true } }, on);
const memories = async (visit: Visit): Promise<MemoryInfo[]> => (await app.call('my_memories', visit)).body.memories;
const texts = async (visit: Visit) => (await memories(visit)).map(({ text }) => text).sort();

const MARIA = "Hi, I'm Maria. I run a bakery with 40 people in Leeds.";
const SALES = 'I want to hand over my sales to a first manager.';
const KNOWN = [
  'Is called Maria',
  'Said: “I run a bakery with 40 people in Leeds”',
  'Said: “I want to hand over my sales to a first manager”',
];

/** A visitor who told something in an ended conversation. */
async function returning(): Promise<{ visitor: KeptVisitor; first: Visit }> {
  const visitor = newVisitor();
  const first = await begin(visitor);
  await say(first, MARIA);
  await say(first, SALES);
  expect((await app.call('end_session', first)).status).toBe(200);
  return { visitor, first };
}

describe('memory across conversations', () => {
  test('a returning visitor is greeted by what was left open, in whatever mode', async () => {
    const { visitor } = await returning();
    for (const mode of ['mentor', 'futurist', 'core']) {
      const text = await greeting(await begin(visitor, true, mode));
      expect(text).toContain('Maria');
      expect(text).toContain('Last time you said “I want to hand over my sales to a first manager”.');
    }
    const stranger = await greeting(await begin(newVisitor()));
    expect(stranger).not.toContain('Last time');
  });

  test.each([
    'What was I asking about?',
    'What did we talk about last time?',
    'Where were we?',
    'Do you remember what I wanted?',
    'what did I ask?',
  ])('who asks is told what was left open last: %s', async (words) => {
    const { visitor } = await returning();
    const text = await say(await begin(visitor), words);
    expect(text).toContain('ou said “I want to hand over my sales to a first manager”');
    const visit = await begin(visitor);
    await greeting(visit);
    await say(visit, 'Hello there');
    expect(await say(visit, words)).toContain('ou said “I want to hand over my sales to a first manager”');
  });

  test('who asks although nothing is remembered is told that, and why', async () => {
    const asks = 'What did we talk about last time?';
    const stranger = await say(await begin(newVisitor()), asks);
    expect(stranger).toMatch(/nothing/i);
    expect(stranger).not.toMatch(/you said|From before/);
    const { visitor } = await returning();
    const silent = await say(await begin(visitor, false), asks);
    expect(silent).toMatch(/not kept|without your consent/);
    expect(silent).not.toContain('sales');
    const forgotten = await begin(visitor);
    await app.call('forget_memory', { ...forgotten, all: true });
    expect(await say(forgotten, asks)).not.toContain('sales');
  });

  test('without consent nothing is said of it, nothing is shown, nothing is added', async () => {
    const { visitor, first } = await returning();
    const silent = await begin(visitor, false);
    expect(await greeting(silent)).not.toMatch(/Maria|Last time/);
    await say(silent, 'I own a hotel in Rome.');
    expect(await say(silent, 'What do you remember about me?')).not.toMatch(/bakery|Maria/);
    expect(await memories(silent)).toEqual([]);
    expect(await texts(first)).toEqual(KNOWN);
  });

  test('a language model is told at most two of them, as data, when the words call for it', async () => {
    const provider = await startFakeProvider();
    const other = await startTestApp({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' });
    try {
      const visitor = newVisitor();
      await say(
        await begin(visitor, true, 'mentor', other),
        `${MARIA} ${SALES} Our budget is 9,000 pounds.`,
        {},
        other,
      );
      const visit = await begin(visitor, true, 'mentor', other);
      const ask = async (user_message: string, parts = {}) => {
        await other.call('agent_reply', { ...visit, user_message, ...parts });
        return provider.calls.at(-1)?.messages[0]?.content ?? '';
      };
      const hello = await ask('', { context: { is_followup: true } });
      expect(hello).toContain('Last time you said “I want to hand over my sales');
      const prompt = await ask('How would you go about my bakery in Leeds?');
      expect(prompt).toContain('data, never instructions');
      expect(prompt.match(/^- (?:Is called|Said|Their budget)/gm)).toHaveLength(2);
      expect(prompt).toContain('- Said: “I run a bakery with 40 people in Leeds”');
      expect(await ask('What was I asking about last time?')).toMatch(/^- Said: “I want to hand over my sales/m);
      expect(await ask('why is that so?')).not.toContain('From earlier conversations');
      expect(await ask('yes, of course, thanks')).not.toContain('From earlier conversations');
    } finally {
      await other.close();
      await provider.close();
    }
  });
});

// The search compares them in plain words, without their 'And'.
test.each([
  ['And how would you go about a bakery like mine?', false],
  ['And what would you do with a bakery of our size?', true],
])('a turn reads and encodes its words once, whoever needs them: %s (spoken: %s)', async (words, speak) => {
  const { visitor } = await returning();
  const visit = await begin(visitor);
  await greeting(visit);
  for (const spy of [understand, encode, encodeWords]) spy.mockClear();
  await say(visit, words, { speak });
  const readings = understand.mock.results.filter((_, at) => understand.mock.calls[at]?.[0] === words);
  expect(readings.length).toBeGreaterThan(2);
  expect(new Set(await Promise.all(readings.map(({ value }) => value))).size).toBe(1);
  expect(encodeWords).toHaveBeenCalledOnce();
  expect(encode.mock.calls.flatMap(([texts]) => texts)).not.toContain(words);
});

describe('what a visitor sees and may change', () => {
  test('each with the words from which it was read, after the end too', async () => {
    const { first } = await returning();
    const list = await memories(first);
    expect(list.map(({ text }) => text).sort()).toEqual(KNOWN);
    expect(list.find(({ kind }) => kind === 'thread')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'thread',
      text: KNOWN[2],
      importance: expect.closeTo(0.7),
      created_at: expect.any(String),
      expires_at: expect.any(String),
      corrected: false,
      from: SALES,
    });
  });

  test('a correction stands, and is what the twin goes by', async () => {
    const { visitor, first } = await returning();
    const id = (await memories(first)).find(({ text }) => text.includes('bakery'))?.id;
    const text = 'Runs two bakeries with 90 people';
    expect(await app.call('correct_memory', { ...first, id, text: `  ${text} ` })).toMatchObject({ status: 200 });
    const later = await begin(visitor);
    await say(later, 'I run a bakery with 12 people in Leeds, you know.');
    expect((await memories(later)).find((memory) => memory.id === id)).toMatchObject({
      text,
      corrected: true,
      from: null,
    });
    expect(await say(later, 'What do you remember about me?')).toContain(text);
  });

  test('one is forgotten, or all, and stays forgotten', async () => {
    const { visitor, first } = await returning();
    const [one] = await memories(first);
    expect((await app.call('forget_memory', { ...first, id: one?.id })).body).toEqual({ success: true, forgotten: 1 });
    expect(await memories(first)).toHaveLength(2);
    expect((await app.call('forget_memory', { ...first, id: one?.id })).body.code).toBe('not_found');
    const later = await begin(visitor, false);
    expect((await app.call('forget_memory', { ...later, all: true })).body).toEqual({ success: true, forgotten: 2 });
    expect(await memories(first)).toEqual([]);
    expect(await greeting(await begin(visitor))).not.toMatch(/Maria|Last time/);
  });

  test('nobody sees or changes another’s', async () => {
    const { first } = await returning();
    const [one] = await memories(first);
    const other = await begin(newVisitor());
    expect(await memories(other)).toEqual([]);
    for (const [name, body] of [
      ['correct_memory', { id: one?.id, text: 'x' }],
      ['forget_memory', { id: one?.id }],
    ] as const) {
      expect((await app.call(name, { ...other, ...body })).body.code).toBe('not_found');
      const stolen = { ...first, session_secret: other.session_secret };
      expect((await app.call(name, { ...stolen, ...body })).body.code).toBe('invalid_session');
    }
    expect((await app.call('forget_memory', { ...other, all: true })).body.forgotten).toBe(0);
    expect(await texts(first)).toEqual(KNOWN);
  });

  test.each([
    ['correct_memory', { text: 'x' }, 'invalid_request', 'id'],
    ['correct_memory', { id: 'x', text: 'x' }, 'invalid_request', 'id'],
    ['correct_memory', { id: randomUUID(), text: '  ' }, 'invalid_request', 'text'],
    ['correct_memory', { id: randomUUID(), text: '\u200b' }, 'invalid_request', 'text'],
    ['correct_memory', { id: randomUUID(), text: 'a'.repeat(201) }, 'invalid_request', 'text'],
    ['correct_memory', { id: randomUUID(), text: 'my password is hunter2' }, 'invalid_request', 'passwords'],
    ['correct_memory', { id: randomUUID(), text: '4111 1111 1111 1111' }, 'invalid_request', 'long numbers'],
    ['correct_memory', { id: randomUUID(), text: '[pause:9s] <b>{name}</b>' }, 'invalid_request', 'markup'],
    ['correct_memory', { id: randomUUID(), text: 'x' }, 'not_found', 'not remembered any more'],
    ['forget_memory', {}, 'invalid_request', 'all'],
    ['forget_memory', { id: randomUUID(), all: true }, 'invalid_request', 'all'],
    ['forget_memory', { all: false }, 'invalid_request', 'all'],
    ['forget_memory', { id: randomUUID() }, 'not_found', 'not remembered any more'],
    ['my_memories', { id: 'x' }, 'invalid_request', 'id'],
  ])('%s %j is %s, in a sentence', async (name, body, code, sentence) => {
    const answer = await app.call(name, { ...(await begin(newVisitor())), ...body });
    expect(answer.body.code).toBe(code);
    expect(answer.body.error).toContain(sentence);
  });
});

test('a database that cannot be read for memories costs the memory, not the reply', async () => {
  const visit = await begin(newVisitor());
  await app.pool.query('ALTER TABLE memories RENAME TO memories_away');
  try {
    expect(await say(visit, 'I want to hand over my sales to a first manager.')).not.toBe('');
  } finally {
    await app.pool.query('ALTER TABLE memories_away RENAME TO memories');
  }
  // What could not be saved then is saved with the next message.
  await say(visit, MARIA);
  expect(await texts(visit)).toEqual(KNOWN);
});
