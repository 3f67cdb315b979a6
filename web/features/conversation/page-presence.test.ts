import { expect, test } from 'vitest';
import { settle } from '../../platform/testing/fake-clock.ts';
import { conversationScene, startedConversation } from './testing/conversation-scene.ts';
import { SESSION } from './testing/scene.ts';

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
