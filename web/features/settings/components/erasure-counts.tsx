import { cn } from '../../../ui/cn.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { countWords } from '../danger.ts';

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
