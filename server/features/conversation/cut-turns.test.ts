import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ScriptedApp, startScriptedApp } from '../../testing/scripted-app.ts';
import { hear } from '../../testing/stream.ts';
import { visitorScene } from '../../testing/visitor-scene.ts';

let app: ScriptedApp;

beforeAll(async () => {
  app = await startScriptedApp();
});
afterAll(() => app.close());

const scene = () => visitorScene(app);

describe('a turn that was cut', () => {
  test('a lost connection cuts the turn at the provider; asked again it goes on after the kept words', async () => {
    const { body, transcript, credentials } = await scene();
    const message = body('A long story, please');
    const { stream, reply: cut } = await app.begin(message, 'Once upon a time.[pause:1s]There was');
    await stream.next('segment');
    stream.leave();
    await expect.poll(() => cut.signal.aborted).toBe(true);
    await expect
      .poll(transcript)
      .toEqual(['visitor: A long story, please', 'agent: Once upon a time.', 'agent: There was —']);
    const again = hear(app.url, message);
    const rest = await app.model.next();
    expect(rest.request.continueAfter).toBe('Once upon a time.[pause:1s]There was');
    rest.say(' a team.[pause:1s]The end.');
    rest.end();
    const resumed = await again;
    expect(await resumed.next('done')).toMatchObject({
      text: 'Once upon a time. There was a team. The end.',
      partial: false,
    });
    expect(resumed.words()).toBe('Once upon a time.There was a team.The end.');
    expect(await transcript()).toEqual([
      'visitor: A long story, please',
      'agent: Once upon a time.',
      'agent: There was a team.',
      'agent: The end.',
    ]);
    const { utterances } = (await app.call('session_history', credentials)).body;
    expect(utterances.map((line: { seq: number }) => line.seq)).toEqual([0, 1, 2, 3]);
    expect(utterances.slice(1).map((line: { total_segments: number }) => line.total_segments)).toEqual([3, 3, 3]);
  });

  test('asked again the moment the connection is lost: goes on after the kept words, and keeps them once', async () => {
    const { body, transcript } = await scene();
    const message = body('Hello');
    const { stream, reply: cut } = await app.begin(message, 'The first half');
    // The disconnection and the second request race: whichever comes first, the words are stored once.
    stream.leave();
    const again = hear(app.url, { ...message, user_message: 'Other words' });
    const rest = await Promise.race([app.model.next(), again.then(() => cut)]);
    if (rest !== cut) {
      expect(rest.request).toMatchObject({ continueAfter: 'The first half', userMessage: 'Hello' });
    }
    rest.say(' and the second.');
    rest.end();
    expect(await (await again).next('done')).toMatchObject({ text: 'The first half and the second.' });
    expect(await transcript()).toEqual(['visitor: Hello', 'agent: The first half and the second.']);
  });

  test('asked again while the words of the cut reply are being kept: it goes on after them, kept once', async () => {
    const { body, transcript, credentials } = await scene();
    const message = body('A story, please');
    const { stream, reply: cut } = await app.begin(message, 'Once upon');
    const slow = await app.pool.connect();
    await slow.query('BEGIN');
    await slow.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [credentials.session_id]);
    stream.leave();
    await expect.poll(() => cut.signal.aborted).toBe(true);
    const again = app.call('agent_reply', message);
    expect(await transcript()).toEqual(['visitor: A story, please']);
    await slow.query('COMMIT');
    slow.release();
    const rest = await app.model.next();
    expect(rest.request.continueAfter).toBe('Once upon');
    rest.say(' a time.');
    rest.end();
    expect((await again).body).toMatchObject({ text: 'Once upon a time.', partial: false });
    expect(await transcript()).toEqual(['visitor: A story, please', 'agent: Once upon a time.']);
  });

  test('a provider stream that dies after words leaves them marked, and says the rest may be asked for', async () => {
    const { body, transcript } = await scene();
    const message = body('Hello');
    const first = hear(app.url, message);
    const dying = await app.model.next();
    dying.say('Half of');
    dying.end({ complete: false });
    const stream = await first;
    expect(await stream.next('error')).toMatchObject({ code: 'stream_interrupted', partial: true });
    expect(await transcript()).toEqual(['visitor: Hello', 'agent: Half of —']);
    const again = app.call('agent_reply', message);
    const rest = await app.model.next();
    rest.say(' an answer.');
    rest.end();
    expect((await again).body).toMatchObject({ text: 'Half of an answer.', partial: false });
  });

  test.each([
    ['read', false],
    ['heard', true],
  ])('ending the session while a reply is %s keeps what is written, unmarked', async (_, speak) => {
    const { body, credentials, transcript } = await scene();
    await app.begin({ ...body('Hello'), speak }, 'As I was saying');
    expect((await app.call('end_session', credentials)).body).toEqual({ success: true });
    expect(await transcript()).toEqual(['visitor: Hello', 'agent: As I was saying']);
    expect(await app.call('agent_reply', body('More'))).toMatchObject({ status: 410, body: { code: 'session_ended' } });
  });
});
