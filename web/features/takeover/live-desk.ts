import { TAKEOVER_BEAT_MS } from '@understudy/contract/constants';
import type {
  AdminTakeoverView,
  LiveLine,
  LiveSessionEvent,
  PersonLineAnswer,
  SuggestionAnswer,
} from '@understudy/contract/takeover';
import type { AdminCalls } from '../../platform/admin-calls.ts';
import { type Clock, pause } from '../../platform/clock.ts';
import { eventsOf } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import { sentenceOf } from '../../platform/sentence-of.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { createTypingSign, createTypingTeller } from './typing.ts';

/** First and longest wait before a lost stream is opened again; it doubles in between. */
const RECONNECT_FIRST_MS = 1_000;
const MAX_RECONNECT_MS = 15_000;
/** The server sends a heartbeat every 5 s, so that proxies keep the stream open for longer. */
const MAX_OPEN_MS = 24 * 60 * 60_000;

/** A line of the conversation; `unsent`: one of the caller's own that the server does not have. */
export type DeskLine = LiveLine & { delivery: 'sent' | 'sending' | 'unsent' };

/** What the desk shows. */
export interface DeskState {
  /** `refused`: the server does not show this conversation; `sentence` says why. */
  connection: 'connecting' | 'live' | 'lost' | 'ended' | 'refused';
  sentence: string | null;
  /** Null until the server has told it. */
  view: AdminTakeoverView | null;
  /** Oldest first. */
  lines: readonly DeskLine[];
  isVisitorTyping: boolean;
  /** The call under way. */
  busy: 'take' | 'leave' | 'hint' | 'suggest' | null;
  /** Why the last call failed. */
  problem: string | null;
}

export interface DeskDeps {
  calls: Pick<AdminCalls, 'open' | 'change'>;
  clock: Clock;
  sessionId: string;
  newId(): string;
  online(signal: AbortSignal): Promise<void>;
  /** Whether somebody sees the page. */
  isSeen(): boolean;
}

/** A running conversation as an administrator watches it, takes it over and hands it back. */
export interface LiveDesk {
  store: Pick<Store<DeskState>, 'get' | 'subscribe'>;
  open(): void;
  close(): void;
  take(person: { name: string; role: string }): Promise<void>;
  /** Hands the conversation back to the twin, or no longer asks to join. */
  leave(): Promise<void>;
  send(text: string): void;
  /** Sends an unsent line again, under its own id. */
  sendAgain(lineId: string): void;
  hint(text: string): Promise<boolean>;
  /** What the twin would write in the person's place; null if it could not. */
  suggest(): Promise<string | null>;
  /** The unsent words have changed. */
  typed(draft: string): void;
}

