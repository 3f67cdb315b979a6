import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AdminUser, allows, type Invitation, ROLES, type Role } from '@understudy/contract/admin';
import { UserPlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { serverSentence } from '../../../platform/http.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { Label, Select } from '../../../ui/field.tsx';
import { FormAlert, Spinner } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { inviteAgain, isLastOwner, listUsers, remove, removeSecondFactor, setRole } from '../accounts.ts';
import { InvitationLink, InviteDialog } from './invite-dialog.tsx';

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
        <p className="max-w-measure text-muted-foreground">{t('accounts.whoeverIsInvitedGetsA')}</p>
        <Button onClick={() => setInviting(true)}>
          <UserPlus aria-hidden />
          {t('accounts.inviteSomebody')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {done}
      </p>
      <div className="mt-6">
        {error ? (
          <div className="space-y-4">
            <FormAlert>{serverSentence(error, t('accounts.theUsersCouldNotBe'))}</FormAlert>
            <Button variant="outline" onClick={() => void refetch()}>
              {t('accounts.tryAgain')}
            </Button>
          </div>
        ) : null}
        {data ? (
          <UserList users={data.items} ownId={ownId} calls={calls} onChanged={onChanged} />
        ) : error ? null : (
          <Spinner label={t('accounts.readingTheUsers')} />
        )}
      </div>
      {isInviting ? (
        <InviteDialog
          calls={calls}
          onInvited={(email) => onChanged(t('accounts.isInvited', { email }))}
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
      <ul aria-label={t('accounts.users')} className="divide-y border-y">
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
      {users.length === 1 ? <p className="mt-4 text-muted-foreground">{t('accounts.youAreTheOnlyOne')}</p> : null}
    </>
  );
}

interface UserRowProps {
  user: AdminUser;
  /** Whether the row shows the current user. */
  isSelf: boolean;
  isLastOwner: boolean;
  calls: AdminCalls;
  /** @param words what was done, in a sentence */
  onChanged: (words: string) => void;
}

type Question =
  | { about: 'removal' }
  | { about: 'second factor' }
  | { about: 'own role'; role: Role }
  | { about: 'link'; invitation: Invitation };

/** A user with their role and the available actions. */
function UserRow({ user, isSelf, isLastOwner, calls, onChanged }: UserRowProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(serverSentence(error, t('accounts.unreachableNotChanged')));
    }
    setBusy(false);
  };
  const changeRole = (role: Role) =>
    run(async () => {
      await setRole(calls, user.id, role);
      onChanged(t('accounts.isRoleNow', { email: user.email, role: t(`role.${role}`) }));
    });
  const chooseRole = (role: Role) => {
    if (isSelf && !allows(role, user.role)) setQuestion({ about: 'own role', role });
    else void changeRole(role);
  };
  const removeUser = () =>
    run(async () => {
      await remove(calls, user.id);
      onChanged(t('accounts.isRemoved', { email: user.email }));
    });
  const removeFactor = () =>
    run(async () => {
      await removeSecondFactor(calls, user.id);
      onChanged(t('accounts.theSecondFactorOfIs', { email: user.email }));
    });
  const renewLink = () =>
    run(async () => {
      setQuestion({ about: 'link', invitation: await inviteAgain(calls, user.id) });
      onChanged(t('accounts.thereIsANewLink', { email: user.email }));
    });

  const reason = isLastOwner ? `${id}-reason` : undefined;
  return (
    <li className="grid items-center gap-x-6 gap-y-3 py-4 sm:grid-cols-[1fr_7rem_14rem]">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">
          {user.email}
          {isSelf ? <Badge className="ml-2">{t('accounts.you')}</Badge> : null}
          {user.invited ? (
            <Badge variant="outline" className="ml-2">
              {t('accounts.invited')}
            </Badge>
          ) : null}
        </p>
        <p className="text-muted-foreground text-sm">
          {user.last_sign_in_at ? (
            <Text id="accounts.lastSignedIn" tags={{ when: () => <When at={user.last_sign_in_at ?? ''} /> }} />
          ) : (
            t('accounts.hasNotSignedInYet')
          )}
        </p>
        {user.second_factor ? (
          <p className="text-muted-foreground text-sm">
            {t('accounts.withASecondFactor')}
            {isSelf ? null : (
              <Button
                variant="ghost"
                size="sm"
                disabled={isBusy}
                aria-label={t('accounts.removeFactorOf', { email: user.email })}
                onClick={() => setQuestion({ about: 'second factor' })}
              >
                {t('accounts.remove')}
              </Button>
            )}
          </p>
        ) : null}
        {isLastOwner ? (
          <p id={reason} className="mt-1 text-sm">
            {t('accounts.theOnlyOwnerCanBe')}
          </p>
        ) : null}
      </div>
      <div className="max-sm:max-w-40">
        <Label htmlFor={`${id}-role`} className="sr-only">
          {t('accounts.roleOf', { email: user.email })}
        </Label>
        <Select
          id={`${id}-role`}
          value={user.role}
          disabled={isBusy || isLastOwner}
          aria-describedby={reason}
          onChange={(event) => chooseRole(event.target.value as Role)}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(`role.${role}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex gap-2 sm:justify-end">
        {isSelf ? null : (
          <Button
            variant="outline"
            size="sm"
            disabled={isBusy}
            aria-label={t(user.invited ? 'accounts.newLinkFor' : 'accounts.newPasswordFor', { email: user.email })}
            onClick={() => void renewLink()}
          >
            {user.invited ? t('accounts.newLink') : t('accounts.newPassword')}
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          disabled={isBusy || isLastOwner}
          aria-describedby={reason}
          onClick={() => setQuestion({ about: 'removal' })}
        >
          {t('accounts.remove')}
          <span className="sr-only"> {user.email}</span>
        </Button>
      </div>
      {failure ? (
        <div className="sm:col-span-3">
          <FormAlert>{failure}</FormAlert>
        </div>
      ) : null}
      <RowDialog
        question={question}
        user={user}
        onRemove={() => void removeUser()}
        onRemoveFactor={() => void removeFactor()}
        onRole={(role) => void changeRole(role)}
        onClose={() => setQuestion(null)}
      />
    </li>
  );
}

interface RowDialogProps {
  question: Question | null;
  user: AdminUser;
  onRemove: () => void;
  onRemoveFactor: () => void;
  onRole: (role: Role) => void;
  onClose: () => void;
}

function RowDialog({ question, user, onRemove, onRemoveFactor, onRole, onClose }: RowDialogProps) {
  if (question === null) return null;
  if (question.about === 'link') {
    return <LinkDialog invitation={question.invitation} onClose={onClose} />;
  }
  const who = () => <span className="wrap-anywhere font-medium text-foreground">{user.email}</span>;
  if (question.about === 'second factor') {
    return (
      <ConfirmDialog
        title={t('accounts.removeTheirSecondFactor')}
        confirm={t('accounts.remove')}
        cancel={t('accounts.keep')}
        onConfirm={onRemoveFactor}
        onClose={onClose}
      >
        <Text id="accounts.removeFactorAbout" tags={{ who }} />
      </ConfirmDialog>
    );
  }
  if (question.about === 'removal') {
    return (
      <ConfirmDialog
        title={t('accounts.removeThisUser')}
        confirm={t('accounts.remove')}
        cancel={t('accounts.keep')}
        onConfirm={onRemove}
        onClose={onClose}
      >
        <Text id={user.invited ? 'accounts.withdrawInvitation' : 'accounts.signOutForGood'} tags={{ who }} />
      </ConfirmDialog>
    );
  }
  const role = t(`role.${question.role}`);
  const own = t(`role.${user.role}`);
  return (
    <ConfirmDialog
      title={t('accounts.giveUpYourOwnRole')}
      confirm={t('accounts.become', { role })}
      cancel={t('accounts.stay', { role: own })}
      onConfirm={() => onRole(question.role)}
      onClose={onClose}
    >
      {t('accounts.asRoleYouNoLongerSee', { role, own })}
    </ConfirmDialog>
  );
}

/** Shows a new link for a user who has lost theirs, or their password. */
function LinkDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title={t('accounts.newLink')} dialog={dialog} hasCross onClose={onClose}>
      <InvitationLink invitation={invitation} />
    </Dialog>
  );
}
