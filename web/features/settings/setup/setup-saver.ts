import type { Setup, SetupAnswers, SetupStep } from '@understudy/contract/setup';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { createStore, type Store } from '../../../platform/store.ts';
import type { SettingsCalls } from '../calls.ts';

/** Whether the answers on the page are the server's. `theirs`: another owner has saved other ones meanwhile. */
export type SaveProgress =
  | { is: 'saved' }
  | { is: 'unsaved' }
  | { is: 'saving' }
  | { is: 'failed'; words: string }
  | { is: 'conflict'; theirs: Setup };

/** The wizard's state. */
export interface SetupState {
  /** As the server has it. */
  setup: Setup;
  /** As the page has it. */
  answers: SetupAnswers;
  step: SetupStep;
  progress: SaveProgress;
}

/** The wizard's answers, saved by themselves. */
export interface SetupSaver {
  store: Store<SetupState>;
  change(part: Partial<SetupAnswers>): void;
  /** Opens a step; the server remembers it. */
  open(step: SetupStep): void;
  /** Saves at once. @returns whether the server has everything that the page has */
  flush(): Promise<boolean>;
  /** Takes over a newer state of the server, as after publishing. */
  take(setup: Setup): void;
  /** Ends a conflict with the other owner's answers, or with one's own. */
  resolve(whose: 'theirs' | 'mine'): void;
}

/** By then somebody who types has paused. */
const PAUSE_MS = 600;

/** Creates the saver. @param setup the state that the server answered with */
export function createSetupSaver(setup: Setup, calls: Pick<SettingsCalls, 'get' | 'change'>): SetupSaver {
  const store = createStore<SetupState>({ setup, answers: setup.answers, step: setup.step, progress: { is: 'saved' } });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;
  const put = (part: Partial<SetupState>) => store.set({ ...store.get(), ...part });

  const save = async (): Promise<boolean> => {
    for (;;) {
      const { setup: base, answers, step, progress } = store.get();
      if (progress.is === 'saved') return true;
      if (progress.is === 'conflict') return false;
      put({ progress: { is: 'saving' } });
      try {
        const saved = await calls.change<Setup>('PUT', 'setup', { answers, step, version: base.version });
        const now = store.get();
        const isAll = now.answers === answers && now.step === step;
        put({ setup: saved, progress: { is: isAll ? 'saved' : 'unsaved' } });
      } catch (error) {
        const theirs =
          error instanceof CallError && error.code === 'conflict'
            ? await calls.get<Setup>('setup').catch(() => null)
            : null;
        put({ progress: theirs ? { is: 'conflict', theirs } : { is: 'failed', words: sentenceOf(error) } });
        return false;
      }
    }
  };
  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    running ??= save().finally(() => {
      running = null;
    });
    return running;
  };
  const changed = (part: Partial<SetupState>) => {
    const isHeld = store.get().progress.is === 'conflict';
    put({ ...part, ...(isHeld ? {} : { progress: { is: 'unsaved' } }) });
    clearTimeout(timer);
    if (!isHeld) timer = setTimeout(() => void flush(), PAUSE_MS);
  };
  const take = (next: Setup) => {
    clearTimeout(timer);
    put({ setup: next, answers: next.answers, progress: { is: 'saved' } });
  };
  return {
    store,
    flush,
    take,
    change: (part) => changed({ answers: { ...store.get().answers, ...part } }),
    open(step) {
      if (step !== store.get().step) changed({ step });
    },
    resolve(whose) {
      const { progress } = store.get();
      if (progress.is !== 'conflict') return;
      if (whose === 'theirs') return take(progress.theirs);
      put({ setup: progress.theirs, progress: { is: 'unsaved' } });
      void flush();
    },
  };
}
