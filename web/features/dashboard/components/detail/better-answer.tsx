import type { TurnDetail } from '@understudy/contract/reply-trace';
import { type ReactNode, useRef } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Failure, Spinner } from '../../../../ui/states.tsx';
import { useTurn } from '../../api/queries.ts';
import { whyWords } from '../../why-words.ts';
import type { Reply } from './why-answer.tsx';

/** The dialog with the form for a better answer. What was typed is kept by the page when it is closed. */
export function BetterAnswer({
  sessionId,
  reply,
  form,
  onClose,
}: {
  sessionId: string;
  reply: Reply;
  form: (turn: TurnDetail, reply: Reply, onClose: () => void) => ReactNode;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const query = useTurn(sessionId, reply.turnId);
  return (
    <Dialog
      title={whyWords().better}
      dialog={dialog}
      onClose={onClose}
      hasCross
      className="w-[min(48rem,calc(100vw-2rem))]"
    >
      {query.data ? form(query.data, reply, () => dialog.current?.close()) : null}
      {query.isPending ? <Spinner label={whyWords().loading} /> : null}
      {query.error && !query.data ? (
        <Failure onRetry={() => void query.refetch()}>{sentenceOf(query.error)}</Failure>
      ) : null}
    </Dialog>
  );
}
