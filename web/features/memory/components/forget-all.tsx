import { Button } from '../../../ui/button.tsx';
import type { Memories } from '../memories.ts';
import { useChange } from './use-change.ts';

/** Deletes all memories after confirmation. */
export function ForgetAll({
  count,
  memories,
  onForgotten,
}: {
  count: number;
  memories: Memories;
  onForgotten: () => void;
}) {
  const { step, setStep, isBusy, failure, run } = useChange();
  return (
    <div className="mt-4">
      {step === 'asking' ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="w-full sm:w-auto">Forget all {count} for good?</p>
          <Button
            variant="destructive"
            size="sm"
            disabled={isBusy}
            onClick={() => void run(memories.forgetAll, onForgotten)}
          >
            Forget everything
          </Button>
          <Button variant="outline" size="sm" autoFocus onClick={() => setStep(null)}>
            Keep it
          </Button>
        </div>
      ) : (
        <Button variant="outline" size="sm" onClick={() => setStep('asking')}>
          Forget everything...
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
