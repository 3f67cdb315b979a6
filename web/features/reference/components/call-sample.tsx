import { cn } from '../../../ui/cn.ts';
import type { Operation } from '../read-reference.ts';
import { SAMPLES, type Sample, sampleOf } from '../samples.ts';
import { Listing } from './listing.tsx';

/** A sample call in the selected format. */
export function CallSample({
  operation,
  sample,
  onSample,
}: {
  operation: Operation;
  sample: Sample;
  onSample: (sample: Sample) => void;
}) {
  return (
    <Listing title="Request" text={sampleOf(operation, sample, window.location.origin)}>
      <span className="flex print:hidden">
        {SAMPLES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === sample}
            onClick={() => onSample(one)}
            className={cn(
              'min-h-9 rounded-sm px-2.5 text-muted-foreground hover:text-foreground',
              one === sample && 'bg-muted text-foreground',
            )}
          >
            {one}
          </button>
        ))}
      </span>
    </Listing>
  );
}
