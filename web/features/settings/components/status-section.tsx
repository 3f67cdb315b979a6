import { useQuery } from '@tanstack/react-query';
import { type AlarmDetail, budgetPercent, type StatusAnswer, type StatusLevel } from '@understudy/contract/monitoring';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { type Section, sectionWords } from '../sections.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { Mark } from './outcome.tsx';
import { Fetched, SectionFrame } from './section-frame.tsx';

/** Polling interval while the section is open. */
const LOOK_EVERY_MS = 15_000;
const GIGABYTE = 1e9;
const SECONDS_A_MINUTE = 60;

const MARKS = { good: 'good', idle: 'open', warning: 'warning', bad: 'bad' } as const;

/** Whether everything works: a row for each thing, in words. */
export function StatusSection() {
  const { calls } = useSettingsPage();
  const query = useQuery({
    queryKey: keys.status,
    queryFn: ({ signal }) => calls.get<StatusAnswer>('status', {}, signal),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <SectionFrame section="status" introduction={t('status.introduction')}>
      <Fetched query={query} what="status">
        {(status) => (
          <div className="space-y-6">
            <Summary status={status} isChecking={query.isFetching} check={() => void query.refetch()} />
            {query.error ? (
              <FormAlert>{t('settings.notLoaded.status', { error: sentenceOf(query.error) })}</FormAlert>
            ) : null}
            <Rows status={status} />
            <Alarms alarms={status.alarms} />
          </div>
        )}
      </Fetched>
    </SectionFrame>
  );
}

/** All rows with their levels. */
const levelsOf = ({ database, disks, providers, budgets, jobs, backups, mail, instances }: StatusAnswer) =>
  [database, ...disks, ...providers, ...budgets, jobs, backups, mail, ...instances].map(({ level }) => level);

function Summary({ status, isChecking, check }: { status: StatusAnswer; isChecking: boolean; check: () => void }) {
  const { level, checked_at: checkedAt } = status;
  const count = levelsOf(status).filter((one) => one === level).length;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-4 px-4 py-5 sm:px-6">
      <div className="min-w-48 flex-1">
        <p role="status" className="flex gap-3 font-medium text-lg">
          <span className="mt-1.5">
            <Mark is={MARKS[level]} />
          </span>
          {level === 'bad' || level === 'warning' ? t(`status.summary.${level}`, { count }) : t('status.summary.good')}
        </p>
        <p className="mt-1 text-muted-foreground text-sm">
          <Text id="status.checked" tags={{ when: () => <When at={checkedAt} /> }} />
        </p>
      </div>
      <Button
        variant="outline"
        className="min-h-11"
        aria-disabled={isChecking}
        onClick={isChecking ? undefined : check}
      >
        {t(isChecking ? 'status.checking' : 'status.checkAgain')}
      </Button>
    </Card>
  );
}

function Rows({ status }: { status: StatusAnswer }) {
  const { database, disks, providers, budgets, jobs, backups, mail, instances } = status;
  return (
    <Card>
      <ul className="divide-y">
        <Row level={database.level} name={t('status.database')}>
          {t(database.embedded ? 'status.database.embedded' : 'status.database.server', {
            ms: numberWords(database.took_ms, 0),
          })}
        </Row>
        {disks.map(({ level, disk, host, used_percent: percent, free_bytes: free }) => (
          <Row key={`${disk} ${host}`} level={level} name={t(`status.disk.${disk}`)}>
            {t('status.disk.words', { percent, free: numberWords(free / GIGABYTE), host })}
          </Row>
        ))}
        {providers.map((provider) => (
          <ProviderRow key={`${provider.kind} ${provider.provider} ${provider.host}`} provider={provider} />
        ))}
        {budgets.map(({ level, budget, ...use }) => (
          <Row key={budget} level={level} name={t(`status.budget.${budget}`)} to="providers">
            {t('status.budget.words', {
              used: numberWords(use.used, 0),
              limit: numberWords(use.limit, 0),
              percent: budgetPercent(use),
            })}
          </Row>
        ))}
        <JobsRow jobs={jobs} />
        <BackupsRow backups={backups} />
        <MailRow mail={mail} />
        {instances.map(({ level, host, version, started_at: startedAt, seen_at: seenAt }) => (
          <Row key={`${host} ${startedAt}`} level={level} name={t('status.instance', { host })}>
            <Text
              id={level === 'good' ? 'status.instance.runs' : 'status.instance.silent'}
              values={{ version }}
              tags={{ when: () => <When at={level === 'good' ? startedAt : seenAt} /> }}
            />
          </Row>
        ))}
      </ul>
    </Card>
  );
}

