import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectSoundDatabase } from '../../testing/invariants.ts';
import { type ScriptedApp, startScriptedApp } from '../../testing/scripted-app.ts';
import { visitorScene } from '../../testing/visitor-scene.ts';

let app: ScriptedApp;
beforeAll(async () => {
  app = await startScriptedApp();
});
afterAll(() => app.close());
afterEach(() => expectSoundDatabase(app.pool));

const REPLY = 'It takes two weeks.[pause:1s] You get a book of decisions.[pause:1s] Shall we begin?';
const FIRST = 'It takes two weeks.';

/** A visitor who has asked something, and its answer. */
async function answered(words = 'Hello') {
  const scene = await visitorScene(app);
  const turnId = crypto.randomUUID();
  const asked = app.call('agent_reply', { ...scene.body(words), turn_id: turnId });
  const reply = await app.model.next();
  reply.say(REPLY);
  reply.end();
  await asked;
  const interrupt = (heard: string, reason = 'barge_in') =>
    app.call('interrupt_reply', { ...scene.credentials, turn_id: turnId, heard, reason });
  const events = async () =>
    (
      await app.pool.query("SELECT payload FROM events WHERE session_id = $1 AND kind = 'reply_interrupted'", [
        scene.credentials.session_id,
      ])
    ).rows.map((row) => row.payload);
  return { ...scene, turnId, interrupt, events };
}

describe('interrupt_reply', () => {
  test('keeps exactly the words that were heard', async () => {
    const { interrupt, transcript, events, turnId, credentials } = await answered();
    const answer = await interrupt(`${FIRST}  You get\na book`);
    expect(answer.body).toEqual({ turn_id: turnId, text: `${FIRST} You get a book`, interrupted: true });
    expect(await transcript()).toEqual(['visitor: Hello', `agent: ${FIRST}`, 'agent: You get a book —']);
    const { utterances } = (await app.call('session_history', credentials)).body;
    expect(
      utterances.map((line: Record<string, unknown>) => [line['seq'], line['total_segments'], line['interrupted']]),
    ).toEqual([
      [0, 1, false],
      [1, 2, false],
      [2, 2, true],
    ]);
    expect(await events()).toEqual([{ turn_id: turnId, reason: 'barge_in', heard_characters: 34 }]);
  });

  test('asked again it changes nothing', async () => {
    const { interrupt, transcript, events } = await answered();
    const first = await interrupt(FIRST);
    const before = await transcript();
    expect((await interrupt(FIRST)).body).toEqual(first.body);
    expect((await interrupt(`${FIRST} You get a book of decisions.`)).body).toEqual(first.body);
    expect(await transcript()).toEqual(before);
    expect(await events()).toHaveLength(1);
  });

  test('of a reply that was heard whole nothing is taken', async () => {
    const { interrupt, transcript, events } = await answered();
    const answer = await interrupt('It takes two weeks. You get a book of decisions. Shall we begin');
    expect(answer.body.interrupted).toBe(false);
    expect(await transcript()).toHaveLength(4);
    expect(await events()).toEqual([]);
  });

  test('of one of which nothing was heard nothing is left', async () => {
    const { interrupt, transcript } = await answered();
    expect((await interrupt('')).body).toMatchObject({ text: '', interrupted: true });
    expect(await transcript()).toEqual(['visitor: Hello']);
  });

  test('what was said afterwards moves up, and the next reply knows only what was heard', async () => {
    const { interrupt, transcript, body } = await answered();
    const next = app.call('agent_reply', body('And the price?'));
    const reply = await app.model.next();
    await interrupt(FIRST);
    reply.say('It is fixed.');
    reply.end();
    await next;
    expect(await transcript()).toEqual([
      'visitor: Hello',
      `agent: ${FIRST} —`,
      'visitor: And the price?',
      'agent: It is fixed.',
    ]);
    const later = app.call('agent_reply', body('Good'));
    const { request, end, say } = await app.model.next();
    expect(request.history.map(({ text }) => text)).toEqual(['Hello', FIRST, 'And the price?', 'It is fixed.']);
    say('Yes.');
    end();
    await later;
  });

  test('a running reply is stopped, at the model too', async () => {
    const { body, credentials, transcript } = await visitorScene(app);
    const turnId = crypto.randomUUID();
    const words = 'It takes two weeks.[pause:1s] You get a';
    const { stream, reply } = await app.begin({ ...body('Hello'), turn_id: turnId }, words);
    await stream.next('segment');
    const answer = await app.call('interrupt_reply', {
      ...credentials,
      turn_id: turnId,
      heard: 'It takes two',
      reason: 'stop_button',
    });
    expect(reply.signal.aborted).toBe(true);
    expect(answer.body).toEqual({ turn_id: turnId, text: 'It takes two', interrupted: true });
    await stream.ended;
    expect(stream.events.at(-1)).toMatchObject({ event: 'done', data: { interrupted: true } });
    expect(await transcript()).toEqual(['visitor: Hello', 'agent: It takes two —']);
    const again = await app.call('agent_reply', { ...body('Hello'), turn_id: turnId });
    expect(again.body).toMatchObject({ text: 'It takes two', interrupted: true });
  });

  test.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown turn', { turn_id: crypto.randomUUID() }, 404, 'not_found'],
    ['a wrong secret', { session_secret: 'wrong' }, 401, 'invalid_session'],
    ['a reason that is a sentence', { reason: 'Because I said so' }, 400, 'invalid_request'],
    ['no heard', { heard: undefined }, 400, 'invalid_request'],
  ])('%s is refused', async (_, changes, status, code) => {
    const { credentials, turnId, transcript } = await answered();
    const body = { ...credentials, turn_id: turnId, heard: FIRST, reason: 'barge_in', ...changes };
    const answer = await app.call('interrupt_reply', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await transcript()).toHaveLength(4);
  });
});
