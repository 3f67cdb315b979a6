import { expect, test } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { settle } from '../../platform/testing/fake-clock.ts';
import type { KeptSession } from './session-keeper.ts';
import { SILENT_PORT } from './speech-port.ts';
import { conversationScene, events, say, startedConversation, type Turn } from './testing/conversation-scene.ts';
import { answer, delta, history, kept, request, SESSION, screen } from './testing/scene.ts';

test('starting wakes the sound first, then creates the session', async () => {
  const { conversation, called, told, talk, stored } = conversationScene();
  const sound = Promise.withResolvers<void>();
  const started = conversation.start(true, sound.promise);
  await settle();
  expect(called).toEqual([]);
  sound.resolve();
  await started;
  expect(called).toEqual(['create_session']);
  expect(told).toEqual(['success: Session started successfully']);
  expect(talk().phase).toBe('live');
  expect(stored()?.session.sessionId).toBe(SESSION.sessionId);
});

test('starting tells the server whether replies will be heard', async () => {
  for (const isOn of [true, false]) {
    const bodies: unknown[] = [];
    const create_session = (body: unknown) => {
      bodies.push(body);
      return { session_id: SESSION.sessionId, session_secret: 'secret' };
    };
    await startedConversation({ calls: { create_session }, voice: { ...SILENT_PORT, isOn: () => isOn } });
    const seen = { consent: true, consent_version: '2', consent_language: 'en' };
    expect(bodies).toEqual([{ visitor_id: 'lasting', ...seen, mode: 'mentor', speak: isOn }]);
  }
});

test('a start that fails says so on screen and leaves the way to try again', async () => {
  const error = new CallError('rate_limited', 'Too many conversations.', {
    status: 429,
    retryAfterMs: 5_000,
    fromServer: true,
  });
  const { talk, told, reported } = await startedConversation({ calls: { create_session: error } });
  expect(talk()).toMatchObject({ phase: 'fresh', trouble: { sentence: 'Too many conversations.', retryAt: 5_000 } });
  expect(told).toEqual(['error: Failed to start session']);
  expect(reported).toEqual(['Failed to create session']);
});

test('a sentence that has changed is read again, and the next start agrees to the new one', async () => {
  const changed = new CallError('consent_changed', 'It has changed.', { status: 409, fromServer: true });
  const versions: unknown[] = [];
  const create_session = (body: unknown) => {
    versions.push((body as { consent_version: string }).consent_version);
    return versions.length === 1 ? changed : { session_id: SESSION.sessionId, session_secret: 'secret' };
  };
  const consent = { version: '3', language: 'en', text: 'Keep it for a year.', translations: {} } as const;
  const { conversation, talk } = await startedConversation({ calls: { create_session }, configNow: { consent } });
  expect(talk()).toMatchObject({
    phase: 'fresh',
    consentAsked: consent,
    trouble: { sentence: 'It has changed.', retryAt: null },
  });
  await conversation.start(true, Promise.resolve());
  expect(talk().phase).toBe('live');
  expect(versions).toEqual(['2', '3']);
});

test('a sentence that cannot be read again stays, and so does the way to try', async () => {
  const changed = new CallError('consent_changed', 'It has changed.', { status: 409, fromServer: true });
  const { talk, called } = await startedConversation({ calls: { create_session: changed } });
  expect(called).toEqual(['create_session', 'config']);
  expect(talk()).toMatchObject({ phase: 'fresh', consentAsked: { version: '2' }, trouble: { retryAt: null } });
});

test('the greeting is asked for 3 s after the start, as a follow-up to nothing', async () => {
  const { clock, turns, talk } = await startedConversation();
  await clock.passSlowly(3_000);
  expect(turns).toHaveLength(1);
  expect(turns[0]).toMatchObject({ user_message: '', context: { is_followup: true } });
  expect(turns[0]?.context?.recent_messages).toBeUndefined();
  expect(screen(talk())).toEqual(['Hi.']);
});

test('a follow-up comes after 30 s of silence and tells where the talk stands', async () => {
  const { clock, turns, conversation } = await startedConversation();
  say(conversation, 'Hello');
  await clock.passSlowly(30_000);
  expect(turns).toHaveLength(2);
  expect(turns[1]).toMatchObject({
    user_message: '',
    context: { is_followup: true, recent_messages: ['Hello', 'Hi.'] },
  });
});

test('blank text is not sent, and nothing is without a session', async () => {
  const { conversation, turns } = conversationScene();
  say(conversation, 'Hello');
  expect(turns).toEqual([]);
  await conversation.start(true, Promise.resolve());
  say(conversation, ' \n ');
  expect(turns).toEqual([]);
  say(conversation, 'Hello');
  expect(turns).toMatchObject([
    { user_message: 'Hello', mode: 'mentor', model: 'asked-model', is_performer_mode: false },
  ]);
  expect(turns[0]).not.toHaveProperty('context');
});

