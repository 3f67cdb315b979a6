import { ArrowUp } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { counted } from '../../../ui/numbers.ts';
import { useLive } from '../live/use-live.tsx';
import type { StableSessions } from '../live/use-stable-sessions.ts';

/** New sessions waiting for the reader to show them. */
export function NewSessions({ stable, isDeep, onTop }: { stable: StableSessions; isDeep: boolean; onTop: () => void }) {
  const { started, forgetStarted } = useLive();
  const count = isDeep ? Math.max(started, stable.waiting) : stable.waiting;
  // At the top of a list that is not held, they are shown already.
  const areIn = !isDeep && stable.waiting === 0 && started > 0;
  useEffect(() => {
    if (areIn) forgetStarted();
  }, [areIn, forgetStarted]);
  return (
    <div role="status" className="no-print">
      {count > 0 ? (
        <div className="border-t px-4 py-2 sm:px-6">
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              forgetStarted();
              stable.release();
              onTop();
            }}
          >
            <ArrowUp aria-hidden /> {counted(count, 'new session')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
