import { MEMORY_TEXT_MAX_CHARS } from '@understudy/contract/constants';
import type { MemoryInfo } from '@understudy/contract/wire';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useConfig } from '../../../platform/config.ts';
import { callFunction } from '../../../platform/http.ts';
import { reportError } from '../../../platform/report-error.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { longDay } from '../../../ui/dates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Label, Textarea } from '../../../ui/field.tsx';
import { memoryWords } from '../../../ui/fixed-words.ts';
import { createMemories, type Memories } from '../memories.ts';

interface MemoriesDialogProps {
  session: { session_id: string; session_secret: string };
  /** Below the list: what else the visitor can do about their data. */
  more: ReactNode;
  onClose: () => void;
}

/** 'What I remember about you': view, correct and delete memories, one by one or all. */
export function MemoriesDialog({ session, more, onClose }: MemoriesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [memories] = useState(() => createMemories(session, callFunction, reportError));
  useEffect(() => {
    void memories.load();
    return memories.close;
  }, [memories]);
  return (
    <Dialog
      title={t('memory.title')}
      dialog={dialog}
      hasCross
      onClose={onClose}
      className="w-[min(38rem,calc(100vw-2rem))]"
    >
      <Content memories={memories} />
      {more}
    </Dialog>
  );
}

/** How many memories there are, how long they are kept, and what the visitor can do. @param days undefined: unknown */
function introduction(count: number, days: number | null | undefined): string {
  if (count === 0) return t('memory.none');
  const kept = days === null ? t('memory.keptUntilForgotten') : days && t('memory.keptForDays', { days });
  return [t('memory.count', { count }), kept, t('memory.youCanChange')].filter(Boolean).join(' ');
}

function Content({ memories }: { memories: Memories }) {
  const { retention_days: days } = useConfig();
  const state = useSyncExternalStore(memories.store.subscribe, memories.store.get);
  const lead = useRef<HTMLParagraphElement>(null);
  if (state.is === 'loading') return <p className="text-muted-foreground">{t('memory.lookingUp')}</p>;
  if (state.is === 'failed') {
    return (
      <div role="alert" className="space-y-4">
        <p>{state.sentence}</p>
        <Button variant="outline" onClick={() => void memories.load()}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    );
  }
  const { length } = state.memories;
  const toLead = () => lead.current?.focus();
  return (
    <>
      <p ref={lead} tabIndex={-1} className="text-muted-foreground outline-none">
        {introduction(length, days?.memories)}
      </p>
      {length > 0 ? (
        <>
          <ul className="mt-4 divide-y border-y">
            {state.memories.map((memory) => (
              <MemoryRow key={memory.id} memory={memory} memories={memories} onForgotten={toLead} />
            ))}
          </ul>
          {length > 1 ? <ForgetAll count={length} memories={memories} onForgotten={toLead} /> : null}
        </>
      ) : null}
    </>
  );
}

/** Labels of the kinds of memories. */
const kindWords = (): Record<MemoryInfo['kind'], string> => ({
  fact: t('memory.fact'),
  preference: t('memory.preference'),
  thread: t('memory.thread'),
  promise: t('memory.promise'),
});

/** One memory: its text, kind, date and source, and the actions on it. */
function MemoryRow({
  memory,
  memories,
  onForgotten,
}: {
  memory: MemoryInfo;
  memories: Memories;
  onForgotten: () => void;
}) {
  const { step, setStep, isBusy, failure, run } = useChange();
  const failureId = useId();
  const correct = useRef<HTMLButtonElement>(null);
  const forget = useRef<HTMLButtonElement>(null);
  const cameFrom = useRef<RefObject<HTMLButtonElement | null> | null>(null);
  /** Returns to the row's normal view, with the focus on the button that the visitor came from. */
  const leave = (from: RefObject<HTMLButtonElement | null>) => {
    cameFrom.current = from;
    setStep(null);
  };
  // The button exists only after the row is rendered again, which may be later than the server's answer.
  useLayoutEffect(() => {
    if (step !== null) return;
    cameFrom.current?.current?.focus();
    cameFrom.current = null;
  }, [step]);
  const text = memory.corrected ? memory.text : memoryWords(memory.text);
  return (
    <li className="py-4">
      <p className="text-primary-text text-sm">{kindWords()[memory.kind]}</p>
      {step === 'writing' ? (
        <Correction
          text={text}
          isBusy={isBusy}
          describedBy={failure ? failureId : undefined}
          onSave={(text) =>
            void run(
              () => memories.correct(memory.id, text),
              () => leave(correct),
            )
          }
          onCancel={() => leave(correct)}
        />
      ) : (
        <>
          <p className="break-words">{text}</p>
          <Source memory={memory} />
          {step === 'asking' ? (
            <div className="mt-2">
              <Asked
                question={t('memory.forgetQuestion')}
                button={t('memory.forgetIt')}
                isBusy={isBusy}
                onSure={() => void run(() => memories.forget(memory.id), onForgotten)}
                onKeep={() => leave(forget)}
              />
            </div>
          ) : (
            <div className="-ml-3 mt-1 flex gap-1">
              <Button
                ref={correct}
                variant="ghost"
                size="sm"
                aria-label={t('memory.correctThis', { text })}
                onClick={() => setStep('writing')}
              >
                {t('memory.correct')}
              </Button>
              <Button
                ref={forget}
                variant="ghost"
                size="sm"
                aria-label={t('memory.forgetThis', { text })}
                onClick={() => setStep('asking')}
              >
                {t('memory.forget')}
              </Button>
            </div>
          )}
        </>
      )}
      {failure ? (
        <p id={failureId} role="alert" className="mt-2 text-destructive-text text-sm">
          {failure}
        </p>
      ) : null}
    </li>
  );
}

