import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignInRow, SignIns } from '@understudy/contract/admin';
import { useState } from 'react';
import { getJson, send, serverSentence } from '../../../platform/http.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { useSignIn } from '../sign-in-context.tsx';

const ADDRESS = '/api/profile/sign-ins';
/** Cache key of the list. */
export const SIGN_INS = ['own-sign-ins'];
const VIA = { password: 'with a password', invitation: 'with an invitation', link: 'with a one-time link' } as const;

/** The user's sign-ins, fetched once per page. */
export function useSignIns() {
  const { token } = useSignIn();
  return useQuery({
    queryKey: SIGN_INS,
    queryFn: async ({ signal }) =>
      getJson<SignIns>(ADDRESS, { signal, headers: { authorization: `Bearer ${await token()}` } }),
  });
}

/** The user's own sign-ins, each with a button to end it. */
export function OwnSignIns() {
  const { token } = useSignIn();
  const cache = useQueryClient();
  const { data, error, refetch } = useSignIns();
  const [failure, setFailure] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  /** The last action, announced to screen readers. */
  const [done, setDone] = useState('');

  const change = async (method: 'POST' | 'DELETE', path: string, words: string) => {
    setFailure(null);
    try {
      await send(`${ADDRESS}/${path}`, { method, headers: { authorization: `Bearer ${await token()}` } });
      setDone(words);
    } catch (refusal) {
      setFailure(serverSentence(refusal, 'The server cannot be reached. Nothing has changed.'));
    }
    await cache.invalidateQueries({ queryKey: SIGN_INS });
  };

  if (error) return <Failure onRetry={() => void refetch()}>Your sign-ins could not be loaded.</Failure>;
  if (!data) return <Loading words="Loading your sign-ins" />;
  return (
    <div className="space-y-4">
      <FormAlert>{failure}</FormAlert>
      <p role="status" className="sr-only">
        {done}
      </p>
      <ul aria-label="Sign-ins" className="divide-y border-y">
        {data.items.map((row) => (
          <Row key={row.id} row={row} onEnd={() => void change('DELETE', row.id, 'The sign-in is ended.')} />
        ))}
      </ul>
      {data.items.length > 1 ? (
        <Button variant="outline" onClick={() => setAsking(true)}>
          End all others
        </Button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title="End all other sign-ins?"
          confirm="End all others"
          cancel="Keep them"
          onConfirm={() => void change('POST', 'end-others', 'All other sign-ins are ended.')}
          onClose={() => setAsking(false)}
        >
          You stay signed in here. All other devices have to sign in again.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function Row({ row, onEnd }: { row: SignInRow; onEnd: () => void }) {
  const device = row.device ?? 'Unknown device';
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">
          {device}
          {row.current ? <Badge className="ml-2">This browser</Badge> : null}
        </p>
        <p className="text-muted-foreground text-sm">
          {row.network ? `From ${row.network}, ` : ''}
          {VIA[row.via]}
          {row.second_factor ? ' and a second factor' : ''}
        </p>
        <p className="text-muted-foreground text-sm">
          Signed in: <When at={row.began_at} /> · Last used: <When at={row.last_used_at} />
        </p>
      </div>
      {row.current ? null : (
        <Button variant="outline" size="sm" onClick={onEnd}>
          End<span className="sr-only"> the sign-in with {device}</span>
        </Button>
      )}
    </li>
  );
}
