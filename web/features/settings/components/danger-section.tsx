import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ConversationsDeletion,
  type ConversationsPreview,
  type RetentionPreview,
  SETTINGS_GROUPS,
  type SettingsAnswer,
  type SettingsGroup,
  type SignedOutEveryone,
  type VisitorErasure,
} from '@understudy/contract/settings';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label, Select } from '../../../ui/field.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { putDraft } from '../drafts.ts';
import { type GroupForm, rowsOf, shortened } from '../group-forms.ts';
import { FORMS, groupWords } from '../sections.ts';
import { useRefusal, useSettings, useSettingsPage } from '../settings-context.tsx';
import { Refusal, SectionFrame } from './section-frame.tsx';
import { Danger, ErasureCounts, HeldNote, TypedConfirm } from './typed-confirm.tsx';

/** Irreversible actions, each with a preview of what it would do. */
export function DangerSection() {
  const refusal = useRefusal('owner');
  return (
    <SectionFrame section="danger" introduction={t('settings.theseActionsCannotBeUndone')}>
      <Refusal>{refusal}</Refusal>
      <fieldset disabled={refusal !== null} className="min-w-0">
        <legend className="sr-only">{t('settings.dangerZone')}</legend>
        <div className="divide-y rounded-lg border border-destructive-text bg-card">
          <EraseVisitor />
          <DeleteConversations />
          <ResetGroup />
          <SignOutEveryone />
        </div>
      </fieldset>
    </SectionFrame>
  );
}

/** Ends every sign-in, including the current user's. */
function SignOutEveryone() {
  const { calls } = useSettingsPage();
  const signOut = useMutation({
    mutationFn: () => calls.change<SignedOutEveryone>('POST', 'danger/sign-out-everyone', {}),
  });
  return (
    <Danger title={t('settings.signEveryoneOut')} about={t('settings.signsEveryoneOutOnEvery')}>
      {signOut.error ? <FormAlert>{sentenceOf(signOut.error)}</FormAlert> : null}
      {signOut.data ? (
        <p role="status" className="text-sm text-success-text">
          {t('settings.ended', { count: signOut.data.signed_out })}
        </p>
      ) : (
        <TypedConfirm
          phrase={t('settings.phraseSignOut')}
          button={t('settings.signEveryoneOut')}
          isBusy={signOut.isPending}
          onConfirm={() => signOut.mutate()}
        />
      )}
    </Danger>
  );
}

/** Erases all data about the visitors who left an address. */
function EraseVisitor() {
  const { calls } = useSettingsPage();
  const id = useId();
  const [email, setEmail] = useState('');
  const preview = useMutation({
    mutationFn: () => calls.change<VisitorErasure>('POST', 'danger/erase-visitor/preview', { email: email.trim() }),
  });
  const erase = useMutation({
    mutationFn: (address: string) =>
      calls.change<VisitorErasure>('POST', 'danger/erase-visitor', { email: address, confirm: address }),
    onSuccess: () => preview.reset(),
  });
  const found = preview.data;
  const asked = found?.email ?? '';
  const isNothing = found?.total === 0 && found.held === 0;
  const failure = preview.error ?? erase.error;
  return (
    <Danger title={t('settings.eraseAVisitor')} about={t('settings.deletesEverythingStoredAboutVisitors')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          erase.reset();
          if (email.trim() !== '' && !preview.isPending) preview.mutate();
        }}
      >
        <Label htmlFor={id}>{t('settings.theVisitorsEmailAddress')}</Label>
        <div className="mt-1.5 flex flex-wrap gap-2">
          <Input
            id={id}
            type="email"
            className="max-w-80"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              preview.reset();
              erase.reset();
            }}
          />
          <Button type="submit" variant="outline" disabled={email.trim() === ''} aria-disabled={preview.isPending}>
            {preview.isPending ? t('settings.looking') : t('settings.preview')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="mt-4 text-sm empty:hidden">
        {failure ? <FormAlert>{sentenceOf(failure)}</FormAlert> : null}
        {found && isNothing ? <p>{t('settings.nothingIsStoredAboutThis')}</p> : null}
        {found && !isNothing ? (
          <>
            <p>{t('settings.visitorsLeftAddress', { visitors: found.visitors })}</p>
            <ErasureCounts counts={found.counts} className="max-w-80" />
            <HeldNote held={found.held} words="settings.heldUntilLifted" />
          </>
        ) : null}
        {erase.data ? (
          <>
            <p className="text-success-text">
              {t('settings.erasedAbout', { count: erase.data.total, email: erase.data.email ?? '' })}
            </p>
            <HeldNote held={erase.data.held} words="settings.heldUntilLifted" />
          </>
        ) : null}
      </div>
      {found && !isNothing ? (
        <TypedConfirm
          key={asked}
          phrase={asked}
          button={t('settings.eraseRecords', { count: found.total })}
          isBusy={erase.isPending}
          onConfirm={() => erase.mutate(asked)}
        />
      ) : null}
    </Danger>
  );
}

const PATH = 'danger/delete-conversations';
const KEY = ['delete-conversations'];
/** Polling interval of a running deletion. */
const LOOK_EVERY_MS = 1_000;