/** Source of the memory, and how long it is kept. */
function Source({ memory }: { memory: MemoryInfo }) {
  const dates = { said: longDay(memory.created_at), until: longDay(memory.expires_at) };
  const quote = memory.corrected ? null : memory.from;
  return (
    <div className="mt-0.5 text-muted-foreground text-sm">
      {/* If there is little room, only the quote is truncated: the expiry is always readable. */}
      {quote ? <p className="line-clamp-3 break-words">{t('memory.youSaid', { quote })}</p> : null}
      <p>{t(memory.corrected ? 'memory.corrected' : quote ? 'memory.quoted' : 'memory.from', dates)}</p>
    </div>
  );
}

function Correction({
  text,
  isBusy,
  describedBy,
  onSave,
  onCancel,
}: {
  text: string;
  isBusy: boolean;
  describedBy: string | undefined;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const [words, setWords] = useState(text);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(words);
  };
  return (
    <form onSubmit={submit} className="mt-1">
      <Label htmlFor={id} className="sr-only">
        {t('memory.correction')}
      </Label>
      <Textarea
        rows={2}
        id={id}
        autoFocus
        required
        maxLength={MEMORY_TEXT_MAX_CHARS}
        value={words}
        disabled={isBusy}
        aria-invalid={describedBy ? true : undefined}
        aria-describedby={describedBy}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
          // Enter saves: a memory is one line. Escape leaves the field, not the whole dialog.
          event.preventDefault();
          if (event.key === 'Enter') event.currentTarget.form?.requestSubmit();
          else onCancel();
        }}
      />
      <div className="mt-2 flex gap-3">
        <Button type="submit" size="sm" disabled={isBusy}>
          {t('memory.save')}
        </Button>
        <Button variant="outline" size="sm" onClick={onCancel}>
          {t('memory.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Deletes all memories after confirmation. */
function ForgetAll({ count, memories, onForgotten }: { count: number; memories: Memories; onForgotten: () => void }) {
  const { step, setStep, isBusy, failure, run } = useChange();
  return (
    <div className="mt-4">
      {step === 'asking' ? (
        <Asked
          question={t('memory.forgetAllQuestion', { count })}
          button={t('memory.forgetAll')}
          isBusy={isBusy}
          onSure={() => void run(memories.forgetAll, onForgotten)}
          onKeep={() => setStep(null)}
        />
      ) : (
        <Button variant="outline" size="sm" onClick={() => setStep('asking')}>
          {t('memory.forgetAllMore')}
        </Button>
      )}
      {failure ? (
        <p role="alert" className="mt-2 text-destructive-text text-sm">
          {failure}
        </p>
      ) : null}
    </div>
  );
}

/** Asks before something is forgotten. */
function Asked({
  question,
  button,
  isBusy,
  onSure,
  onKeep,
}: {
  question: string;
  button: string;
  isBusy: boolean;
  onSure: () => void;
  onKeep: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="w-full sm:w-auto">{question}</p>
      <Button variant="destructive" size="sm" disabled={isBusy} onClick={onSure}>
        {button}
      </Button>
      <Button variant="outline" size="sm" autoFocus onClick={onKeep}>
        {t('memory.keepIt')}
      </Button>
    </div>
  );
}

/** The current change to a memory: rewriting it, or asking whether to delete it. */
type ChangeStep = 'writing' | 'asking' | null;

/** State of a single change at a time, with its error. */
function useChange() {
  const [step, become] = useState<ChangeStep>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    step,
    isBusy,
    failure,
    setStep(next: ChangeStep) {
      setFailure(null);
      become(next);
    },
    /** @param onDone called after success */
    async run(change: () => Promise<string | null>, onDone: () => void): Promise<void> {
      if (isBusy) return;
      setBusy(true);
      setFailure(null);
      const problem = await change();
      setBusy(false);
      setFailure(problem);
      if (problem !== null) return;
      become(null);
      onDone();
    },
  };
}
