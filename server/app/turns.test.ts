import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type ScriptedModel, scriptedModel } from '../testing/scripted-model.ts';
import { hear } from '../testing/stream.ts';

let app: TestApp;
let model: ScriptedModel;

beforeAll(async () => {
  model = scriptedModel();
  app = await startTestApp({}, { model });
});
afterAll(() => app.close());

/** A session and the ways a visitor acts in it. */
async function scene() {
  const credentials = await app.session();
  const body = (user_message: string, turn_id = randomUUID()) => ({ ...credentials, user_message, turn_id });
  const transcript = async () =>
    (await app.call('session_history', credentials)).body.utterances.map(
      (line: { speaker: string; text: string; interrupted: boolean }) =>
        `${line.speaker}: ${line.text}${line.interrupted ? ' —' : ''}`,
    );
  return { credentials, body, transcript };
}

describe('a turn', () => {
  test('as JSON: words kept, segments with their pauses, no marker anywhere', async () => {
    const { body, transcript } = await scene();
    const asked = app.call('agent_reply', body('Hello there'));
    const reply = await model.next();
    expect(await transcript()).toEqual(['visitor: Hello there']);
    reply.say('It is good to meet you today.[pause:1s] What brings');
    reply.say(' you here this morning?');
    reply.end({ knowledge: ['p1'] });
    const { status, body: answer } = await asked;
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      text: 'It is good to meet you today. What brings you here this morning?',
      audio_base64: null,
      extract: null,
      debug_commands: [],
      mode: 'mentor',
      model: 'scripted',
      segments: [
        { text: 'It is good to meet you today.', pause_ms: 0 },
        { text: 'What brings you here this morning?', pause_ms: 700 },
      ],
      knowledge: ['p1'],
      interrupted: false,
    });
    expect(await transcript()).toEqual([
      'visitor: Hello there',
      'agent: It is good to meet you today.',
      'agent: What brings you here this morning?',
    ]);
  });

  test('stored segments carry index, total and times one second apart', async () => {
    const { body, credentials } = await scene();
    const asked = app.call('agent_reply', body('Hello'));
    const reply = await model.next();
    reply.say('One.[pause:1s]Two.[pause:1s]Three.');
    reply.end();
    await asked;
    const { utterances } = (await app.call('session_history', credentials)).body;
    const agent = utterances.filter((line: { speaker: string }) => line.speaker === 'agent');
    expect(
      agent.map((line: Record<string, unknown>) => [line['segment_index'], line['total_segments'], line['seq']]),
    ).toEqual([
      [0, 3, 1],
      [1, 3, 2],
      [2, 3, 3],
    ]);
    const times = agent.map((line: { ts: string }) => Date.parse(line.ts));
    expect(times[1] - times[0]).toBe(1000);
    expect(times[2] - times[1]).toBe(1000);
  });

  test('streamed: words as they are written, then the same answer', async () => {
    const { body } = await scene();
    const hearing = hear(app.url, body('Hello'));
    const reply = await model.next();
    reply.say('Good ');
    const stream = await hearing;
    expect(await stream.next('delta')).toEqual({ text: 'Good ' });
    reply.say('morning.[pau');
    reply.say('se:1s]How are you?');
    reply.end();
    expect(await stream.next('segment')).toEqual({ index: 0, total: null, text: 'Good morning.', pause_ms: 0 });
    expect(await stream.next('done')).toMatchObject({ text: 'Good morning. How are you?', interrupted: false });
    await stream.ended;
    expect(stream.words()).toBe('Good morning.How are you?');
  });

  test('asked again with its id: joined while it runs, replayed when it is over, kept once', async () => {
    const { body, transcript } = await scene();
    const message = body('Once only');
    const first = hear(app.url, message);
    const reply = await model.next();
    reply.say('Only ');
    const stream = await first;
    await stream.next('delta');
    const joined = await hear(app.url, message);
    const waiting = app.call('agent_reply', message);
    reply.say('once.');
    reply.end();
    expect(await joined.next('done')).toMatchObject({ text: 'Only once.' });
    expect(joined.words()).toBe('Only once.');
    expect((await waiting).body.text).toBe('Only once.');
    expect((await app.call('agent_reply', message)).body.text).toBe('Only once.');
    expect(await transcript()).toEqual(['visitor: Once only', 'agent: Only once.']);
  });

  test('a message that arrives while the reply is being written interrupts it', async () => {
    const { body, transcript } = await scene();
    const firstBody = body('Tell me everything');
    const first = hear(app.url, firstBody);
    const cut = await model.next();
    cut.say('Everything is');
    const stream = await first;
    await stream.next('delta');
    const second = app.call('agent_reply', body('Stop, just the price'));
    expect(await stream.next('done')).toMatchObject({ text: 'Everything is', interrupted: true, partial: true });
    const reply = await model.next();
    expect(cut.signal.aborted).toBe(true);
    expect(reply.request.history).toEqual([
      { speaker: 'visitor', text: 'Tell me everything' },
      { speaker: 'agent', text: 'Everything is' },
    ]);
    reply.say('It depends.');
    reply.end();
    await second;
    expect(await transcript()).toEqual([
      'visitor: Tell me everything',
      'agent: Everything is —',
      'visitor: Stop, just the price',
      'agent: It depends.',
    ]);
    expect((await app.call('agent_reply', firstBody)).body).toMatchObject({ text: 'Everything is', interrupted: true });
  });

  test('a follow-up asked for in another tab does not interrupt the reply that is being written', async () => {
    const { body, credentials, transcript } = await scene();
    const first = hear(app.url, body('Tell me everything'));
    const reply = await model.next();
    reply.say('Everything is');
    const stream = await first;
    await stream.next('delta');
    const followup = { ...credentials, user_message: '', context: { is_followup: true, recent_messages: ['Hello'] } };
    expect(await app.call('agent_reply', followup)).toMatchObject({ status: 409, body: { code: 'followup_not_due' } });
    reply.say(' here.');
    reply.end();
    expect(await stream.next('done')).toMatchObject({ text: 'Everything is here.', interrupted: false });
    expect(await transcript()).toEqual(['visitor: Tell me everything', 'agent: Everything is here.']);
  });

  test('two messages while neither is answered are answered in order, each seeing what came before it', async () => {
    const { body, transcript } = await scene();
    const first = app.call('agent_reply', body('First'));
    const a = await model.next();
    const second = app.call('agent_reply', body('Second'));
    await expect.poll(transcript).toEqual(['visitor: First', 'visitor: Second']);
    a.say('To the first.');
    a.end();
    expect((await first).body.text).toBe('To the first.');
    const b = await model.next();
    expect(b.request.history).toEqual([
      { speaker: 'visitor', text: 'First' },
      { speaker: 'agent', text: 'To the first.' },
    ]);
    b.say('To the second.');
    b.end();
    expect((await second).body.text).toBe('To the second.');
    expect(await transcript()).toEqual([
      'visitor: First',
      'visitor: Second',
      'agent: To the first.',
      'agent: To the second.',
    ]);
  });

  test('a lost connection cuts the turn at the provider; asked again it goes on after the words that were kept', async () => {
    const { body, transcript, credentials } = await scene();
    const message = body('A long story, please');
    const first = hear(app.url, message);
    const cut = await model.next();
    cut.say('Once upon a time.[pause:1s]There was');
    const stream = await first;
    await stream.next('segment');
    stream.leave();
    await expect.poll(() => cut.signal.aborted).toBe(true);
    await expect
      .poll(transcript)
      .toEqual(['visitor: A long story, please', 'agent: Once upon a time.', 'agent: There was —']);
    const again = hear(app.url, message);
    const rest = await model.next();
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

  test('asked again the moment the connection was lost: goes on after the kept words, and keeps them once', async () => {
    const { body, transcript } = await scene();
    const message = body('Hello');
    const first = hear(app.url, message);
    const cut = await model.next();
    cut.say('The first half');
    const stream = await first;
    await stream.next('delta');
    // The loss and the second request race: whichever comes first, the words stand once.
    stream.leave();
    const again = hear(app.url, { ...message, user_message: 'Other words' });
    const rest = await Promise.race([model.next(), again.then(() => cut)]);
    if (rest !== cut) {
      expect(rest.request).toMatchObject({ continueAfter: 'The first half', userMessage: 'Hello' });
    }
    rest.say(' and the second.');
    rest.end();
    expect(await (await again).next('done')).toMatchObject({ text: 'The first half and the second.' });
    expect(await transcript()).toEqual(['visitor: Hello', 'agent: The first half and the second.']);
  });

  test('asked again while the words of the cut reply are still being kept: it goes on after them, kept once', async () => {
    const { body, transcript, credentials } = await scene();
    const message = body('A story, please');
    const first = hear(app.url, message);
    const cut = await model.next();
    cut.say('Once upon');
    const stream = await first;
    await stream.next('delta');
    const slow = await app.pool.connect();
    await slow.query('BEGIN');
    await slow.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [credentials.session_id]);
    stream.leave();
    await expect.poll(() => cut.signal.aborted).toBe(true);
    const again = app.call('agent_reply', message);
    expect(await transcript()).toEqual(['visitor: A story, please']);
    await slow.query('COMMIT');
    slow.release();
    const rest = await model.next();
    expect(rest.request.continueAfter).toBe('Once upon');
    rest.say(' a time.');
    rest.end();
    expect((await again).body).toMatchObject({ text: 'Once upon a time.', partial: false });
    expect(await transcript()).toEqual(['visitor: A story, please', 'agent: Once upon a time.']);
  });

  test('a provider stream that dies after words leaves them, marked, and says that the rest may be asked for', async () => {
    const { body, transcript } = await scene();
    const message = body('Hello');
    const first = hear(app.url, message);
    const dying = await model.next();
    dying.say('Half of');
    dying.end({ complete: false });
    const stream = await first;
    expect(await stream.next('error')).toMatchObject({ code: 'stream_interrupted', partial: true });
    expect(await transcript()).toEqual(['visitor: Hello', 'agent: Half of —']);
    const again = app.call('agent_reply', message);
    const rest = await model.next();
    rest.say(' an answer.');
    rest.end();
    expect((await again).body).toMatchObject({ text: 'Half of an answer.', partial: false });
  });

  test('ending the session cuts what is being written', async () => {
    const { body, credentials, transcript } = await scene();
    const first = hear(app.url, body('Hello'));
    const cut = await model.next();
    cut.say('As I was saying');
    const stream = await first;
    await stream.next('delta');
    expect((await app.call('end_session', credentials)).body).toEqual({ success: true });
    expect(await transcript()).toEqual(['visitor: Hello', 'agent: As I was saying —']);
    expect(await app.call('agent_reply', body('More'))).toMatchObject({ status: 410, body: { code: 'session_ended' } });
  });
});
