import type { Setup, SetupAnswers, SetupStep } from '@understudy/contract/setup';
import type { TwinTextsSaved } from '@understudy/contract/twin-texts';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { createStore, type Store } from '../../../platform/store.ts';
import { t } from '../../../platform/texts.ts';
import { changedFields, pick, withNewerInput } from './setup-answers.ts';

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
  /** Publishes the answers. What is entered meanwhile is kept, and saved afterwards. */
  publish(): Promise<void>;
  /** Takes the last publication back; the answers are those before it. */
  undo(): Promise<void>;
  /** Ends a conflict with the other owner's answers, or with one's own. */
  resolve(whose: 'theirs' | 'mine'): void;
}

/** By then somebody who types has paused. */
const PAUSE_MS = 600;

/** Creates the saver. @param setup the state that the server answered with */
export function createSetupSaver(setup: Setup, calls: Pick<AdminCalls, 'get' | 'change'>): SetupSaver {
  const store = createStore<SetupState>({
    setup,
    answers: setup.answers,
    step: setup.step,
    progress: { is: 'saved' },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;
  /** Publishing, or undoing it. Nothing is saved meanwhile: its version would be outdated on arrival. */
  let held: Promise<unknown> | null = null;
  const put = (part: Partial<SetupState>) => store.set({ ...store.get(), ...part });
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), PAUSE_MS);
  };

  const save = async (): Promise<boolean> => {
    for (;;) {
      await held;
      const { setup: base, answers, step, progress } = store.get();
      if (progress.is === 'saved') return true;
      if (progress.is === 'conflict') return false;
      put({ progress: { is: 'saving' } });
      let saved: Setup;
      try {
        saved = await calls.change<Setup>('PUT', 'setup', { answers, step, version: base.version });
      } catch (error) {
        const theirs =
          error instanceof CallError && error.code === 'conflict'
            ? await calls.get<Setup>('setup').catch(() => null)
            : null;
        if (!theirs) {
          put({ progress: { is: 'failed', words: sentenceOf(error) } });
          return false;
        }
        if (changedFields(answers, theirs.answers).length > 0) {
          put({ progress: { is: 'conflict', theirs } });
          return false;
        }
        // It had arrived; only the answer was lost.
        saved = theirs;
      }
      const now = store.get();
      const isAll = now.answers === answers && now.step === step;
      // The server fills in what another base brings along.
      const filled = changedFields(answers, saved.answers).filter((key) => now.answers[key] === answers[key]);
      const all = { ...now.answers, ...pick(saved.answers, filled) };
      put({
        setup: saved,
        answers: filled.length > 0 ? all : now.answers,
        progress: { is: isAll ? 'saved' : 'unsaved' },
      });
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
    if (!isHeld) later();
  };
  /** Takes a newer state of the server. What was entered since `sent` stays, and is saved. */
  const take = (next: Setup, sent: SetupAnswers) => {
    clearTimeout(timer);
    const answers = withNewerInput(next.answers, sent, store.get().answers);
    const isAll = changedFields(next.answers, answers).length === 0;
    put({ setup: next, answers, progress: { is: isAll ? 'saved' : 'unsaved' } });
    if (!isAll) later();
  };
  /** Publishes or takes back; one at a time, and no save meanwhile. */
  const hold = async (act: 'publish' | 'undo'): Promise<void> => {
    if (held || !(await flush()) || held) throw new Error(t('setup.notSavedYet'));
    const { answers, setup: base } = store.get();
    const done = calls
      .change<TwinTextsSaved>('POST', `setup/${act}`, { version: base.version })
      .then(async () => take(await calls.get<Setup>('setup'), answers));
    held = done.catch(() => undefined);
    try {
      await done;
    } finally {
      held = null;
    }
  };
  return {
    store,
    flush,
    change: (part) => changed({ answers: { ...store.get().answers, ...part } }),
    open(step) {
      const { setup: known, step: before } = store.get();
      if (step === before) return;
      // Looking around in a published setup begins no new one.
      if (known.state === 'published' && store.get().progress.is === 'saved') put({ step });
      else changed({ step });
    },
    publish: () => hold('publish'),
    undo: () => hold('undo'),
    resolve(whose) {
      const { progress, answers } = store.get();
      if (progress.is !== 'conflict') return;
      if (whose === 'theirs') return take(progress.theirs, answers);
      put({ setup: progress.theirs, progress: { is: 'unsaved' } });
      void flush();
    },
  };
}
