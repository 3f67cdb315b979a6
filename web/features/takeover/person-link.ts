import type {
  LiveLine,
  LiveSessionEvent,
  PersonAnswer,
  PersonReach,
  TakeoverView,
} from '@understudy/contract/takeover';
import { type Clock, pause } from '../../platform/clock.ts';
import type { ServerEvent } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { createTypingSign, createTypingTeller } from './typing.ts';

/** First and longest wait before a lost stream is opened again; it doubles in between. */
const RECONNECT_FIRST_MS = 1_000;
const MAX_RECONNECT_MS = 15_000;

/** What the visitor's page shows of the people who may join. */
export interface PersonState {
  view: TakeoverView;
  /** Whether anybody can be expected; null until the visitor has asked. */
  reach: PersonReach | null;
  /** Whether the person is typing. */
  isTyping: boolean;
  /** Whether an answer of the visitor's is under way. */
  isBusy: boolean;
  /** Whether the last one did not reach the server. */
  hasFailed: boolean;
  /** Whether the conversation has gone on since a person left, or nobody came: that is no news any more. */
  isPast: boolean;
}

/** The conversation, as far as a person takes part in it. */
export interface PersonTalk {
  /** The credentials of the session that runs. */
  session: { session_id: string; session_secret: string };
  /** Adds a person's line, unless the conversation has it. */
  said(line: LiveLine): void;
  /** A person answers from now on, or the twin does again; the visitor may be waiting for one. */
  answeredBy(person: string | null, isAwaited: boolean): void;
  /** The twin says what is due: that nobody came. */
  speakUp(): void;
}

export interface PersonLinkDeps {
  clock: Clock;
  stream(name: string, body: unknown, signal: AbortSignal): AsyncIterable<ServerEvent>;
  call<Answer>(name: string, body: unknown): Promise<Answer>;
  online(signal: AbortSignal): Promise<void>;
  report(error: unknown, context: string): void;
}

/** The visitor's connection to the people who may join their conversation. */
export interface PersonLink {
  store: Pick<Store<PersonState>, 'get' | 'subscribe'>;
  /** Asks for a person, or waits no longer. */
  want(wanted: boolean): void;
  /** Whether the person who asks may join. */
  answer(accept: boolean): void;
  /** The visitor's unsent words have changed. */
  typed(draft: string): void;
  /** The visitor has sent a message. */
  wentOn(): void;
  close(): void;
}

const NOBODY: TakeoverView = { state: 'none', version: -1, person: null, since: null, reason: null };
/** A wait that ended this long ago, or less, has its sentence from the twin yet to come. */
const JUST_ENDED_MS = 60_000;

/** Follows a conversation for its visitor, until it is closed or over. A lost stream is opened again. */
export function openPersonLink(deps: PersonLinkDeps, talk: PersonTalk): PersonLink {
  const { clock } = deps;
  const store = createStore<PersonState>({
    ...{ view: NOBODY, reach: null, isTyping: false, isBusy: false, hasFailed: false },
    isPast: false,
  });
  const page = new AbortController();
  let after = -1;

  const change = (part: Partial<PersonState>) => store.set({ ...store.get(), ...part });
  const showTyping = createTypingSign(clock, (isTyping) => change({ isTyping }));
  const teller = createTypingTeller(
    clock,
    (typing) =>
      void deps.call('note_typing', { ...talk.session, typing }).catch((error) => deps.report(error, 'typing')),
  );

  function show(view: TakeoverView): void {
    const before = store.get().view;
    // Answers of calls and the stream's events may overtake each other.
    if (view.version <= before.version) return;
    // After a reload, an end of long ago is none to tell of.
    const isPast = view.state === 'over' && before.version < 0 && !isRecent(view);
    change({ view, isPast, ...(view.state === 'active' ? {} : { isTyping: false }) });
    talk.answeredBy(view.state === 'active' ? (view.person?.name ?? '') : null, view.state === 'wanted');
    const isNews = before.state === 'wanted' || (before.version < 0 && isRecent(view));
    if (view.reason === 'unanswered' && isNews) talk.speakUp();
  }
  const isRecent = ({ since }: TakeoverView) => since !== null && clock.now() - Date.parse(since) < JUST_ENDED_MS;

  function hear({ event, data }: LiveSessionEvent): void {
    if (event === 'state') show(data);
    if (event === 'line') {
      after = Math.max(after, data.seq);
      showTyping(false);
      talk.said(data);
    }
    if (event === 'typing') showTyping(data.typing);
  }

  async function follow(): Promise<void> {
    let wait = RECONNECT_FIRST_MS;
    while (!page.signal.aborted) {
      try {
        for await (const event of deps.stream('follow_session', { ...talk.session, after }, page.signal)) {
          wait = RECONNECT_FIRST_MS;
          hear(event as LiveSessionEvent);
          if (event.event === 'ended') return;
        }
      } catch (error) {
        if (page.signal.aborted || isFinal(error)) return;
        if (error instanceof CallError && error.retryAfterMs !== null) wait = Math.max(wait, error.retryAfterMs);
      }
      await pause(clock, wait, page.signal);
      await deps.online(page.signal);
      wait = Math.min(MAX_RECONNECT_MS, wait * 2);
    }
  }
  void follow();

  async function send(name: string, body: object): Promise<void> {
    change({ isBusy: true, hasFailed: false });
    try {
      const { takeover, reach } = await deps.call<PersonAnswer>(name, { ...talk.session, ...body });
      change({ reach });
      show(takeover);
    } catch (error) {
      deps.report(error, name);
      change({ hasFailed: true });
    } finally {
      change({ isBusy: false });
    }
  }

  return {
    store,
    want: (wanted) => void send('request_person', { wanted }),
    answer: (accept) => void send('answer_person', { accept }),
    typed(draft) {
      if (store.get().view.state === 'active') teller.typed(draft);
      else teller.forget();
    },
    wentOn() {
      if (store.get().view.state === 'over') change({ isPast: true });
    },
    close() {
      page.abort();
      showTyping(false);
    },
  };
}

/** Refusals after which the server would only refuse again. */
const isFinal = (error: unknown): boolean => error instanceof CallError && [400, 401, 404, 410].includes(error.status);
