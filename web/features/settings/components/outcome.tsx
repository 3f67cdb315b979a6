import { Check, CircleAlert, CircleDashed, TriangleAlert } from 'lucide-react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { numberWords } from '../../../ui/numbers.ts';

/** A provider's condition, as text and shape. */
export interface Condition {
  is: 'good' | 'warning' | 'bad' | 'open';
  words: string;
}

const MARKS = { good: Check, warning: TriangleAlert, bad: CircleAlert, open: CircleDashed };
const COLOURS = {
  good: 'text-success-text',
  warning: 'text-warning',
  bad: 'text-destructive-text',
  open: 'text-muted-foreground',
};

/** A condition's shape; the text is beside it. */
export function Mark({ is }: Pick<Condition, 'is'>) {
  const Shape = MARKS[is];
  return <Shape aria-hidden className={`size-4 shrink-0 ${COLOURS[is]}`} />;
}

/** A test's result and duration, or why there is none. */
export function Outcome({ test: { data, error } }: { test: { data: TestResult | undefined; error: unknown } }) {
  if (error) return <p className="text-destructive-text text-sm">{sentenceOf(error)}</p>;
  if (!data) return null;
  return (
    <p className="wrap-anywhere flex gap-2 text-sm">
      <span className="mt-0.5">
        <Mark is={data.ok ? 'good' : 'bad'} />
      </span>
      <span>
        <span className={`font-medium ${data.ok ? COLOURS.good : COLOURS.bad}`}>
          {t(data.ok ? 'settings.doneAfter' : 'settings.failedAfter', { ms: numberWords(data.took_ms, 0) })}
        </span>{' '}
        {data.detail}
      </span>
    </p>
  );
}

interface TestResult {
  ok: boolean;
  took_ms: number;
  detail: string;
}
