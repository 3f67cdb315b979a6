import { randomUUID } from 'node:crypto';
import { MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePoints, normaliseVisitorText } from '../features/conversation/turn.ts';
import { isBlank } from '../platform/text/visible.ts';
import { expectErrorBody } from '../testing/invariants.ts';
import { times } from '../testing/load.ts';
import { useScene } from './refusals.ts';

const { scene } = useScene();
const RUNS = times(100, 300);

/** Values of a body's fields: valid, nearly valid, or anything. */
const anything = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' });
const text = fc.string({ unit: 'binary', maxLength: 60 });
const identifier = fc.oneof(text, fc.uuid(), fc.constantFrom('mentor', 'embedded', 'constructor', '__proto__', ''));

/** Fields of each function; a run takes some of them, with valid or arbitrary values. */
const FIELDS: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  create_session: { visitor_id: fc.uuid(), consent: fc.boolean(), mode: identifier },
  agent_reply: {
    user_message: text,
    mode: identifier,
    model: identifier,
    is_performer_mode: fc.boolean(),
    speak: fc.boolean(),
    turn_id: fc.uuid(),
    context: fc.record(
      { is_followup: fc.boolean(), conversation_topic: text, recent_messages: fc.array(fc.oneof(text, anything)) },
      { requiredKeys: [] },
    ),
  },
  embedded_chat: {
    messages: fc.array(fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: text }), {
      maxLength: 5,
    }),
    temperature: fc.double(),
    max_tokens: fc.integer(),
    model: identifier,
  },
  track_event: {
    kind: fc.oneof(fc.constantFrom('clicked', 'cta_clicked'), text),
    payload: fc.dictionary(text, anything),
  },
  collect_email: {
    email: fc.oneof(fc.emailAddress(), text),
    name: text,
    signup_type: fc.constantFrom('waitlist', 'x'),
  },
  session_history: {},
  action_items: { action: fc.constant('extract'), extract_from: text },
  session_summary: {},
  request_call: { email: fc.emailAddress(), wished_time: text },
  my_memories: {},
  correct_memory: { id: fc.uuid(), text },
  forget_memory: { id: fc.uuid(), all: fc.boolean() },
  end_session: {},
};

describe('P1: any JSON value to any function is answered, and never with a defect', () => {
  test.each(Object.entries(FIELDS))('%s', async (fn, fields) => {
    const { app } = scene();
    let credentials = await app.session();
    const shaped = fc.record(
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, fc.oneof({ weight: 4, arbitrary: value }, anything)]),
      ),
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      anything.map((value) => JSON.stringify(value)),
      shaped.map((value) => JSON.stringify(value)),
      // With valid credentials, the rest of the body reaches the function itself.
      fc
        .tuple(shaped, fc.boolean())
        .map(([value, withCredentials]) =>
          JSON.stringify({ ...value, ...(withCredentials || fn !== 'end_session' ? credentials : {}) }),
        ),
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const response = await fetch(`${app.url}/functions/v1/${fn}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: sent,
        });
        const answer = await response.text();
        expect(response.status, `${sent} gave ${answer}`).toBeLessThan(500);
        if (response.status === 200) expect(() => JSON.parse(answer)).not.toThrow();
        else expectErrorBody(answer);
        if (fn === 'end_session' && response.status === 200) credentials = await app.session();
      }),
      { numRuns: RUNS },
    );
  });
});

test('P2: any words come back from the conversation as written, after the documented normalisation', async () => {
  const { app } = scene();
  const words = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\ud800', '\udc00', '\0', '\r', '\u202e'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 200,
  });
  await fc.assert(
    fc.asyncProperty(words, async (written) => {
      const expected = normaliseVisitorText(written);
      fc.pre(!isBlank(expected) && codePoints(expected) <= MESSAGE_MAX_CODE_POINTS);
      const credentials = await app.session();
      const message = { ...credentials, user_message: written, model: 'embedded', turn_id: randomUUID() };
      expect((await app.call('agent_reply', message)).status).toBe(200);
      const { utterances } = (await app.call('session_history', credentials)).body;
      expect(utterances[0].text).toBe(expected);
      expect(expected.isWellFormed()).toBe(true);
    }),
    { numRuns: RUNS / 2 },
  );
});

test('the normalisation is one: doing it twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (written) => {
      const once = normaliseVisitorText(written);
      expect(normaliseVisitorText(once)).toBe(once);
    }),
  );
});
