import type { CorrectMemoryAnswer, ForgetMemoryAnswer, MemoryInfo, MyMemoriesAnswer } from '@understudy/contract/wire';
import { CallError, type CallOptions, refusedField, serverSentence } from '../../platform/http.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { t } from '../../platform/texts.ts';

/** The memories, as far as the page knows. `failed`: why loading failed, in a sentence. */
type MemoriesState =
  | { is: 'loading' }
  | { is: 'failed'; sentence: string }
  | { is: 'there'; memories: readonly MemoryInfo[] };

/** The visitor's memories and the actions on them. Nothing here throws: a failure is a sentence. */
export interface Memories {
  store: Pick<Store<MemoriesState>, 'get' | 'subscribe'>;
  load(): Promise<void>;
  /** Rewrites a memory in the visitor's own words. @returns null on success, otherwise why it failed */
  correct(id: string, text: string): Promise<string | null>;
  /** Deletes one memory. @returns as {@link Memories.correct} */
  forget(id: string): Promise<string | null>;
  /** Deletes all memories. @returns as {@link Memories.correct} */
  forgetAll(): Promise<string | null>;
  close(): void;
}

type Call = <Answer>(name: string, body: unknown, options?: CallOptions) => Promise<Answer>;

/** @param report reports failures to developers only */
export function createMemories(
  session: { session_id: string; session_secret: string },
  call: Call,
  report: (error: unknown, context: string) => void,
): Memories {
  const store = createStore<MemoriesState>({ is: 'loading' });
  const screen = new AbortController();
  const change = (next: (memories: readonly MemoryInfo[]) => readonly MemoryInfo[]) => {
    const state = store.get();
    if (state.is === 'there') store.set({ is: 'there', memories: next(state.memories) });
  };
  const without = (id: string) => change((memories) => memories.filter((memory) => memory.id !== id));

  /** Runs one change; memories that no longer exist (deleted in another tab, expired) leave the list too. */
  async function attempt(change: string, work: () => Promise<void>, gone: () => void): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_found') {
        gone();
        return null;
      }
      report(error, `Failed to ${change}`);
      return sentenceOf(error);
    }
  }

  return {
    store,
    async load() {
      store.set({ is: 'loading' });
      try {
        const { memories } = await call<MyMemoriesAnswer>('my_memories', session, { signal: screen.signal });
        store.set({ is: 'there', memories });
      } catch (error) {
        if (screen.signal.aborted) return;
        report(error, 'Failed to read memories');
        store.set({ is: 'failed', sentence: sentenceOf(error) });
      }
    },
    correct(id, text) {
      const words = text.trim().replace(/\s+/g, ' ');
      if (!words) return Promise.resolve(t('memory.writeCorrection'));
      const work = async () => {
        await call<CorrectMemoryAnswer>('correct_memory', { ...session, id, text: words });
        change((memories) =>
          memories.map((memory) =>
            memory.id === id ? { ...memory, text: words, corrected: true, from: null } : memory,
          ),
        );
      };
      return attempt('correct a memory', work, () => without(id));
    },
    forget(id) {
      const work = async () => {
        await call<ForgetMemoryAnswer>('forget_memory', { ...session, id });
        without(id);
      };
      return attempt('forget a memory', work, () => without(id));
    },
    forgetAll() {
      const work = async () => {
        await call<ForgetMemoryAnswer>('forget_memory', { ...session, all: true });
        change(() => []);
      };
      return attempt('forget all memories', work, () => change(() => []));
    },
    close: () => screen.abort(),
  };
}

function sentenceOf(error: unknown): string {
  const refused = refusedField(error);
  if (refused) return t('memory.refused', { reason: refused.reason });
  return serverSentence(error, t('memory.unreachable'));
}