/** Deletes all conversations that ended before a day. */
function DeleteConversations() {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const mayAsk = useRefusal('owner') === null;
  const id = useId();
  const [before, setBefore] = useState('');
  const newest = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await calls.get<{ deletion: ConversationsDeletion | null }>(PATH, {}, signal)).deletion,
    enabled: mayAsk,
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_EVERY_MS : false),
  });
  const preview = useMutation({
    mutationFn: () => calls.change<ConversationsPreview>('POST', `${PATH}/preview`, { before }),
  });
  const begin = useMutation({
    mutationFn: ({ before, sessions }: ConversationsPreview) =>
      calls.change<ConversationsDeletion>('POST', PATH, { before, confirm_rows: sessions }),
    onSuccess: async (deletion) => {
      preview.reset();
      await cache.cancelQueries({ queryKey: KEY });
      cache.setQueryData(KEY, deletion);
      void newest.refetch();
    },
    // The number may be outdated: fetch it again.
    onError: () => preview.mutate(),
  });
  const found = preview.data;
  const failure = begin.error ?? preview.error;
  return (
    <Danger title={t('settings.deleteOldConversations')} about={t('settings.deletesEveryConversationThatEnded')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          begin.reset();
          if (before && !preview.isPending) preview.mutate();
        }}
      >
        <Label htmlFor={id}>{t('settings.beforeThisDay')}</Label>
        <div className="mt-1.5 flex flex-wrap gap-2">
          <Input
            id={id}
            type="date"
            className="max-w-48"
            value={before}
            onChange={({ target }) => {
              setBefore(target.value);
              preview.reset();
              begin.reset();
            }}
          />
          <Button type="submit" variant="outline" disabled={before === ''} aria-disabled={preview.isPending}>
            {preview.isPending ? t('settings.counting') : t('settings.count')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="mt-4 text-sm empty:hidden">
        {failure ? <FormAlert>{sentenceOf(failure)}</FormAlert> : null}
        {found ? (
          <>
            <p>{t('settings.endedBeforeThisDayAnd', { count: found.sessions })}</p>
            <HeldNote held={found.held} words="settings.heldStay" />
          </>
        ) : null}
        <Progress deletion={newest.data ?? null} />
      </div>
      {found && found.sessions > 0 ? (
        <TypedConfirm
          key={`${found.before} ${found.sessions}`}
          phrase={t('settings.phraseDelete', { count: String(found.sessions) })}
          button={t('settings.deleteConversations', { count: found.sessions })}
          isBusy={begin.isPending}
          onConfirm={() => begin.mutate(found)}
        />
      ) : null}
    </Danger>
  );
}

/** Progress of the newest deletion. */
function Progress({ deletion }: { deletion: ConversationsDeletion | null }) {
  if (!deletion) return null;
  const { deleted, total, running, before, started_by: by } = deletion;
  return (
    <div className="mt-3">
      {running ? (
        <progress
          aria-label={t('settings.deletion')}
          className="confidence max-w-80"
          max={Math.max(1, total)}
          value={Math.min(deleted, total)}
        />
      ) : null}
      <p className="wrap-anywhere mt-1 text-muted-foreground tabular-nums">
        {t(running ? 'settings.deletingConversations' : 'settings.deletedConversations', {
          before,
          by,
          deleted: numberWords(deleted),
          total: numberWords(total),
        })}
      </p>
    </div>
  );
}

/** What a reset would change, as text. */
function resetWords(settings: SettingsAnswer, group: SettingsGroup): string[] {
  const { value, usual, unreadable } = settings[group];
  if (unreadable) return [t('settings.unreadableValue')];
  const { toForm, changes } = FORMS[group] as GroupForm<unknown, unknown>;
  return changes(toForm(value), toForm(usual));
}

/** Resets a settings group to its defaults. */
function ResetGroup() {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const { data } = useSettings();
  const id = useId();
  const [group, setGroup] = useState<SettingsGroup>('notifications');
  const reset = useMutation({
    mutationFn: async (settings: SettingsAnswer) => {
      const { retention } = settings;
      const deletes =
        group === 'retention' && (retention.unreadable || shortened(retention.value, retention.usual).length > 0);
      const preview = deletes
        ? await calls.change<RetentionPreview>('POST', 'settings/retention/preview', { value: retention.usual })
        : null;
      const body = { group, version: settings[group].version, ...(preview ? { confirm_rows: rowsOf(preview) } : {}) };
      return calls.change<unknown>('POST', 'settings/reset', body);
    },
    onSuccess: () => putDraft(drafts, group, null),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.settings }),
  });
  const changes = data ? resetWords(data, group) : [];
  return (
    <Danger title={t('settings.resetSettings')} about={t('settings.restoresTheDefaultsOfOne')}>
      <Label htmlFor={id}>{t('settings.group')}</Label>
      <Select
        id={id}
        className="mt-1.5 max-w-80"
        value={group}
        onChange={({ target }) => {
          setGroup(target.value as SettingsGroup);
          reset.reset();
        }}
      >
        {SETTINGS_GROUPS.map((one) => (
          <option key={one} value={one}>
            {groupWords(one)}
          </option>
        ))}
      </Select>
      <div aria-live="polite" className="mt-4 text-sm">
        {reset.error ? <FormAlert>{sentenceOf(reset.error)}</FormAlert> : null}
        {reset.isSuccess ? <p className="text-success-text">{t('settings.defaultsRestored')}</p> : null}
        {data && changes.length === 0 && !reset.isSuccess ? <p>{t('settings.theseAreTheDefaults')}</p> : null}
        {changes.length > 0 ? (
          <>
            <p>{t('settings.thisWouldChange')}</p>
            <ul className="mt-1 list-disc pl-5">
              {changes.map((change) => (
                <li key={change} className="wrap-anywhere">
                  {change}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      {data && changes.length > 0 ? (
        <TypedConfirm
          key={group}
          phrase={t('settings.phraseReset', { group: groupWords(group) })}
          button={t('settings.reset')}
          isBusy={reset.isPending}
          onConfirm={() => reset.mutate(data)}
        />
      ) : null}
    </Danger>
  );
}
