import type { SetupAnswers } from '@understudy/contract/setup';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Input, Label, Textarea } from '../../../ui/field.tsx';

/** What every step gets. */
export interface StepProps {
  answers: SetupAnswers;
  change: (part: Partial<SetupAnswers>) => void;
  /** What the server cannot publish; null for nothing. */
  problem: { field: string | null; message: string } | null;
}

/** The height of a line of a field, and its padding. */
const LINE_REM = 1.5;
const PADDING_REM = 1.125;

interface LineFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  placeholder?: string;
  /** What is wrong with it. */
  problem?: string | null;
  /** Rows of a field for several lines. */
  rows?: number;
  maxLength: number;
  type?: 'text' | 'email' | 'url';
  autoComplete?: string;
  className?: string;
}

/** A labelled text field of one line, or of several with `rows`. */
export function TextField({ label, value, onChange, hint, problem, rows, type, className, ...rest }: LineFieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const control = {
    id,
    value,
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': describedBy || undefined,
    autoComplete: 'off',
    ...rest,
  };
  return (
    <div className={cn('min-w-0', className)}>
      <Label htmlFor={id} className="mb-1.5">
        {label}
      </Label>
      {rows ? (
        <Textarea
          {...control}
          rows={rows}
          // Grows with its text, but not below its rows.
          style={{ minHeight: `${rows * LINE_REM + PADDING_REM}rem` }}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <Input {...control} type={type ?? 'text'} onChange={({ target }) => onChange(target.value)} />
      )}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-destructive-text text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

interface RowsProps<Row> {
  rows: readonly Row[];
  /** An empty row. */
  fresh: Row;
  most: number;
  add: string;
  /** What a row is called, for its 'remove' button. */
  nameOf: (row: Row, at: number) => string;
  onChange: (rows: Row[]) => void;
  children: (row: Row, set: (part: Partial<Row>) => void) => ReactNode;
}

/** A list of groups of fields, with a way to add and remove one. */
export function Rows<Row>({ rows, fresh, most, add, nameOf, onChange, children }: RowsProps<Row>) {
  return (
    <div>
      {rows.length > 0 ? (
        <ul className="space-y-4">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
            <li key={at} className="rounded-lg border bg-card px-4 pt-1 pb-4">
              <div className="-mr-2 flex items-center justify-between gap-2">
                <p className="min-w-0 truncate text-muted-foreground text-sm">{nameOf(row, at)}</p>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('setup.remove', { name: nameOf(row, at) })}
                  title={t('setup.removeShort')}
                  onClick={() => onChange(rows.filter((_, place) => place !== at))}
                >
                  <Trash2 aria-hidden />
                </Button>
              </div>
              {children(row, (part) => onChange(rows.map((one, place) => (place === at ? { ...one, ...part } : one))))}
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length < most ? (
        <Button
          variant="outline"
          className={cn(rows.length > 0 && 'mt-4')}
          onClick={() => onChange([...rows, { ...fresh }])}
        >
          <Plus aria-hidden />
          {add}
        </Button>
      ) : null}
    </div>
  );
}

/** A part of a step. */
export function StepPart({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 first:mt-0">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {about ? <p className="mt-1 mb-4 max-w-measure text-muted-foreground">{about}</p> : <div className="mb-4" />}
      {children}
    </section>
  );
}
