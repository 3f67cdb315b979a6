import type { ShowMode } from '@understudy/contract/constants';
import type { PerformerMessage, ShowSocketMessage, ShowView } from '@understudy/contract/show';
import type { Storage } from '../../platform/storage.ts';
import { createStore, type Store } from '../../platform/store.ts';
import type { ShowConnection, ShowHearer, ShowSocket, ShowSocketDeps } from './show-socket.ts';

/**
 * `none`: a conversation without a show. `asked`: the show begins with the conversation, or as soon as the server
 * hears of it. `on`: on air. `stopping`: the server has not heard of the stop yet. `over`: stopped; the closing words
 * are said or due.
 */
type ShowPhase = 'none' | 'asked' | 'on' | 'stopping' | 'over';

/** Something that happened on air, told in words; `seq` makes two of the same kind two. */
export type ShowNews = { seq: number } & (
  | { kind: 'mode'; mode: ShowMode; by: 'engine' | 'visitor' | 'director' }
  | { kind: 'moment'; content: string }
  | { kind: 'callback'; setup: string }
  | { kind: 'started' | 'stopped' }
);

/** The show as the stage shows it. */
export interface ShowState {
  phase: ShowPhase;
  connection: ShowConnection;
  /** The server's view; null before the first one. */
  view: ShowView | null;
  /** When the running segment began, by this browser's clock. */
  segmentSince: number;
  /** Whether the twin has said something that can be saved. */
  hasLine: boolean;
  /** The callback that comes with the next line. */
  ordered: string | null;
  news: ShowNews | null;
}

export interface ShowDeps extends Pick<ShowSocketDeps, 'clock'> {
  /** The connection to the server. */
  createSocket(hearer: ShowHearer): ShowSocket<PerformerMessage>;
  /** Lasts as long as the tab, so that a reload finds the show again. */
  tab: Storage;
  /** The show has begun in the midst of a conversation, or has been stopped: the twin has words for that. */
  speakUp(): void;
}

/** The visitor's side of a show. */
export interface Show {
  store: Pick<Store<ShowState>, 'get' | 'subscribe'>;
  /** The conversation is a show from its start, or from now on if it runs already. */
  ask(): void;
  /** The visitor would rather just talk. */
  withdraw(): void;
  /** The conversation: null while none is running. @param hasWords whether something was said in it */
  attend(session: { sessionId: string; secret: string } | null, hasWords: boolean): void;
  /** Whether the twin performs in the next turn. */
  isPerforming(): boolean;
  /** The closing words are said, or will not come. */
  closed(): void;
  start(): void;
  stop(): void;
  /** The show goes on here, and no longer in another tab. */
  takeBack(): void;
  changeMode(mode: ShowMode): void;
  saveMoment(): void;
  /** The callback comes with the next line. */
  bringBack(id: string): void;
  /** The screen is left. */
  close(): void;
}

/** The tab's show: its session's id, and whether the server has to be told of it yet. */
const KEY = 'show';
const ASKED = ' asked';

