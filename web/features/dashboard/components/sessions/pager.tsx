import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';

/** Pagination of a list of any length. */
export function Pager({
  onFirst,
  onPrevious,
  onNext,
}: {
  /** Null if there is no such page. */
  onFirst: (() => void) | null;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}) {
  if (!onFirst && !onPrevious && !onNext) return null;
  return (
    <nav aria-label="Pages" className="no-print flex items-center justify-end gap-2 border-t px-4 py-3 sm:px-6">
      {onFirst ? (
        <Button variant="ghost" size="sm" onClick={onFirst}>
          <ChevronsLeft aria-hidden /> First
        </Button>
      ) : null}
      <Button variant="outline" size="sm" disabled={!onPrevious} onClick={onPrevious ?? undefined}>
        <ChevronLeft aria-hidden /> Previous
      </Button>
      <Button variant="outline" size="sm" disabled={!onNext} onClick={onNext ?? undefined}>
        Next <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
