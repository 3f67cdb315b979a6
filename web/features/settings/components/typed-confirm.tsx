import { type ReactNode, useId, useState } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Input, Label } from '../../../ui/field.tsx';
import { spaced } from '../../../ui/id-words.ts';
import { numberWords } from '../../../ui/numbers.ts';

interface TypedConfirmProps {
  /** The text to type; case does not matter. */
  phrase: string;
  button: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** Requires the user to type a phrase, to prevent accidental actions. */
export function TypedConfirm({ phrase, button, isBusy, onConfirm }: TypedConfirmProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const isSure = typed.trim().toLowerCase() === phrase.toLowerCase();
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSure && !isBusy) onConfirm();
      }}
    >
      <Label htmlFor={id}>
        <Text
          id="settings.typeToConfirm"
          tags={{ phrase: () => <span className="wrap-anywhere font-semibold">{phrase}</span> }}
        />
      </Label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Input
          id={id}
          className="max-w-80"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="destructive" disabled={!isSure} aria-disabled={isBusy}>
          {isBusy ? t('settings.working') : button}
        </Button>
      </div>
    </form>
  );
}

/** One of the irreversible actions. */
export function Danger({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="px-4 py-5 sm:px-5">
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 mb-4 max-w-measure text-muted-foreground text-sm">{about}</p>
      {children}
    </section>
  );
}

/** What an erasure deletes, one line per kind. */
export function ErasureCounts({ counts, className }: { counts: Record<string, number>; className?: string }) {
  return (
    <ul className={cn('mt-2 divide-y border-y', className)}>
      {countWords(counts).map(([what, rows]) => (
        <li key={what} className="flex justify-between gap-4 py-1.5">
          <span>{what}</span>
          <span className="tabular-nums">{numberWords(rows)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Says how many conversations a legal hold keeps; nothing if there are none. */
export function HeldNote({ held, words }: { held: number; words: 'settings.heldUntilLifted' | 'settings.heldStay' }) {
  return held > 0 ? <p className="mt-3 font-medium">{t(words, { count: held })}</p> : null;
}

/** The counts of an erasure, without zeros. */
export function countWords(counts: Record<string, number>): [what: string, rows: number][] {
  return Object.entries(counts)
    .filter(([, rows]) => rows > 0)
    .map(([table, rows]) => [t('settings.erasedTable', { table }) || spaced(table), rows]);
}
