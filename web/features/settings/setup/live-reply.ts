import type { SetupAnswers, SetupPreview } from '@understudy/contract/setup';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { createStore, type Store } from '../../../platform/store.ts';

/** What the twin is asked, and with which answers. */
export interface LiveQuestion {
  answers: SetupAnswers;
  message: string;
  /** Whether to answer without a language model. */
  isQuick: boolean;
}

/** What the twin would say. */
export interface LiveState {
  shown: SetupPreview | null;
  isBusy: boolean;
  failure: string | null;
}

/** The twin's reply, renewed while the owner types. */
export interface LiveReply {
  store: Store<LiveState>;
  /** Asks after a pause; a newer question ends an older one. */
  ask(question: LiveQuestion): void;
  stop(): void;
}

/** The pause after the last key. */
const PAUSE_MS = 80;
/** The pause of somebody who has typed for long: the server takes 400 calls a minute. */
const LONG_PAUSE_MS = 500;
const MINUTE_MS = 60_000;
/** Calls in a minute from which the longer pause holds. */
const MANY_CALLS = 150;
/** Until the next attempt where the server does not say. */
const RETRY_MS = 5_000;

type Ask = (question: LiveQuestion, signal: AbortSignal) => Promise<SetupPreview>;

/** @param send asks the server */
export function createLiveReply(send: Ask, now: () => number = Date.now): LiveReply {
  const store = createStore<LiveState>({ shown: null, isBusy: true, failure: null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | null = null;
  /** When the calls of the last minute began. */
  let begun: number[] = [];
  const put = (part: Partial<LiveState>) => store.set({ ...store.get(), ...part });

  const call = async (question: LiveQuestion): Promise<void> => {
    const mine = new AbortController();
    running = mine;
    begun.push(now());
    try {
      const shown = await send(question, mine.signal);
      if (running === mine) put({ shown, isBusy: false, failure: null });
    } catch (error) {
      if (running !== mine) return;
      if (error instanceof CallError && error.status === 429) {
        // What is shown stays until there is a newer answer.
        timer = setTimeout(() => void call(question), error.retryAfterMs ?? RETRY_MS);
      } else put({ isBusy: false, failure: sentenceOf(error) });
    }
  };
  const stop = () => {
    clearTimeout(timer);
    running?.abort();
    running = null;
  };
  return {
    store,
    stop,
    ask(question) {
      stop();
      put({ isBusy: true });
      begun = begun.filter((at) => now() - at < MINUTE_MS);
      timer = setTimeout(() => void call(question), begun.length < MANY_CALLS ? PAUSE_MS : LONG_PAUSE_MS);
    },
  };
}