/** Connects the stage with the server's show of this conversation. The server decides; this only asks and shows. */
export function createShow(deps: ShowDeps): Show {
  const store = createStore<ShowState>({
    phase: 'none',
    connection: 'off',
    view: null,
    segmentSince: 0,
    hasLine: false,
    ordered: null,
    news: null,
  });
  const set = (change: Partial<ShowState>) => store.set({ ...store.get(), ...change });
  let sessionId: string | null = null;
  let attended: Parameters<Show['attend']>[0] = null;
  /** Whether the closing words are still to come. */
  let isClosing = false;
  /** Whether the twin opens a show that begins in the midst of a conversation. */
  let opens = false;

  const socket = deps.createSocket({
    connection(connection) {
      set({ connection });
      if (connection === 'live') tellWish();
    },
    heard(message) {
      if (message.type === 'context-update') see(message.data as unknown as ShowView);
      else if (message.type === 'response-processed') said(message);
      else hear(message);
    },
  });

  /** Repeats the visitor's start or stop after each connection, until the server's view agrees. */
  function tellWish(): void {
    const { phase } = store.get();
    if (phase === 'asked') socket.send({ type: 'podcast-started', data: {} });
    if (phase === 'stopping') socket.send({ type: 'podcast-stopped', data: {} });
  }

  function see(view: ShowView): void {
    const before = store.get();
    const began = Date.parse(view.segment_started_at);
    // The two clocks differ: a segment that begins while the page looks begins now.
    const isSame = before.view?.segment_started_at === view.segment_started_at;
    const now = deps.clock.now();
    const segmentSince = isSame ? before.segmentSince : before.view ? now : Math.min(now, began);
    set({ view, segmentSince, phase: phaseAfter(before.phase, view.active) });
    const { phase } = store.get();
    if (phase === before.phase) return;
    if (phase === 'on' && sessionId) deps.tab.write(KEY, sessionId);
    if (phase === 'on' && opens) deps.speakUp();
    if (phase === 'on') opens = false;
    if (phase === 'over' && before.phase === 'stopping' && before.hasLine) {
      isClosing = true;
      deps.speakUp();
    }
  }

  /** A line was said. An ordered callback waits for the next one if this had no room for it. */
  function said({ data }: ShowSocketMessage): void {
    const { ordered } = store.get();
    set({ hasLine: true, ordered: data['callback'] === ordered ? null : ordered });
  }

  /** What happened before this page was opened is not news. */
  function hear({ type, data, seq = 0 }: ShowSocketMessage): void {
    const isDropped = type === 'command' && ['reset', 'drop-callback'].includes(String(data['action']));
    if (type === 'podcast-started' || isDropped) set({ ordered: null });
    if (!store.get().view) return;
    if (type === 'mode-change') {
      const { mode, by } = data as { mode: ShowMode; by: 'engine' | 'visitor' | 'director' };
      set({ news: { seq, kind: 'mode', mode, by } });
    } else if (type === 'moment-registered') set({ news: { seq, kind: 'moment', content: String(data['content']) } });
    else if (type === 'callback-available') set({ news: { seq, kind: 'callback', setup: String(data['setup']) } });
    else if (type === 'podcast-started') set({ news: { seq, kind: 'started' } });
    else if (type === 'podcast-stopped') set({ news: { seq, kind: 'stopped' } });
  }

  const send = (message: PerformerMessage) => socket.send(message);
  return {
    store,
    ask() {
      const { phase } = store.get();
      if (phase === 'none' || phase === 'over') set({ phase: 'asked' });
    },
    withdraw() {
      if (store.get().phase === 'asked' && !sessionId) set({ phase: 'none' });
    },
    attend(session, hasWords) {
      if ((session?.sessionId ?? null) === sessionId) return;
      attended = session;
      if (!session) {
        sessionId = null;
        isClosing = false;
        socket.close();
        const { phase } = store.get();
        if (phase !== 'none') set({ phase: 'over', ordered: null });
        return;
      }
      const kept = deps.tab.read(KEY);
      const isKept = kept?.startsWith(session.sessionId) ?? false;
      const isAsked = store.get().phase === 'asked' || (isKept && kept?.endsWith(ASKED));
      set({ phase: isAsked ? 'asked' : isKept ? 'on' : 'none', view: null, hasLine: false, ordered: null, news: null });
      sessionId = session.sessionId;
      if (!isAsked && !isKept) return;
      opens = isAsked === true && hasWords;
      if (isAsked) deps.tab.write(KEY, session.sessionId + ASKED);
      socket.open(session);
    },
    isPerforming() {
      const { phase } = store.get();
      return phase === 'asked' || phase === 'on' || (phase === 'over' && isClosing);
    },
    closed() {
      isClosing = false;
    },
    start() {
      if (!sessionId || store.get().phase !== 'over') return;
      isClosing = false;
      set({ phase: 'asked' });
      tellWish();
    },
    stop() {
      const { phase } = store.get();
      if (phase !== 'on' && phase !== 'asked') return;
      set({ phase: 'stopping', ordered: null });
      tellWish();
    },
    takeBack() {
      if (attended && store.get().connection === 'elsewhere') socket.open(attended);
    },
    changeMode: (mode) => void send({ type: 'mode-change', data: { mode } }),
    saveMoment: () => void send({ type: 'moment-registered', data: {} }),
    bringBack(id) {
      if (send({ type: 'callback-available', data: { id, use: true } })) set({ ordered: id });
    },
    close: () => socket.close(),
  };
}

/** What the server's view makes of what the visitor wishes. */
function phaseAfter(phase: ShowPhase, isActive: boolean): ShowPhase {
  // A start or stop that the server has not heard of yet.
  if (phase === 'asked' && !isActive) return 'asked';
  if (phase === 'stopping' && isActive) return 'stopping';
  return isActive ? 'on' : 'over';
}
