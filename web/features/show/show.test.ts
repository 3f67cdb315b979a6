import { SHOW_HEARTBEAT_MS, SHOW_RECONNECT_MS } from '@understudy/contract/constants';
import { clockOf } from '@understudy/contract/reel';
import type { ShowView } from '@understudy/contract/show';
import { SHOW_CLOSE } from '@understudy/contract/show-close';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../platform/testing/fake-clock.ts';
import { createShow } from './show.ts';
import { createShowSocket, type ShowSocketDeps, type Wire } from './show-socket.ts';

const SESSION = { sessionId: 's1', secret: 'secret' };

const viewOf = (change: Partial<ShowView> = {}): ShowView => ({
  active: true,
  episode: 1,
  started_at: '1970-01-01T00:16:40.000Z',
  mode: 'banter',
  segment_started_at: '1970-01-01T00:16:40.000Z',
  emotion: 'curious',
  energy: 5,
  engagement: 5,
  trend: 'stable',
  words_per_minute: 150,
  turns: 0,
  modes: [],
  callbacks: [],
  moments: [],
  threads: [],
  themes: [],
  game: null,
  ...change,
});

/** A server's end of a connection. */
interface Line extends Wire {
  sent: { type: string; data: Record<string, unknown> }[];
  tell(type: string, data?: object, seq?: number): void;
  isClosed: boolean;
}

