import { MEMORY_TEXT_MAX_CHARS } from '@understudy/contract/constants';
import type { MemoryInfo } from '@understudy/contract/wire';
import { type FormEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Label, Textarea } from '../../../ui/field.tsx';
import type { Memories } from '../memories.ts';
import { useChange } from './use-change.ts';

/** Labels of the kinds of memories. */
const KIND_WORDS: Record<MemoryInfo['kind'], string> = {
  fact: 'About you',
  preference: 'What you prefer',
  thread: 'Left open',
  promise: 'Promised',
};

/** The day of a timestamp on the visitor's calendar: 'November 21, 2026'. */
function dayOf(moment: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(moment));
}

/** One memory: its text, kind, date and source, and the actions on it. */
export function MemoryRow({
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
  return (
    <li className="py-4">
      <p className="text-primary-text text-sm">{KIND_WORDS[memory.kind]}</p>
      {step === 'writing' ? (
        <Correction
          text={memory.text}
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
          <p className="break-words">{memory.text}</p>
          <Source memory={memory} />
          {step === 'asking' ? (
            <div className="mt-2 flex flex-wrap items-center gap-3">
              <p className="w-full sm:w-auto">Forget this for good?</p>
              <Button
                variant="destructive"
                size="sm"
                disabled={isBusy}
                onClick={() => void run(() => memories.forget(memory.id), onForgotten)}
              >
                Forget it
              </Button>
              <Button variant="outline" size="sm" autoFocus onClick={() => leave(forget)}>
                Keep it
              </Button>
            </div>
          ) : (
            <div className="-ml-3 mt-1 flex gap-1">
              <Button
                ref={correct}
                variant="ghost"
                size="sm"
                aria-label={`Correct: ${memory.text}`}
                onClick={() => setStep('writing')}
              >
                Correct
              </Button>
              <Button
                ref={forget}
                variant="ghost"
                size="sm"
                aria-label={`Forget: ${memory.text}`}
                onClick={() => setStep('asking')}
              >
                Forget
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
  const said = dayOf(memory.created_at);
  const quote = memory.corrected ? null : memory.from;
  return (
    <div className="mt-0.5 text-muted-foreground text-sm">
      {/* If there is little room, only the quote is truncated: the expiry is always readable. */}
      {quote ? <p className="line-clamp-3 break-words">You said “{quote}”</p> : null}
      <p>
        {memory.corrected ? `In your own words, ${said}` : quote ? said : `From ${said}`}. Kept until{' '}
        {dayOf(memory.expires_at)}.
      </p>
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
        What is right
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
          Save
        </Button>
        <Button variant="outline" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