test('a choice holds from the next turn on', async () => {
  const { conversation, turns } = await startedConversation();
  conversation.choose({ mode: 'futurist', model: 'other-model' });
  say(conversation, 'Hello');
  expect(turns).toMatchObject([{ mode: 'futurist', model: 'other-model' }]);
});

test('who chose no model goes on with the one that answers by default now; who chose one stays with it', async () => {
  const { conversation, turns } = await startedConversation();
  conversation.defaultModel('connected-model');
  say(conversation, 'Hello');
  conversation.choose({ model: 'other-model' });
  conversation.defaultModel('third-model');
  expect(conversation.store.get().model).toBe('other-model');
  expect(turns).toMatchObject([{ model: 'connected-model' }]);
});

test('a message that is refused stands there with the reason, and goes again under its own id', async () => {
  const error = new CallError('rate_limited', 'That was a lot.', {
    status: 429,
    retryAfterMs: 9_000,
    fromServer: true,
  });
  const { conversation, turns, talk, told } = await startedConversation({ turns: [() => events(error)] });
  say(conversation, 'Hello');
  await settle();
  expect(screen(talk())).toEqual(['? Hello']);
  expect(talk().entries[0]).toMatchObject({
    failure: { sentence: 'That was a lot.', retryAt: 9_000, remedy: 'again' },
  });
  expect(told.at(-1)).toBe('error: Failed to send message');
  conversation.sendAgain(turns[0]?.turn_id ?? '');
  await settle();
  expect(turns[1]?.turn_id).toBe(turns[0]?.turn_id);
  expect(screen(talk())).toEqual(['> Hello', 'Hi.']);
});

test('a follow-up that fails is replaced by a canned sentence, another one the next time', async () => {
  const error = new CallError('reply_failed', 'The twin could not answer.', { status: 502, fromServer: true });
  const { conversation, clock, talk, told, reported } = await startedConversation({
    turns: [() => events(answer(['Hi.'])), () => events(error), () => events(error)],
  });
  say(conversation, 'Hello');
  await clock.passSlowly(30_000);
  expect(screen(talk())).toEqual(['> Hello', 'Hi.', 'Take your time. I’m here when you want to go on.']);
  await clock.passSlowly(31_000);
  expect(screen(talk()).at(-1)).toBe('I’ll wait. Write or say something whenever you like.');
  await clock.passSlowly(120_000);
  expect(screen(talk())).toHaveLength(4);
  expect(told).toEqual(['success: Session started successfully']);
  expect(reported).toEqual(['agent reply failed', 'agent reply failed']);
});

test('a follow-up that is not due is only logged', async () => {
  const error = new CallError('followup_not_due', 'Not now.', { status: 409, fromServer: true });
  const { conversation, clock, talk, told, reported } = await startedConversation({
    turns: [() => events(answer(['Hi.'])), () => events(error)],
  });
  say(conversation, 'Hello');
  await clock.passSlowly(30_000);
  expect(screen(talk())).toEqual(['> Hello', 'Hi.']);
  expect(told).toEqual(['success: Session started successfully']);
  expect(reported).toEqual(['agent reply failed']);
});

test('a session that is over in mid-talk ends the talk, and the words go back into the field', async () => {
  const error = new CallError('session_ended', 'This conversation has ended.', { status: 410, fromServer: true });
  const { conversation, talk, stored } = await startedConversation({ turns: [() => events(error)] });
  say(conversation, 'Hello');
  await settle();
  expect(talk()).toMatchObject({
    phase: 'ended',
    draft: 'Hello',
    trouble: { sentence: 'This conversation has ended.' },
  });
  expect(stored()).toBeNull();
});

test('stopping closes the connection, keeps the words and offers the rest', async () => {
  let closed = false;
  const endless: Turn = async function* (_body, signal) {
    yield delta('I was about');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    closed = true;
    throw signal.reason;
  };
  const { conversation, turns, talk } = await startedConversation({
    turns: [endless, () => events(answer(['I was about to say it.']))],
  });
  say(conversation, 'Hello');
  await settle();
  conversation.stop();
  await settle();
  expect(closed).toBe(true);
  expect(screen(talk())).toEqual(['> Hello', 'I was about']);
  conversation.askForRest();
  await settle();
  expect(turns[1]?.turn_id).toBe(turns[0]?.turn_id);
  expect(screen(talk())).toEqual(['> Hello', 'I was about to say it.']);
});

test('ending asks the server, forgets the session and keeps what may be read', async () => {
  const { conversation, called, talk, stored } = await startedConversation();
  say(conversation, 'Hello');
  await settle();
  await conversation.end();
  expect(called.at(-1)).toBe('end_session');
  expect(talk().phase).toBe('ended');
  expect(screen(talk())).toEqual(['> Hello', 'Hi.']);
  expect(stored()).toBeNull();
});

