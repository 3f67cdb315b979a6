import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminSession } from '@understudy/contract/admin';
import { HOT_LEAD_SCORE, WARM_LEAD_SCORE } from '@understudy/contract/constants';
import { type Tier, tierOf } from '@understudy/contract/leads';
import type { SettingsAnswer, WebhookTest } from '@understudy/contract/settings';
import type { CSSProperties } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Input } from '../../../ui/field.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../api/keys.ts';
import { MAX_SCORES, useWeekScores } from '../api/queries.ts';
import type { GroupEdit } from '../drafts/use-group.ts';
import { THRESHOLD } from '../groups/notifications.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { FieldRow } from './field-row.tsx';
import { GroupSection } from './group-section.tsx';
import { Mark, Outcome } from './outcome.tsx';

const TIER_SENTENCES: Record<Tier, string> = {
  hot: 'Notifies you about hot leads only.',
  warm: 'Notifies you about warm and hot leads.',
  cold: 'Notifies you about cold leads too, which may be many.',
};

/** The notice threshold, and where notices are sent. */
export function NotificationsSection() {
  return (
    <GroupSection
      group="notifications"
      introduction="A lead that reaches this score appears as a notice on every open dashboard, once per conversation."
      beside={(answer, edit) => <Webhook webhook={answer.webhook} mayTest={edit.refusal === null} />}
    >
      {(edit, answer) => (
        <>
          <Threshold {...edit} />
          <label htmlFor="notifications-webhook" className="mt-6 flex min-h-11 items-start gap-3">
            <Checkbox
              id="notifications-webhook"
              className="mt-0.5"
              checked={edit.form.webhook}
              onChange={({ target }) => edit.set({ ...edit.form, webhook: target.checked })}
            />
            <span>
              Also send it to the webhook
              <span className="block text-muted-foreground text-sm">
                {answer.webhook
                  ? `As a signed message to ${answer.webhook.host}.`
                  : 'Takes effect once the server is started with WEBHOOK_URL and WEBHOOK_SECRET.'}
              </span>
            </span>
          </label>
        </>
      )}
    </GroupSection>
  );
}

function Threshold({ form, set, problems }: GroupEdit<'notifications'>) {
  const score = Number(form.threshold);
  const isScore = Number.isInteger(score) && score >= THRESHOLD.least && score <= THRESHOLD.most;
  const change = (threshold: string) => set({ ...form, threshold });
  return (
    <FieldRow
      group="notifications"
      field="threshold"
      label="Notify from a score of"
      problems={problems}
      hint={isScore ? <Meaning score={score} /> : null}
    >
      {(control) => (
        <div className="flex max-w-xl items-start gap-4">
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-20 tabular-nums"
            value={form.threshold}
            onChange={({ target }) => change(target.value)}
          />
          <Slider score={isScore ? score : THRESHOLD.most} onChange={(next) => change(String(next))} />
        </div>
      )}
    </FieldRow>
  );
}

/** The threshold as a slider over the tiers. */
function Slider({ score, onChange }: { score: number; onChange: (score: number) => void }) {
  return (
    <div className="min-w-0 grow">
      <input
        type="range"
        aria-label="Score slider"
        className="settings-slider"
        style={{ '--at': `${score}%` } as CSSProperties}
        min={THRESHOLD.least}
        max={THRESHOLD.most}
        value={score}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <div aria-hidden className="-mt-2 flex text-muted-foreground text-xs">
        <span style={{ width: `${WARM_LEAD_SCORE}%` }}>Cold</span>
        <span style={{ width: `${HOT_LEAD_SCORE - WARM_LEAD_SCORE}%` }}>
          Warm<span className="max-sm:hidden">, from {WARM_LEAD_SCORE}</span>
        </span>
        <span>
          Hot<span className="max-sm:hidden">, from {HOT_LEAD_SCORE}</span>
        </span>
      </div>
    </div>
  );
}

function Meaning({ score }: { score: number }) {
  const { data } = useWeekScores();
  return (
    <>
      {TIER_SENTENCES[tierOf(score)]} {data ? weekWords(data, score, MAX_SCORES) : ''}
    </>
  );
}

function Webhook({ webhook, mayTest }: { webhook: SettingsAnswer['webhook']; mayTest: boolean }) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const test = useMutation({
    mutationFn: () => calls.change<WebhookTest>('POST', 'settings/webhook/test'),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.settings }),
  });
  return (
    <section aria-labelledby="webhook" className="mt-8 border-t pt-6">
      <h3 id="webhook" className="text-lg">
        Webhook
      </h3>
      {webhook === null ? (
        <p className="mt-1 max-w-measure text-sm">
          None is configured. Start the server with <code className="rounded-sm bg-muted px-1">WEBHOOK_URL</code> and{' '}
          <code className="rounded-sm bg-muted px-1">WEBHOOK_SECRET</code> to have each notice sent to your CRM or chat.
        </p>
      ) : (
        <>
          <p className="wrap-anywhere mt-1 text-sm">
            Messages go to <span className="font-medium">{webhook.host}</span>.
          </p>
          <p className="wrap-anywhere mt-2 flex items-center gap-2 text-sm">
            <Mark is={webhook.last ? (webhook.last.ok ? 'good' : 'bad') : 'open'} />
            {webhook.last ? (
              <span>
                {webhook.last.ok ? 'Latest message delivered' : 'Latest message not delivered'} (
                <When at={webhook.last.at} />){webhook.last.problem ? `: ${webhook.last.problem}` : ''}
              </span>
            ) : (
              'No message has been sent yet.'
            )}
          </p>
          <Button
            variant="outline"
            size="sm"
            className="mt-4 min-h-11"
            disabled={!mayTest}
            aria-disabled={test.isPending}
            onClick={() => !test.isPending && test.mutate()}
          >
            {test.isPending ? 'Sending...' : 'Send a test message'}
          </Button>
          <div role="status" className="mt-3">
            {test.data && !test.isPending ? <Outcome result={test.data} /> : null}
            {test.error ? (
              <p className="text-destructive-text text-sm">{sentenceOf(test.error, 'The server cannot be reached.')}</p>
            ) : null}
          </div>
          <DeadLetters maySend={mayTest} />
        </>
      )}
    </section>
  );
}

/** What a threshold would have meant in the last week. @param sessions its best, at most `most` of them */
export function weekWords(
  sessions: readonly Pick<AdminSession, 'lead_score' | 'contact_name'>[],
  score: number,
  most: number,
): string {
  const reached = sessions.filter(({ lead_score: one }) => one >= score);
  const [best, ...others] = reached;
  if (!best) return 'In the last 7 days nobody reached it.';
  if (reached.length === most) return `In the last 7 days ${most} conversations or more reached it.`;
  const name = (one: Pick<AdminSession, 'lead_score' | 'contact_name'>) =>
    `${one.contact_name ?? 'an anonymous visitor'} (${one.lead_score})`;
  if (others.length === 0) return `In the last 7 days one conversation reached it: ${name(best)}.`;
  return `In the last 7 days ${reached.length} conversations reached it, the best of them ${name(best)}.`;
}
