import { useMutation } from '@tanstack/react-query';
import type { FollowupDraft } from '@understudy/contract/admin';
import { Check, Copy, PenLine } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
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
          Follow-up email
        </h2>
        {draft.data ? (
          // A new draft starts a new form.
          <DraftForm key={draft.submittedAt} draft={draft.data} />
        ) : (
          <p className="mt-1 max-w-measure text-muted-foreground">
            A first draft from this conversation. You complete, copy and send it yourself.
          </p>
        )}
        {draft.error ? <FormAlert>The draft could not be written: {sentenceOf(draft.error)}</FormAlert> : null}
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button variant="outline" onClick={() => draft.mutate()} disabled={draft.isPending || client.isReadOnly}>
            <PenLine aria-hidden />
            {draft.data ? 'Write another draft' : 'Write a draft'}
          </Button>
          {draft.isPending ? <Spinner label="Writing the draft" /> : null}
          {client.isReadOnly ? (
            <span className="text-muted-foreground text-sm">Read-only without signing in.</span>
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
        {draft.writer === 'embedded' ? 'Written by rules.' : `Written by ${draft.writer}.`} Read it before you send it.
        {GAP.test(body) ? ' Fill in what stands in square brackets.' : ''}
      </p>
      <p className="wrap-anywhere">
        To: {draft.to ?? <span className="text-muted-foreground">no address was left</span>}
      </p>
      <div>
        <Label htmlFor={`${id}-subject`}>Subject</Label>
        <Input
          id={`${id}-subject`}
          className="mt-1.5"
          autoComplete="off"
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
      </div>
      <div>
        <Label htmlFor={`${id}-body`}>Text</Label>
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
          Copy text
        </Button>
        {draft.to ? (
          <Button asChild variant="outline">
            <a href={mailtoOf(draft.to, subject, body)}>Open in your mail program</a>
          </Button>
        ) : null}
        <p role="status" className="text-muted-foreground text-sm">
          {copied === 'yes' ? 'Copied' : null}
          {copied === 'no' ? 'The browser did not allow it: the text is selected, copy it by keyboard.' : null}
        </p>
      </div>
    </div>
  );
}

function mailtoOf(to: string, subject: string, body: string): string {
  const [address, title, text] = [to, subject, body.replaceAll('\n', '\r\n')].map(encodeURIComponent);
  return `mailto:${address}?subject=${title}&body=${text}`;
}