/** A show whose server is played by the test. */
function scene({ kept = null as string | null, asks = true, hasWords = false } = {}) {
  const clock = createFakeClock();
  const lines: Line[] = [];
  const tab = new Map<string, string | null>(kept === null ? [] : [['show', kept]]);
  let listener = () => {};
  const browser = { online: true, spokeUp: 0 };
  const network: ShowSocketDeps = {
    clock,
    isOnline: () => browser.online,
    subscribeToConnection(heard) {
      listener = heard;
      return () => {};
    },
    connect() {
      const line: Line = {
        sent: [],
        isClosed: false,
        send: (text) => void line.sent.push(JSON.parse(String(text))),
        close: () => {
          line.isClosed = true;
        },
        tell: (type, data = {}, seq) => line.onmessage?.call({} as WebSocket, messageOf({ type, data, seq })),
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      lines.push(line);
      return line;
    },
  };
  const show = createShow({
    clock,
    createSocket: (hearer) => createShowSocket(network, hearer),
    tab: { read: (key) => tab.get(key) ?? null, write: (key, value) => void tab.set(key, value) },
    speakUp: () => {
      browser.spokeUp += 1;
    },
  });
  if (asks) show.ask();
  show.attend(SESSION, hasWords);
  const at = (index: number): Line => {
    const line = lines.at(index);
    if (!line) throw new Error('There is no such connection.');
    return line;
  };
  return {
    ...{ show, clock, lines, at, tab, browser },
    is: () => show.store.get(),
    /** The newest connection opens and is accepted. */
    accept() {
      at(-1).onopen?.call({} as WebSocket, {} as Event);
      at(-1).tell('ready', { role: 'performer' });
    },
    lose(code = 1006) {
      at(-1).onclose?.call({} as WebSocket, { code } as CloseEvent);
    },
    goOffline() {
      browser.online = false;
      listener();
    },
    types: () => at(-1).sent.map(({ type }) => type),
  };
}

const messageOf = (message: object) => ({ data: JSON.stringify(message) }) as MessageEvent;

test('a show that was asked for is started, once the server knows the page', () => {
  const { accept, at, types, is, show, tab } = scene();
  expect(is()).toMatchObject({ phase: 'asked', connection: 'connecting' });
  expect(show.isPerforming()).toBe(true);
  accept();
  expect(at(-1).sent[0]).toEqual({ type: 'init', data: { session_secret: 'secret', after: 0 } });
  expect(types()).toEqual(['init', 'podcast-started']);
  at(-1).tell('context-update', viewOf(), 1);
  expect(is()).toMatchObject({ phase: 'on', connection: 'live' });
  expect(tab.get('show')).toBe('s1');
});

test('a conversation without a show has no connection, and the twin does not perform', () => {
  const { lines, show } = scene({ asks: false });
  expect(lines).toHaveLength(0);
  expect(show.isPerforming()).toBe(false);
});

test('a reload finds a running show, and does not start a stopped one again', () => {
  const running = scene({ asks: false, kept: 's1' });
  running.accept();
  running.at(-1).tell('context-update', viewOf({ mode: 'comedy' }), 7);
  expect(running.is()).toMatchObject({ phase: 'on', view: { mode: 'comedy' } });
  const stopped = scene({ asks: false, kept: 's1' });
  stopped.accept();
  stopped.at(-1).tell('context-update', viewOf({ active: false }), 7);
  expect(stopped.types()).toEqual(['init']);
  expect(stopped.is().phase).toBe('over');
  expect(stopped.show.isPerforming()).toBe(false);
  expect(scene({ asks: false, kept: 'other' }).lines).toHaveLength(0);
});

test('a start that the server has not heard of before the reload is sent again', () => {
  const { accept, types } = scene({ asks: false, kept: 's1 asked' });
  accept();
  expect(types()).toEqual(['init', 'podcast-started']);
});

test('in the midst of a conversation the twin opens the show; after a greeting it need not', () => {
  const midst = scene({ hasWords: true });
  midst.accept();
  midst.at(-1).tell('context-update', viewOf(), 1);
  midst.at(-1).tell('context-update', viewOf(), 1);
  expect(midst.browser.spokeUp).toBe(1);
  const fresh = scene();
  fresh.accept();
  fresh.at(-1).tell('context-update', viewOf(), 1);
  expect(fresh.browser.spokeUp).toBe(0);
});

test('after a lost connection it is tried again in 5 s, from the last message on, and nothing is told twice', () => {
  const { accept, at, lose, clock, lines, is } = scene();
  accept();
  at(-1).tell('context-update', viewOf(), 1);
  at(-1).tell('mode-change', { mode: 'comedy', by: 'engine' }, 2);
  lose();
  expect(is().connection).toBe('reconnecting');
  clock.pass(SHOW_RECONNECT_MS - 1);
  expect(lines).toHaveLength(1);
  clock.pass(1);
  expect(lines).toHaveLength(2);
  accept();
  expect(at(-1).sent[0]?.data).toMatchObject({ after: 2 });
  const { news } = is();
  at(-1).tell('mode-change', { mode: 'debate', by: 'engine' }, 2);
  expect(is().news).toBe(news);
  at(-1).tell('mode-change', { mode: 'riffing', by: 'director' }, 3);
  expect(is().news).toEqual({ seq: 3, kind: 'mode', mode: 'riffing', by: 'director' });
});

test.each([SHOW_CLOSE.unauthorized, SHOW_CLOSE.forbidden, SHOW_CLOSE.ended])(
  'a connection closed with %i is not asked for again',
  (code) => {
    const { accept, lose, clock, lines, is } = scene();
    accept();
    lose(code);
    clock.pass(10 * SHOW_RECONNECT_MS);
    expect(lines).toHaveLength(1);
    expect(is().connection).toBe('ended');
  },
);

test('a page whose place another one took comes back only when it is asked to, from the last message on', () => {
  const { show, accept, at, lose, clock, lines, is } = scene();
  accept();
  at(-1).tell('context-update', viewOf(), 4);
  at(-1).tell('mode-change', { mode: 'debate', by: 'visitor' }, 4);
  lose(SHOW_CLOSE.replaced);
  expect(is()).toMatchObject({ phase: 'on', connection: 'elsewhere' });
  clock.pass(10 * SHOW_RECONNECT_MS);
  expect(lines).toHaveLength(1);
  show.takeBack();
  expect(is().connection).toBe('connecting');
  accept();
  expect(at(-1).sent[0]).toEqual({ type: 'init', data: { session_secret: 'secret', after: 4 } });
  expect(is().connection).toBe('live');
  show.takeBack();
  expect(lines).toHaveLength(2);
});

test('a heartbeat asks for a sign of life; without any, the connection counts as lost', () => {
  const { accept, at, clock, types, is } = scene();
  accept();
  clock.pass(SHOW_HEARTBEAT_MS);
  expect(types().at(-1)).toBe('context-update');
  at(-1).tell('ready', { role: 'performer' });
  clock.pass(2 * SHOW_HEARTBEAT_MS);
  expect(is().connection).toBe('live');
  clock.pass(SHOW_HEARTBEAT_MS);
  expect(is().connection).toBe('reconnecting');
  expect(at(0).isClosed).toBe(true);
});

test('without a network the connection is dropped at once, and tried again only with one', () => {
  const { accept, goOffline, browser, clock, lines, is } = scene();
  accept();
  goOffline();
  expect(is().connection).toBe('reconnecting');
  clock.pass(3 * SHOW_RECONNECT_MS);
  expect(lines).toHaveLength(1);
  browser.online = true;
  clock.pass(SHOW_RECONNECT_MS);
  expect(lines).toHaveLength(2);
});

test('a stop asks for the closing words once the server has heard of it, and can be undone', () => {
  const { accept, at, show, is, browser, types } = scene();
  accept();
  at(-1).tell('context-update', viewOf(), 1);
  at(-1).tell('response-processed', { turn_id: 't' }, 2);
  show.stop();
  expect(is().phase).toBe('stopping');
  at(-1).tell('context-update', viewOf(), 2);
  expect(is().phase).toBe('stopping');
  at(-1).tell('context-update', viewOf({ active: false }), 3);
  expect(is().phase).toBe('over');
  expect(browser.spokeUp).toBe(1);
  expect(show.isPerforming()).toBe(true);
  show.closed();
  expect(show.isPerforming()).toBe(false);
  show.start();
  expect(types().slice(-2)).toEqual(['podcast-stopped', 'podcast-started']);
  at(-1).tell('context-update', viewOf(), 4);
  expect(is().phase).toBe('on');
  expect(browser.spokeUp).toBe(1);
});

test('a stop without a connection ends the performance at once, and is told to the server later', () => {
  const { accept, at, lose, show, clock, types } = scene();
  accept();
  at(-1).tell('context-update', viewOf(), 1);
  lose();
  show.stop();
  expect(show.isPerforming()).toBe(false);
  clock.pass(SHOW_RECONNECT_MS);
  accept();
  expect(types()).toEqual(['init', 'podcast-stopped']);
});

test('a callback that was asked for comes with the next line', () => {
  const { accept, at, show, is } = scene();
  show.bringBack('c1');
  expect(is().ordered).toBeNull();
  accept();
  at(-1).tell('context-update', viewOf(), 1);
  show.bringBack('c1');
  expect(at(-1).sent.at(-1)).toEqual({ type: 'callback-available', data: { id: 'c1', use: true } });
  expect(is().ordered).toBe('c1');
  at(-1).tell('moment-registered', { content: 'Some line.' }, 2);
  at(-1).tell('response-processed', { callback: null }, 3);
  expect(is()).toMatchObject({ ordered: 'c1', hasLine: true });
  at(-1).tell('response-processed', { callback: 'c1' }, 4);
  expect(is().ordered).toBeNull();
  show.bringBack('c1');
  // The director takes it back.
  at(-1).tell('command', { action: 'drop-callback' }, 5);
  expect(is().ordered).toBeNull();
});

test("a segment that begins while the page looks begins by the page's own clock", () => {
  const { accept, at, clock, is } = scene();
  accept();
  at(-1).tell('context-update', viewOf({ segment_started_at: '2030-01-01T00:00:00.000Z' }), 1);
  expect(is().segmentSince).toBe(clock.now());
  clock.pass(9_000);
  at(-1).tell('context-update', viewOf({ segment_started_at: '2030-01-01T00:00:20.000Z' }), 2);
  expect(is().segmentSince).toBe(clock.now());
  expect(clockOf(65_400)).toBe('1:05');
});

test('what is no message, and what the server says of another kind, changes nothing', () => {
  const { accept, at, is } = scene();
  accept();
  const before = is();
  at(-1).onmessage?.call({} as WebSocket, { data: 'not JSON' } as MessageEvent);
  at(-1).onmessage?.call({} as WebSocket, messageOf(['x']));
  at(-1).tell('error', { code: 'no_show' });
  expect(is()).toBe(before);
});

test('the end of the conversation is the end of its show', () => {
  const { accept, at, show, is, lines } = scene();
  accept();
  at(-1).tell('context-update', viewOf(), 1);
  show.attend(null, true);
  expect(lines[0]?.isClosed).toBe(true);
  expect(is()).toMatchObject({ phase: 'over', connection: 'off' });
  expect(show.isPerforming()).toBe(false);
});
