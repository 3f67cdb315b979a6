import { useState } from 'react';

/** What is being done about a memory: it is rewritten, or the visitor is asked whether to forget it. */
export type ChangeStep = 'writing' | 'asking' | null;

/** One change at a time, of one thing, with its failure. */
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
    /** @param onDone what comes after it was done */
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
