import { expect, test } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { settle } from '../../platform/testing/fake-clock.ts';
import type { KeptSession } from './session-keeper.ts';
import { conversationScene, events } from './testing/conversation-scene.ts';
import { answer, history, kept, request, SESSION, screen } from './testing/scene.ts';

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
  expect(talk()).toMatchObject({ phase: 'fresh', trouble: { sentence: expect.stringContaining('over') } });
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
    trouble: { sentence: 'Your conversation cannot be reached just now.' },
  });
  expect(stored()).toEqual(left);
  reachable = true;
  await conversation.restore();
  expect(screen(talk())).toEqual(['> Hello']);
});
