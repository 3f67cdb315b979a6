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

describe('a turn', () => {
  test('as JSON: words kept, segments with their pauses, no marker anywhere', async () => {
    const { body, transcript } = await scene();
    const asked = app.call('agent_reply', body('Hello there'));
    const reply = await app.model.next();
    expect(await transcript()).toEqual(['visitor: Hello there']);
    reply.say('It is good to meet you today.[pause:1s] What brings');
    reply.say(' you here this morning?');
    reply.end({ knowledge: ['p1'] });
    const { status, body: answer } = await asked;
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      text: 'It is good to meet you today. What brings you here this morning?',
      audio_base64: null,
      extract: { intent: 'general_chat', pain_points: [], entities: { contact_email: null } },
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
    const reply = await app.model.next();
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

  test('times never run backwards, however fast the visitor goes on after a reply of many segments', async () => {
    const { body, credentials } = await scene();
    for (const words of ['Hello', 'And then?', 'And after that?']) {
      const asked = app.call('agent_reply', body(words));
      const reply = await app.model.next();
      reply.say('One.[pause:1s]Two.[pause:1s]Three.[pause:1s]Four.');
      reply.end();
      await asked;
    }
    const { utterances } = (await app.call('session_history', credentials)).body;
    const times = utterances.map((line: { ts: string }) => Date.parse(line.ts));
    expect(times).toHaveLength(15);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    // The next line follows the last segment directly, not a second later.
    expect(times[5] - times[4]).toBe(0);
  });

  test('streamed: words as they are written, then the same answer', async () => {
    const { body } = await scene();
    const { stream, reply } = await app.begin(body('Hello'), 'Good ');
    expect(stream.words()).toBe('Good ');
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
    const { reply } = await app.begin(message, 'Only ');
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

  test('a message while a reply is read ends it: what is written stands, and nothing is marked', async () => {
    const { body, transcript, credentials } = await scene();
    const firstBody = body('Tell me everything');
    const { stream, reply: cut } = await app.begin(firstBody, 'Everything is');
    const second = app.call('agent_reply', body('Just the price'));
    expect(await stream.next('done')).toMatchObject({ text: 'Everything is', interrupted: false, partial: false });
    const reply = await app.model.next();
    expect(cut.signal.aborted).toBe(true);
    reply.say('It depends.');
    reply.end();
    await second;
    expect(await transcript()).toEqual([
      'visitor: Tell me everything',
      'agent: Everything is',
      'visitor: Just the price',
      'agent: It depends.',
    ]);
    const { rows } = await app.pool.query(
      "SELECT kind FROM events WHERE session_id = $1 AND kind LIKE '%interrupted'",
      [credentials.session_id],
    );
    expect(rows).toEqual([]);
    expect((await app.call('agent_reply', firstBody)).body).toMatchObject({
      text: 'Everything is',
      interrupted: false,
    });
  });

  test.each([
    ['the older reply', true, false],
    ['the newer reply', false, true],
  ])('only %s being spoken is no interruption either', async (_, older, newer) => {
    const { body, transcript } = await scene();
    const { stream } = await app.begin({ ...body('Tell me everything'), speak: older }, 'Everything is');
    const second = app.call('agent_reply', { ...body('Just the price'), speak: newer });
    expect(await stream.next('done')).toMatchObject({ text: 'Everything is', interrupted: false });
    const reply = await app.model.next();
    reply.say('It depends.');
    reply.end();
    await second;
    expect(await transcript()).toContain('agent: Everything is');
  });

  test('a message that arrives while a spoken reply is being written interrupts it', async () => {
    const { body, transcript } = await scene();
    const firstBody = { ...body('Tell me everything'), speak: true };
    const { stream, reply: cut } = await app.begin(firstBody, 'Everything is');
    const second = app.call('agent_reply', { ...body('Stop, just the price'), speak: true });
    expect(await stream.next('done')).toMatchObject({ text: 'Everything is', interrupted: true, partial: true });
    const reply = await app.model.next();
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
    const { stream, reply } = await app.begin(body('Tell me everything'), 'Everything is');
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
    const a = await app.model.next();
    const second = app.call('agent_reply', body('Second'));
    await expect.poll(transcript).toEqual(['visitor: First', 'visitor: Second']);
    a.say('To the first.');
    a.end();
    expect((await first).body.text).toBe('To the first.');
    const b = await app.model.next();
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

  test('a burst of messages is kept and answered in the order in which it came', async () => {
    const { body, transcript } = await scene();
    const names = ['one', 'two', 'three', 'four', 'five'];
    const asked = names.map((name) => app.call('agent_reply', body(name)));
    const answered: string[] = [];
    for (const _ of names) {
      const reply = await app.model.next();
      answered.push(reply.request.userMessage);
      reply.say(`To ${reply.request.userMessage}.`);
      reply.end();
    }
    await Promise.all(asked);
    const kept = (await transcript()).filter((line: string) => line.startsWith('visitor: '));
    expect(kept).toEqual(answered.map((name) => `visitor: ${name}`));
  });
});
