import { posted, type ToFrame } from '@understudy/contract/widget';
import { expect, test } from 'vitest';
import type { Conversation } from '../../../features/conversation/conversation.ts';
import type { TalkState } from '../../../features/conversation/talk.ts';
import type { Voice } from '../../../features/voice/voice.ts';
import { createStore } from '../../../platform/store.ts';
import { createWidgetFrame } from './widget-frame.ts';

const HOST = 'https://www.reyes.example';
const HELLO: ToFrame = { type: 'hello', open: true, focus: true, page: { title: 'Prices', url: `${HOST}/prices` } };

/** A frame in a page, and what was posted to that page. */
function scene({ host = HOST, form = 'floating' as const, isFramed = true } = {}) {
  const told: unknown[] = [];
  const done: string[] = [];
  let hear: (event: MessageEvent) => void = () => {};
  const around = { postMessage: (message: unknown, to: string) => void told.push({ ...(message as object), to }) };
  const view = {
    parent: around,
    addEventListener: (_: string, listener: typeof hear) => {
      hear = listener;
    },
    removeEventListener: () => {
      hear = () => {};
    },
  };
  if (!isFramed) Object.assign(view, { parent: view });
  const frame = createWidgetFrame({ host, form }, view as never, () => void done.push('focus'));
  const talk = createStore({
    phase: 'live',
    entries: [],
    nextStep: null,
    call: null,
    meeting: null,
    session: { sessionId: '1' },
  } as unknown as TalkState);
  const taking = { voice: 'on', hearing: { mode: 'auto' }, speaking: null };
  const chat = {
    conversation: { store: talk as unknown as Conversation['store'], noteActivity: () => void done.push('active') },
    voice: {
      store: { get: () => ({ taking }) } as unknown as Voice['store'],
      stopSpeaking: () => void done.push('silent'),
      switchAuto: (on: boolean) => void done.push(`auto ${on}`),
    },
  };
  return {
    frame,
    chat,
    done,
    told,
    types: () => told.map((message) => (message as { type: string }).type),
    set: (more: Partial<TalkState>) => talk.set({ ...talk.get(), ...more }),
    post: (message: unknown, from: { origin?: string; source?: unknown } = {}) =>
      hear({ origin: HOST, source: around, data: message, ...from } as MessageEvent),
  };
}

const line = (kind: string, turnId: string, status?: string) => ({ kind, request: { turnId }, status }) as never;

test('it says that it is ready to the page that its address names, and learns the page from it', () => {
  const { frame, told, post, done } = scene();
  const stop = frame.open();
  expect(told).toEqual([{ ...posted({ type: 'ready' }), to: HOST }]);
  expect(frame.page()).toBeNull();
  post(posted(HELLO));
  expect(frame.page()).toEqual({ title: 'Prices', url: `${HOST}/prices` });
  expect(done).toEqual(['focus']);
  stop();
  post(posted({ type: 'closed' }));
  expect(frame.isAway()).toBe(false);
});

test('it listens to no other origin, no other window and no other form of message', () => {
  const { frame, post } = scene();
  frame.open();
  post(posted(HELLO), { origin: 'https://evil.test' });
  post(posted(HELLO), { source: {} });
  post({ ...HELLO });
  expect(frame.page()).toBeNull();
});

test.each([{ isFramed: false }, { host: 'javascript:alert(1)' }, { host: '*' }, { host: '' }])(
  'it is a page like any other where %j',
  (how) => {
    const { frame, told } = scene(how);
    frame.open();
    frame.askToClose();
    expect(told).toEqual([]);
    expect(frame.canClose).toBe(false);
  },
);

test('it tells of new lines and of a lead, once each and without a word, and of none that came back', () => {
  const { frame, chat, types, set, told } = scene();
  frame.watch(chat);
  set({ phase: 'restoring' });
  set({ phase: 'live', entries: [line('visitor', '1'), line('agent', '1', 'done')] });
  expect(types()).toEqual([]);
  set({
    entries: [line('visitor', '1'), line('agent', '1', 'done'), line('visitor', '2'), line('agent', '2', 'thinking')],
  });
  set({ entries: [line('visitor', '1'), line('visitor', '2'), line('agent', '2', 'writing')] });
  set({
    entries: [line('visitor', '2'), line('agent', '2', 'done')],
    nextStep: { contact: 'ana@costa.test' } as never,
  });
  set({ call: { email: 'ana@costa.test' } as never });
  expect(types()).toEqual(['message', 'message', 'lead']);
  expect(JSON.stringify(told)).not.toContain('ana@');
});

test('closed, it is silent and deaf, and the twin waits; opened again it goes on', () => {
  const { frame, chat, post, done } = scene();
  frame.open();
  frame.watch(chat);
  post(posted({ type: 'closed' }));
  expect(done).toEqual(['auto false', 'silent']);
  expect(frame.isAway()).toBe(true);
  post(posted({ ...HELLO, focus: false }));
  expect(frame.isAway()).toBe(false);
  expect(done).toEqual(['auto false', 'silent', 'active']);
});
