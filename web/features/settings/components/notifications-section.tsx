import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AdminSession } from '@understudy/contract/admin';
import { HOT_LEAD_SCORE, WARM_LEAD_SCORE } from '@understudy/contract/constants';
import { type Tier, tierOf } from '@understudy/contract/leads';
import { paths } from '@understudy/contract/pages';
import type { DeadLetter, SettingsAnswer, WebhookTest } from '@understudy/contract/settings';
import type { CSSProperties } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Input } from '../../../ui/field.tsx';
import { capitalised } from '../../../ui/id-words.ts';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { THRESHOLD } from '../group-forms.ts';
import { MAX_SCORES, useSettingsPage, useWeekScores } from '../settings-context.tsx';
import { FieldRow, type GroupEdit, GroupSection } from './group-section.tsx';
import { Mark, Outcome } from './outcome.tsx';
import { Undelivered } from './undelivered.tsx';

const tierSentences = (): Record<Tier, string> => ({
  hot: t('settings.notifiesYouAboutHotLeads'),
  warm: t('settings.notifiesYouAboutWarmAnd'),
  cold: t('settings.notifiesYouAboutColdLeads'),
});

/** The notice threshold, and where notices are sent. */
export function NotificationsSection() {
  return (
    <GroupSection
      group="notifications"
      introduction={t('settings.aLeadThatReachesThis')}
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
              {t('settings.alsoSendItToThe')}
              <span className="block text-muted-foreground text-sm">
                {answer.webhook
                  ? t('settings.asASignedMessageTo', { host: answer.webhook.host })
                  : t('settings.takesEffectOnceTheServer')}
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
      label={t('settings.notifyFromAScoreOf')}
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
  const from = (words: string) => <span className="max-sm:hidden">{words}</span>;
  return (
    <div className="min-w-0 grow">
      <input
        type="range"
        aria-label={t('settings.scoreSlider')}
        className="settings-slider"
        style={{ '--at': `${score}%` } as CSSProperties}
        min={THRESHOLD.least}
        max={THRESHOLD.most}
        value={score}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <div aria-hidden className="-mt-2 flex text-muted-foreground text-xs">
        <span style={{ width: `${WARM_LEAD_SCORE}%` }}>{t('settings.cold')}</span>
        <span style={{ width: `${HOT_LEAD_SCORE - WARM_LEAD_SCORE}%` }}>
          <Text id="settings.warm" values={{ score: WARM_LEAD_SCORE }} tags={{ from }} />
        </span>
        <span>
          <Text id="settings.hot" values={{ score: HOT_LEAD_SCORE }} tags={{ from }} />
        </span>
      </div>
    </div>
  );
}

function Meaning({ score }: { score: number }) {
  const { data } = useWeekScores();
  return (
    <>
      {tierSentences()[tierOf(score)]} {data ? weekWords(data, score, MAX_SCORES) : ''}
    </>
  );
}

const CODE = 'rounded-sm bg-muted px-1';

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
        {t('settings.webhook')}
      </h3>
      {webhook === null ? (
        <p className="mt-1 max-w-measure text-sm">
          <Text
            id="settings.noneIsConfiguredStartThe"
            tags={{
              code: (words) => <code className={CODE}>{words}</code>,
              code2: (words) => <code className={CODE}>{words}</code>,
            }}
          />
        </p>
      ) : (
        <>
          <p className="wrap-anywhere mt-1 text-sm">
            <Text
              id="settings.messagesGoTo"
              tags={{ host: () => <span className="font-medium">{webhook.host}</span> }}
            />
          </p>
          <p className="wrap-anywhere mt-2 flex items-center gap-2 text-sm">
            <Mark is={webhook.last ? (webhook.last.ok ? 'good' : 'bad') : 'open'} />
            {webhook.last ? (
              <span>
                <LatestMessage last={webhook.last} />
                {webhook.last.problem ? `: ${webhook.last.problem}` : ''}
              </span>
            ) : (
              t('settings.noMessageHasBeenSent')
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
            {test.isPending ? t('settings.sending') : t('settings.sendATestMessage')}
          </Button>
          <div role="status" className="mt-3">
            <Outcome test={test} />
          </div>
          <DeadLetters maySend={mayTest} />
        </>
      )}
    </section>
  );
}

function LatestMessage({ last: { ok, at } }: { last: NonNullable<NonNullable<SettingsAnswer['webhook']>['last']> }) {
  const when = () => <When at={at} />;
  return <Text id={ok ? 'settings.latestMessageDelivered' : 'settings.latestMessageNotDelivered'} tags={{ when }} />;
}

/** What a threshold would have meant in the last week. @param sessions its best, at most `most` of them */
export function weekWords(
  sessions: readonly Pick<AdminSession, 'lead_score' | 'contact_name'>[],
  score: number,
  most: number,
): string {
  const reached = sessions.filter(({ lead_score: one }) => one >= score);
  const [best] = reached;
  if (!best) return t('settings.weekNobody');
  if (reached.length === most) return t('settings.weekMany', { most });
  const name = (one: Pick<AdminSession, 'lead_score' | 'contact_name'>) =>
    `${one.contact_name ?? t('settings.anonymousVisitor')} (${one.lead_score})`;
  return t('settings.weekReached', { count: reached.length, best: name(best) });
}

/** Messages that the webhook did not take for a day. */
function DeadLetters({ maySend }: { maySend: boolean }) {
  return (
    <Undelivered<DeadLetter>
      path="settings/webhook/dead-letters"
      queryKey={keys.deadLetters}
      changes={[keys.settings]}
      maySend={maySend}
      words={{
        title: t('settings.undeliveredMessages'),
        about: t('settings.theseAreNoLongerRetried'),
        failed: (error) => t('settings.undeliveredMessagesCouldNotBe', { error }),
        delivered: (delivered) => t('settings.theMessageAboutWasDelivered', { delivered }),
        sendAgain: (who) => t('settings.sendAgainAbout', { who }),
      }}
      whoOf={({ contact_name: name }) => name ?? t('settings.anonymousVisitor')}
    >
      {({ session_id: sessionId, contact_name: name, reason, lead_score: score }) => (
        <Text
          id={`settings.letter.${reason}`}
          values={{ who: capitalised(name ?? t('settings.anonymousVisitor')), score }}
          tags={{
            link: (words) => (
              <Link to={paths.adminSession} params={{ sessionId }} className="font-medium underline underline-offset-4">
                {words}
              </Link>
            ),
          }}
        />
      )}
    </Undelivered>
  );
}
