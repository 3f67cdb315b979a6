import { REMEMBERED_TITLE } from '@understudy/contract/remembered';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { callFunction } from '../../../platform/http.ts';
import { reportError } from '../../../platform/report-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { createMemories, type Memories } from '../memories.ts';
import { ForgetAll } from './forget-all.tsx';
import { MemoryRow } from './memory-row.tsx';

export interface MemoriesDialogProps {
  session: { session_id: string; session_secret: string };
  onClose: () => void;
}

/** 'What I remember about you': view, correct and delete memories, one by one or all. */
export function MemoriesDialog({ session, onClose }: MemoriesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [memories] = useState(() => createMemories(session, callFunction, reportError));
  useEffect(() => {
    void memories.load();
    return memories.close;
  }, [memories]);
  return (
    <Dialog
      title={REMEMBERED_TITLE}
      dialog={dialog}
      hasCross
      onClose={onClose}
      className="w-[min(38rem,calc(100vw-2rem))]"
    >
      <Content memories={memories} />
    </Dialog>
  );
}

/** ' and kept for at most 30 days'; undefined means that the retention is unknown, so nothing is said. */
function keptFor(days: number | null | undefined): string {
  if (days === undefined) return '';
  return days === null
    ? ' and kept until you have it forgotten'
    : ` and kept for at most ${days} ${days === 1 ? 'day' : 'days'}`;
}

function Content({ memories }: { memories: Memories }) {
  const { retention_days: days } = useConfig();
  const state = useSyncExternalStore(memories.store.subscribe, memories.store.get);
  const lead = useRef<HTMLParagraphElement>(null);
  if (state.is === 'loading') return <p className="text-muted-foreground">Looking it up</p>;
  if (state.is === 'failed') {
    return (
      <div role="alert" className="space-y-4">
        <p>{state.sentence}</p>
        <Button variant="outline" onClick={() => void memories.load()}>
          Try again
        </Button>
      </div>
    );
  }
  const { length } = state.memories;
  const toLead = () => lead.current?.focus();
  return (
    <>
      <p ref={lead} tabIndex={-1} className="text-muted-foreground outline-none">
        {length === 0
          ? 'Nothing yet. What you tell me about yourself in a conversation that is kept will stand here, for you ' +
            'to put right or to have forgotten.'
          : `${length === 1 ? 'One thing' : `${length} things`}, taken from your own words${keptFor(days?.memories)}. ` +
            'You can put each right or have it forgotten.'}
      </p>
      {length > 0 ? (
        <>
          <ul className="mt-4 divide-y border-y">
            {state.memories.map((memory) => (
              <MemoryRow key={memory.id} memory={memory} memories={memories} onForgotten={toLead} />
            ))}
          </ul>
          {length > 1 ? <ForgetAll count={length} memories={memories} onForgotten={toLead} /> : null}
        </>
      ) : null}
    </>
  );
}
