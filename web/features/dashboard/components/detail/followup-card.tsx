import { useMutation } from '@tanstack/react-query';
import type { FollowupDraft } from '@understudy/contract/admin';
import { Check, Copy, PenLine } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Input, Label, Textarea } from '../../../../ui/field.tsx';
import { FormAlert, Spinner } from '../../../../ui/states.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';

/** A placeholder that only the owner can fill in. */
const GAP = /\[[^\][]+\]/;

/** 'Follow-up email': a draft to complete and copy. Nothing is sent from here. */
export function FollowupCard({ sessionId }: { sessionId: string }) {
  const client = useAdminClient();
  const draft = useMutation({
    mutationFn: () => client.change<FollowupDraft>('POST', `sessions/${sessionId}/draft`),
  });
  return (
    <Card className="no-print px-4 py-5 sm:px-6">
      <section aria-labelledby="followup" aria-busy={draft.isPending}>
        <h2 id="followup" className="text-2xl">
          {t('session.followUpEmail')}
        </h2>
        {draft.data ? (
          // A new draft starts a new form.
          <DraftForm key={draft.submittedAt} draft={draft.data} />
        ) : (
          <p className="mt-1 max-w-measure text-muted-foreground">{t('session.aFirstDraftFromThis')}</p>
        )}
        {draft.error ? (
          <FormAlert>{t('session.theDraftCouldNotBe', { error: sentenceOf(draft.error) })}</FormAlert>
        ) : null}
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button variant="outline" onClick={() => draft.mutate()} disabled={draft.isPending || client.isReadOnly}>
            <PenLine aria-hidden />
            {draft.data ? t('session.writeAnotherDraft') : t('session.writeADraft')}
          </Button>
          {draft.isPending ? <Spinner label={t('session.writingTheDraft')} /> : null}
          {client.isReadOnly ? (
            <span className="text-muted-foreground text-sm">{t('session.readOnlyWithoutSigningIn')}</span>
          ) : null}
        </div>
      </section>
    </Card>
  );
}

function DraftForm({ draft }: { draft: FollowupDraft }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [subject, setSubject] = useState(draft.subject);
  const [body, setBody] = useState(draft.body);
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = async () => {
    field.current?.select();
    // Without a secure context or permission, the text stays selected for copying by keyboard.
    const isDone = await navigator.clipboard?.writeText(body).then(
      () => true,
      () => false,
    );
    setCopied(isDone ? 'yes' : 'no');
  };
  return (
    <div className="mt-3 space-y-4">
      <p className="text-muted-foreground text-sm">
        {[
          draft.writer === 'embedded' ? t('session.writtenByRules') : t('session.writtenBy', { writer: draft.writer }),
          t('session.readItBeforeYouSend'),
          GAP.test(body) ? t('session.fillInWhatStandsIn') : '',
        ].join(' ')}
      </p>
      <p className="wrap-anywhere">
        {draft.to ? (
          t('session.to', { to: draft.to })
        ) : (
          <span className="text-muted-foreground">{t('session.noAddressWasLeft')}</span>
        )}
      </p>
      <div>
        <Label htmlFor={`${id}-subject`}>{t('session.subject')}</Label>
        <Input
          id={`${id}-subject`}
          className="mt-1.5"
          autoComplete="off"
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
      </div>
      <div>
        <Label htmlFor={`${id}-body`}>{t('session.text')}</Label>
        <Textarea
          ref={field}
          id={`${id}-body`}
          className="mt-1.5"
          rows={Math.min(24, body.split('\n').length + 4)}
          value={body}
          onChange={({ target }) => {
            setBody(target.value);
            setCopied(null);
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void copy()}>
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {t('session.copyText')}
        </Button>
        {draft.to ? (
          <Button asChild variant="outline">
            <a href={mailtoOf(draft.to, subject, body)}>{t('session.openInYourMailProgram')}</a>
          </Button>
        ) : null}
        <p role="status" className="text-muted-foreground text-sm">
          {copied === 'yes' ? t('session.copied') : null}
          {copied === 'no' ? t('session.theBrowserDidNotAllow') : null}
        </p>
      </div>
    </div>
  );
}

function mailtoOf(to: string, subject: string, body: string): string {
  const [address, title, text] = [to, subject, body.replaceAll('\n', '\r\n')].map(encodeURIComponent);
  return `mailto:${address}?subject=${title}&body=${text}`;
}
