import { Info } from 'lucide-react';
import { type ToggleEvent, useId, useRef } from 'react';
import { useConfig } from '../../../platform/config.ts';

/** Distance between the note and the edges of the window, in pixels. */
const MARGIN = 16;

/** States that no language model answers; a button explains what that means. */
export function BasicAnswers() {
  const { first_name: name } = useConfig().consultant;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = ({ currentTarget: note, newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current) return;
    const { left, bottom } = button.current.getBoundingClientRect();
    note.style.top = `${bottom + 6}px`;
    note.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - note.offsetWidth - MARGIN))}px`;
  };
  return (
    <>
      <span aria-hidden className="max-sm:hidden">
        ·
      </span>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className="relative inline-flex w-fit shrink-0 items-center gap-1 rounded-sm underline decoration-dotted underline-offset-4 hover:text-foreground after:absolute after:-inset-x-2 after:-inset-y-2.5"
      >
        Basic answers
        <Info aria-hidden className="size-3.5" />
      </button>
      <div
        id={id}
        popover="auto"
        role="note"
        onToggle={place}
        className="fixed m-0 w-80 max-w-[calc(100vw-2rem)] rounded-lg border bg-card px-4 py-3 text-card-foreground text-sm shadow-raised"
      >
        <p className="font-medium">Basic answers</p>
        <p className="mt-1 text-muted-foreground">
          This chat answers from texts that {name} prepared, without a language model. Short, simple questions work
          best. When it does not know an answer, it says so.
        </p>
      </div>
    </>
  );
}
