import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConversationsDeletion, ConversationsPreview } from '@understudy/contract/settings';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { conversations } from '../danger.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { Danger, TypedConfirm } from './typed-confirm.tsx';

const PATH = 'danger/delete-conversations';
const KEY = ['delete-conversations'];
/** Polling interval of a running deletion. */
const LOOK_EVERY_MS = 1_000;

/** Deletes all conversations that ended before a day. */
export function DeleteConversations() {
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
    <Danger
      title="Delete old conversations"
      about={
        'Deletes every conversation that ended before the chosen day, with its transcript, summary and ' +
        'score. Leads and memories of visitors stay.'
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          begin.reset();
          if (before && !preview.isPending) preview.mutate();
        }}
      >
        <Label htmlFor={id}>Before this day</Label>
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
            {preview.isPending ? 'Counting...' : 'Count'}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="mt-4 text-sm empty:hidden">
        {failure ? <FormAlert>{sentenceOf(failure, 'The server cannot be reached.')}</FormAlert> : null}
        {found ? (
          <p>
            {found.sessions === 0
              ? 'No conversation ended before this day.'
              : `${conversations(found.sessions)} ended before this day and would be deleted.`}
          </p>
        ) : null}
        <Progress deletion={newest.data ?? null} />
      </div>
      {found && found.sessions > 0 ? (
        <TypedConfirm
          key={`${found.before} ${found.sessions}`}
          phrase={`delete ${found.sessions}`}
          button={`Delete ${conversations(found.sessions)}`}
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
          aria-label="Deletion"
          className="confidence max-w-80"
          max={Math.max(1, total)}
          value={Math.min(deleted, total)}
        />
      ) : null}
      <p className="wrap-anywhere mt-1 text-muted-foreground tabular-nums">
        {running ? 'Deleting' : 'Deleted'} conversations before {before}, started by {by}: {numberWords(deleted)} of{' '}
        {numberWords(total)}.
      </p>
    </div>
  );
}