test('an end that does not reach the server leaves the conversation as it was', async () => {
  const { conversation, talk } = await startedConversation({ calls: { end_session: new CallError('network', 'No.') } });
  await conversation.end();
  expect(talk()).toMatchObject({
    phase: 'live',
    trouble: { sentence: 'The conversation could not be ended. Please try again.' },
  });
});

test('a closed screen asks for nothing more', async () => {
  const { conversation, clock, turns } = await startedConversation();
  conversation.close();
  say(conversation, 'Hello');
  await clock.passSlowly(120_000);
  expect(turns).toEqual([]);
});

const left: KeptSession = { session: SESSION, model: 'other-model', unsettled: [] };

test('a reload picks the conversation up', async () => {
  const past = history([kept('a', 'visitor', 'Hello'), kept('a', 'agent', 'Hi.')]);
  const { talk } = conversationScene({ kept: left, calls: { session_history: past } });
  expect(talk().phase).toBe('restoring');
  await settle();
  expect(talk()).toMatchObject({ phase: 'live', mode: 'storyteller', model: 'other-model' });
  expect(screen(talk())).toEqual(['> Hello', 'Hi.']);
});

test('a reply that was under way is heard from its beginning, without its words leaving the screen', async () => {
  const past = history([kept('a', 'visitor', 'Hello'), kept('a', 'agent', 'Half', { interrupted: true })]);
  const unsettled = [{ request: request('a'), at: 1, unsent: false }];
  const { talk, turns } = conversationScene({
    kept: { ...left, unsettled },
    calls: { session_history: past },
    turns: [() => events(answer(['Half a sentence.']))],
  });
  await settle();
  await settle();
  expect(turns).toMatchObject([{ turn_id: 'a', user_message: 'Hello' }]);
  expect(screen(talk())).toEqual(['> Hello', 'Half a sentence.']);
});

test.each([
  ['ended', history([], { ended: true })],
  ['unknown', new CallError('invalid_session', 'Not known.', { status: 401, fromServer: true })],
])('a session that is %s leads to the start screen with a sentence', async (_name, answered) => {
  const { talk, stored } = conversationScene({ kept: left, calls: { session_history: answered } });
  await settle();
  expect(talk()).toMatchObject({ phase: 'fresh', trouble: { sentence: expect.stringContaining('has ended') } });
  expect(stored()).toBeNull();
});

test('a server that cannot be reached does not cost the conversation', async () => {
  let reachable = false;
  const past = history([kept('a', 'visitor', 'Hello')]);
  const { conversation, clock, talk, stored } = conversationScene({
    kept: left,
    calls: { session_history: () => (reachable ? past : new CallError('network', 'No.')) },
  });
  await clock.passSlowly(60_000);
  expect(talk()).toMatchObject({
    phase: 'restoring',
    trouble: { sentence: 'Your conversation cannot be reached right now.' },
  });
  expect(stored()).toEqual(left);
  reachable = true;
  await conversation.restore();
  expect(screen(talk())).toEqual(['> Hello']);
});

const hide = () => new Event('pagehide');
const show = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });

/** The calls made to the server, for scenes in which `track_event` succeeds. */
function telling() {
  const told: unknown[] = [];
  const track_event = (body: unknown) => {
    told.push((body as { kind: string }).kind);
    return { success: true };
  };
  return { told, track_event };
}

test('a page that goes says so, and so does one that the browser brings back as it was', async () => {
  const { told, track_event } = telling();
  const { page } = await startedConversation({ calls: { track_event } });
  page.dispatchEvent(hide());
  page.dispatchEvent(show(true));
  expect(told).toEqual(['page_left', 'page_returned']);
});

test('the first showing of a page is no return', async () => {
  const { told, track_event } = telling();
  const { page } = await startedConversation({ calls: { track_event } });
  page.dispatchEvent(show(false));
  expect(told).toEqual([]);
});

test('a conversation that is picked up after a reload tells of its return', async () => {
  const { told, track_event } = telling();
  const session_history = {
    session_id: SESSION.sessionId,
    mode: 'mentor',
    consent: true,
    ended: false,
    started_at: '2026-11-21T18:00:00.000Z',
    utterances: [],
    running_turn_id: null,
    extract: null,
  };
  const kept = { session: SESSION, model: 'asked-model', unsettled: [] };
  conversationScene({ kept, calls: { session_history, track_event } });
  await settle();
  expect(told).toEqual(['page_returned']);
});

test('there is nothing to tell before a conversation, after its end, and once the screen is closed', async () => {
  const { told, track_event } = telling();
  const before = conversationScene({ calls: { track_event } });
  before.page.dispatchEvent(hide());
  const after = await startedConversation({ calls: { track_event } });
  await after.conversation.end();
  after.page.dispatchEvent(hide());
  const closed = await startedConversation({ calls: { track_event } });
  closed.conversation.close();
  closed.page.dispatchEvent(hide());
  expect(told).toEqual([]);
});