/** One thing: its state as a shape and as words, and where more is told of it. */
function Row({
  level,
  name,
  to,
  isOff = false,
  children,
}: {
  level: StatusLevel;
  name: string;
  to?: Section;
  /** Whether it is not set up. */
  isOff?: boolean;
  children: ReactNode;
}) {
  const { go } = useSettingsPage();
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 px-4 py-4 sm:px-5">
      <span className="mt-1">
        <Mark is={MARKS[level]} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="wrap-anywhere font-medium">{name}</span>
          <span className="text-muted-foreground text-sm">
            {t(isOff ? 'status.level.off' : `status.level.${level}`)}
          </span>
        </p>
        <div className="wrap-anywhere mt-1 max-w-measure space-y-1 text-sm">{children}</div>
        {to && (isOff || level === 'warning' || level === 'bad') ? (
          <TextButton className="mt-1 min-h-11 text-sm" onClick={() => go({ section: to, file: null })}>
            {t('status.open', { section: sectionWords()[to].name })}
          </TextButton>
        ) : null}
      </div>
    </li>
  );
}

function ProviderRow({ provider: status }: { provider: StatusAnswer['providers'][number] }) {
  const { level, kind, provider, host, reason, failing_since: since, succeeded_at: at } = status;
  const who = host === null ? t('settings.builtIn') : `${provider} (${host})`;
  return (
    <Row level={level} name={t('status.provider', { task: t(`status.task.${kind}`), who })} to="providers">
      {since && reason ? (
        <p>
          <Text
            id="status.provider.failing"
            values={{ count: status.failures_in_a_row, reason: t(`status.reason.${reason}`) }}
            tags={{ when: () => <When at={since} /> }}
          />
        </p>
      ) : null}
      {at ? (
        <p>
          <Text id="status.provider.answered" tags={{ when: () => <When at={at} /> }} />
        </p>
      ) : null}
      {at || since ? null : <p>{t('status.notUsed')}</p>}
    </Row>
  );
}

function JobsRow({ jobs: { level, failing, late } }: Pick<StatusAnswer, 'jobs'>) {
  return (
    <Row level={level} name={t('status.jobs')}>
      {level === 'good' ? <p>{t('status.jobs.good')}</p> : null}
      {failing.map(({ job, purpose, failures_in_a_row: count, since }) => (
        <p key={job}>
          <Text
            id="status.jobs.failing"
            values={{ purpose: t(`status.purpose.${purpose}`), job, count }}
            tags={{ when: () => <When at={since} /> }}
          />
        </p>
      ))}
      {late.map(({ job, purpose, late_s: seconds }) => (
        <p key={job}>
          {t('status.jobs.late', {
            ...{ purpose: t(`status.purpose.${purpose}`), job },
            minutes: Math.round(seconds / SECONDS_A_MINUTE),
          })}
        </p>
      ))}
    </Row>
  );
}

function BackupsRow({ backups }: Pick<StatusAnswer, 'backups'>) {
  const { level, daily, last_at: at, failed, tested_at: testedAt, test_failed: isTestBad } = backups;
  return (
    <Row level={level} name={t('backups.name')} to="backups" isOff={!daily && level === 'idle'}>
      <p>{at ? <Text id="status.backups.last" tags={{ when: () => <When at={at} /> }} /> : t('backups.noneYet')}</p>
      {failed ? <p>{t('status.backups.failed')}</p> : null}
      <p>
        {testedAt ? (
          <Text
            id={isTestBad ? 'status.backups.testFailed' : 'status.backups.tested'}
            tags={{ when: () => <When at={testedAt} /> }}
          />
        ) : (
          t('backups.neverTested')
        )}
      </p>
      {daily ? null : <p>{t('backups.noDaily')}</p>}
    </Row>
  );
}

function MailRow({ mail: { level, configured, queued, failed, last } }: Pick<StatusAnswer, 'mail'>) {
  return (
    <Row level={level} name={t('mail.name')} to="mail" isOff={!configured}>
      {configured ? (
        <>
          <p>{t('status.mail.queue', { queued, failed })}</p>
          {last ? (
            <p>
              <Text
                id={last.ok ? 'status.mail.sent' : 'status.mail.refused'}
                tags={{ when: () => <When at={last.at} /> }}
              />
            </p>
          ) : null}
        </>
      ) : (
        <p>{t('status.mail.none')}</p>
      )}
    </Row>
  );
}

const alarmTitle = (about: AlarmDetail): string =>
  about.kind === 'backup' && about.test_failed_at ? t('status.alarm.restoreTest') : t(`status.alarm.${about.kind}`);

/** What owners were told by mail and is not over. */
function Alarms({ alarms }: Pick<StatusAnswer, 'alarms'>) {
  return (
    <section aria-labelledby="status-alarms">
      <h3 id="status-alarms" className="text-lg">
        {t('status.alarms')}
      </h3>
      <p className="max-w-measure text-muted-foreground text-sm">{t('status.alarms.about')}</p>
      {alarms.length === 0 ? (
        <p className="mt-3 text-sm">{t('status.alarms.none')}</p>
      ) : (
        <ul className="mt-3 space-y-2 text-sm">
          {alarms.map(({ since, told, about }) => (
            <li key={`${about.kind} ${since}`} className="flex gap-2">
              <span className="mt-0.5">
                <Mark is="bad" />
              </span>
              <span>
                <Text
                  id={told ? 'status.alarms.told' : 'status.alarms.notTold'}
                  values={{ what: alarmTitle(about) }}
                  tags={{ when: () => <When at={since} /> }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