/** Creates the desk of a conversation; it is not connected before it is opened. */
export function createLiveDesk({ calls, clock, sessionId, newId, online, isSeen }: DeskDeps): LiveDesk {
  const store = createStore<DeskState>({
    ...{ connection: 'connecting', sentence: null, view: null, lines: [], isVisitorTyping: false, busy: null },
    problem: null,
  });
  const change = (part: Partial<DeskState>) => store.set({ ...store.get(), ...part });
  let page = new AbortController();
  let after = -1;
  let stopBeats = () => {};
  const showTyping = createTypingSign(clock, (isVisitorTyping) => change({ isVisitorTyping }));
  const teller = createTypingTeller(clock, (typing) => beat(typing));
  const at = (path: string) => `sessions/${sessionId}/${path}`;

  /** Lines stand in their places; what is not sent yet stands below them. */
  function place(line: DeskLine): void {
    const others = store
      .get()
      .lines.filter(({ turn_id, id }) => (line.speaker === 'person' ? turn_id !== line.turn_id : id !== line.id));
    const isHere = ({ delivery }: DeskLine) => delivery === 'sent';
    const sent = [...others.filter(isHere), ...(isHere(line) ? [line] : [])].sort((one, other) => one.seq - other.seq);
    const unsent = [...others.filter((one) => !isHere(one)), ...(isHere(line) ? [] : [line])];
    change({ lines: [...sent, ...unsent] });
  }

  function hear({ event, data }: LiveSessionEvent): void {
    switch (event) {
      case 'state': {
        const view = data as AdminTakeoverView;
        if (view.version >= (store.get().view?.version ?? -1)) change({ view });
        return;
      }
      case 'line':
        after = Math.max(after, data.seq);
        if (data.speaker === 'visitor') showTyping(false);
        place({ ...data, delivery: 'sent' });
        return;
      case 'typing':
        showTyping(data.typing);
        return;
      case 'ended':
        change({ connection: 'ended' });
    }
  }

  async function follow({ signal }: AbortController): Promise<void> {
    let wait = RECONNECT_FIRST_MS;
    while (!signal.aborted && store.get().connection !== 'ended') {
      try {
        const options = { signal, accept: 'text/event-stream', timeoutMs: MAX_OPEN_MS };
        const response = await calls.open(at('live'), { after: String(after) }, options);
        change({ connection: 'live' });
        wait = RECONNECT_FIRST_MS;
        for await (const event of eventsOf(response)) hear(event as LiveSessionEvent);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof CallError && [401, 403, 404, 410].includes(error.status)) {
          change({ connection: error.status === 410 ? 'ended' : 'refused', sentence: sentenceOf(error) });
          return;
        }
      }
      if (signal.aborted || store.get().connection === 'ended') return;
      change({ connection: 'lost' });
      await pause(clock, wait, signal);
      await online(signal);
      wait = Math.min(MAX_RECONNECT_MS, wait * 2);
    }
  }

  const isMine = () => store.get().view?.mine ?? false;
  function beat(typing?: boolean): void {
    const body = typing === undefined ? {} : { typing };
    void calls.change('POST', at('takeover/beat'), body).catch(() => {
      // The stream tells when the conversation is no longer this person's.
    });
  }
  function planBeat(): void {
    stopBeats = clock.after(TAKEOVER_BEAT_MS, () => {
      if (isMine() && isSeen()) beat();
      planBeat();
    });
  }

  /** Does one thing at a time. @returns null if it failed */
  async function doing<Answer>(
    busy: NonNullable<DeskState['busy']>,
    work: () => Promise<Answer>,
  ): Promise<Answer | null> {
    if (store.get().busy) return null;
    change({ busy, problem: null });
    try {
      return await work();
    } catch (error) {
      if (!page.signal.aborted) change({ problem: sentenceOf(error) });
      return null;
    } finally {
      change({ busy: null });
    }
  }

  async function post(line: DeskLine): Promise<void> {
    place({ ...line, delivery: 'sending' });
    try {
      const body = { id: line.turn_id, text: line.text };
      const { line: kept } = await calls.change<PersonLineAnswer>('POST', at('lines'), body);
      place({ ...kept, delivery: 'sent' });
    } catch (error) {
      change({ problem: sentenceOf(error) });
      place({ ...line, delivery: 'unsent' });
    }
  }

  return {
    store,
    open() {
      page = new AbortController();
      void follow(page);
      planBeat();
    },
    close() {
      page.abort();
      showTyping(false);
      stopBeats();
    },
    async take(person) {
      const view = await doing('take', () => calls.change<AdminTakeoverView>('POST', at('takeover'), person));
      if (view) hear({ event: 'state', data: view });
    },
    async leave() {
      await doing('leave', () => calls.change('DELETE', at('takeover')));
    },
    send(text) {
      teller.forget();
      const id = newId();
      const author = store.get().view?.person?.name ?? null;
      const ts = new Date(clock.now()).toISOString();
      change({ problem: null });
      const line = { id, turn_id: id, seq: -1, speaker: 'person' as const, author, text, ts };
      void post({ ...line, delivery: 'sending' });
    },
    sendAgain(lineId) {
      const line = store.get().lines.find(({ turn_id }) => turn_id === lineId);
      change({ problem: null });
      if (line) void post(line);
    },
    hint: async (text) => (await doing('hint', () => calls.change('POST', at('hint'), { text }))) !== null,
    async suggest() {
      const suggested = await doing('suggest', () =>
        calls.change<SuggestionAnswer>('POST', at('suggestion'), undefined, page.signal),
      );
      return suggested?.text ?? null;
    },
    typed(draft) {
      if (store.get().view?.state === 'active' && isMine()) teller.typed(draft);
    },
  };
}
