import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '@understudy/contract/admin';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { serverSentence } from '../../../platform/http.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Spinner } from '../../../ui/states.tsx';
import { type AdminCalls, isLastOwner, listUsers } from '../accounts.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { UserRow } from './user-row.tsx';

/** Cache key of the list. */
const USERS = ['users'];

/** User management: invitations, roles, removal. For owners. @param ownId id of the current user */
export function UsersPanel({ calls, ownId }: { calls: AdminCalls; ownId: string }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: USERS, queryFn: ({ signal }) => listUsers(calls, signal) });
  const [isInviting, setInviting] = useState(false);
  /** The last action, announced to screen readers. */
  const [done, setDone] = useState('');
  const onChanged = (words: string) => {
    setDone(words);
    void cache.invalidateQueries({ queryKey: USERS });
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-measure text-muted-foreground">
          Whoever is invited gets a link that works once and chooses their own password. Everything that is done here is
          in the audit log.
        </p>
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden />
          Invite somebody
        </Button>
      </div>
      <p role="status" className="sr-only">
        {done}
      </p>
      <div className="mt-6">
        {error ? (
          <div className="space-y-4">
            <FormAlert>{serverSentence(error, 'The users could not be read.')}</FormAlert>
            <Button variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {data ? (
          <UserList users={data.items} ownId={ownId} calls={calls} onChanged={onChanged} />
        ) : error ? null : (
          <Spinner label="Reading the users" />
        )}
      </div>
      {isInviting ? (
        <InviteDialog
          calls={calls}
          onInvited={(email) => onChanged(`${email} is invited.`)}
          onClose={() => setInviting(false)}
        />
      ) : null}
    </>
  );
}

interface UserListProps {
  users: readonly AdminUser[];
  ownId: string;
  calls: AdminCalls;
  onChanged: (words: string) => void;
}

function UserList({ users, ownId, calls, onChanged }: UserListProps) {
  return (
    <>
      <ul aria-label="Users" className="divide-y border-y">
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            isSelf={user.id === ownId}
            isLastOwner={isLastOwner(user, users)}
            calls={calls}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {users.length === 1 ? (
        <p className="mt-4 text-muted-foreground">
          You are the only one so far. With a second owner there is somebody who can let you in again.
        </p>
      ) : null}
    </>
  );
}
