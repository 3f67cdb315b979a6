import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import { numberWords } from '../../../ui/numbers.ts';
import type { Condition } from '../providers.ts';

const MARKS = { good: Check, bad: CircleAlert, open: CircleDashed };
const COLOURS = { good: 'text-success-text', bad: 'text-destructive-text', open: 'text-muted-foreground' };

/** A condition's shape; the text is beside it. */
export function Mark({ is }: Pick<Condition, 'is'>) {
  const Shape = MARKS[is];
  return <Shape aria-hidden className={`size-4 shrink-0 ${COLOURS[is]}`} />;
}

/** A test's result and duration. */
export function Outcome({ result }: { result: { ok: boolean; took_ms: number; detail: string } }) {
  return (
    <p className="wrap-anywhere flex gap-2 text-sm">
      <span className="mt-0.5">
        <Mark is={result.ok ? 'good' : 'bad'} />
      </span>
      <span>
        <span className={`font-medium ${result.ok ? COLOURS.good : COLOURS.bad}`}>
          {result.ok ? 'Done' : 'Failed'} after {numberWords(result.took_ms, 0)} ms.
        </span>{' '}
        {result.detail}
      </span>
    </p>
  );
}
