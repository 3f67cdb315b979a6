import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegalHold as Hold } from '@understudy/contract/privacy';
import { type FormEvent, useId, useState } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { longDay } from '../../../ui/dates.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';

/** Shortest reason that the server takes. */
const MIN_REASON_CHARS = 3;

/** The legal hold of a conversation: placed with a reason, and lifted; for admins, on the session's page. */
export function LegalHold({ calls, sessionId }: { calls: AdminCalls; sessionId: string }) {
  const path = `sessions/${sessionId}/legal-hold`;
  const key = ['legal-hold', sessionId];
  const cache = useQueryClient();
  const id = useId();
  const [reason, setReason] = useState('');
  const [isShort, setShort] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => calls.get<{ hold: Hold | null }>(path, {}, signal),
  });
  const place = useMutation({
    mutationFn: (why: string) => calls.change<{ hold: Hold | null }>('PUT', path, { reason: why }),
    onSuccess(answer) {
      cache.setQueryData(key, answer);
      setReason('');
    },
  });
  const lift = useMutation({
    mutationFn: () => calls.change<void>('DELETE', path),
    // An erasure that waited takes the conversation away: whatever shows it is read again.
    onSuccess: () => cache.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const why = reason.trim();
    setShort(why.length < MIN_REASON_CHARS);
    if (why.length >= MIN_REASON_CHARS && !place.isPending) place.mutate(why);
  };
  const hold = read.data?.hold ?? null;
  const failure = read.error ?? place.error ?? lift.error;
  return (
    <section aria-labelledby={`${id}-title`} className="no-print mt-6 rounded-lg border bg-card p-4 sm:p-5">
      <h2 id={`${id}-title`} className="text-lg">
        {t('dashboard.hold')}
      </h2>
      <p className="mt-1 mb-4 max-w-measure text-muted-foreground text-sm">{t('dashboard.holdAbout')}</p>
      {hold ? (
        <>
          <p className="wrap-anywhere max-w-measure">
            {t('dashboard.holdPlaced', { who: hold.placed_by, day: longDay(hold.placed_at), reason: hold.reason })}
          </p>
          {hold.erasure_waits ? <p className="mt-2 max-w-measure">{t('dashboard.holdWaits')}</p> : null}
          <Button
            variant="outline"
            className="mt-4"
            aria-haspopup="dialog"
            aria-disabled={lift.isPending}
            onClick={() => !lift.isPending && setAsking(true)}
          >
            {t('dashboard.holdLift')}
          </Button>
          {isAsking ? (
            <ConfirmDialog
              title={t('dashboard.holdLiftTitle')}
              confirm={t('dashboard.holdLift')}
              cancel={t('dashboard.holdKeep')}
              onConfirm={() => lift.mutate()}
              onClose={() => setAsking(false)}
            >
              {t(hold.erasure_waits ? 'dashboard.holdWaits' : 'dashboard.holdLiftBody')}
            </ConfirmDialog>
          ) : null}
        </>
      ) : read.data ? (
        <form onSubmit={submit} className="max-w-md">
          <Label htmlFor={id}>{t('dashboard.holdReason')}</Label>
          <Input
            id={id}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
            aria-invalid={isShort ? true : undefined}
            aria-describedby={`${id}-hint`}
            className="mt-1.5"
          />
          <p
            id={`${id}-hint`}
            className={`mt-1 text-sm ${isShort ? 'text-destructive-text' : 'text-muted-foreground'}`}
          >
            {t(isShort ? 'dashboard.holdTooShort' : 'dashboard.holdReasonHint')}
          </p>
          <Button type="submit" variant="outline" className="mt-4" aria-disabled={place.isPending}>
            {t('dashboard.holdPlace')}
          </Button>
        </form>
      ) : null}
      <div aria-live="polite" className="mt-4 empty:hidden">
        {failure ? <FormAlert>{sentenceOf(failure)}</FormAlert> : null}
      </div>
    </section>
  );
}
