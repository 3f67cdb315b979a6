import { useState } from 'react';

/** The current change to a memory: rewriting it, or asking whether to delete it. */
export type ChangeStep = 'writing' | 'asking' | null;

/** State of a single change at a time, with its error. */
export function useChange() {
  const [step, become] = useState<ChangeStep>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    step,
    isBusy,
    failure,
    setStep(next: ChangeStep) {
      setFailure(null);
      become(next);
    },
    /** @param onDone called after success */
    async run(change: () => Promise<string | null>, onDone: () => void): Promise<void> {
      if (isBusy) return;
      setBusy(true);
      setFailure(null);
      const problem = await change();
      setBusy(false);
      setFailure(problem);
      if (problem !== null) return;
      become(null);
      onDone();
    },
  };
}
