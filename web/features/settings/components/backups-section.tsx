import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackupRun, BackupsAnswer } from '@understudy/contract/backups';
import { LockKeyhole } from 'lucide-react';
import { sizeWords } from '../../../platform/download.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { Mark } from './outcome.tsx';
import { Fetched, Refusal, SectionFrame } from './section-frame.tsx';

/** Polling interval while a backup or a restore test is running. */
const LOOK_EVERY_MS = 1_000;

/** Which backups there are, how the latest one and the latest restore test went, and a button for either. */
export function BackupsSection() {
  const { calls } = useSettingsPage();
  const query = useQuery({
    queryKey: keys.backups,
    queryFn: ({ signal }) => calls.get<BackupsAnswer>('backups', {}, signal),
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_EVERY_MS : false),
  });
  const refusal = useRefusal('admin');
  return (
    <SectionFrame section="backups" introduction={t('backups.introduction')}>
      <Refusal>{refusal}</Refusal>
      <Fetched query={query} what="backups">
        {(backups) => (
          <div className="space-y-6">
            <State backups={backups} mayAsk={refusal === null} />
            <List items={backups.items} />
          </div>
        )}
      </Fetched>
    </SectionFrame>
  );
}

function State({ backups, mayAsk }: { backups: BackupsAnswer; mayAsk: boolean }) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const ask = useMutation({
    mutationFn: (path: string) => calls.change<BackupsAnswer>('POST', path, {}),
    onSuccess: (answer) => cache.setQueryData(keys.backups, answer),
  });
  const { running, kept, days, encrypted, folder, last, last_test: lastTest, items } = backups;
  const isBusy = running !== null || ask.isPending;
  return (
    <Card className="space-y-5 px-4 py-5 sm:px-6">
      <ul className="space-y-1 text-sm">
        <li>{kept > 0 ? t('backups.daily', { kept, days }) : t('backups.noDaily')}</li>
        <li>{t(encrypted ? 'backups.encrypted' : 'backups.notEncrypted')}</li>
        <li className="wrap-anywhere">
          <Text id="backups.folder" tags={{ folder: () => <code>{folder}</code> }} />
        </li>
      </ul>
      <div className="space-y-2">
        {(last || items.length === 0) && (
          <Run run={last} none={t('backups.noneYet')} good="backups.lastGood" bad="backups.lastFailed" />
        )}
        <Run run={lastTest} none={t('backups.neverTested')} good="backups.testGood" bad="backups.testFailed" />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          className="min-h-11"
          disabled={!mayAsk}
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : ask.mutate('backups'))}
        >
          {running === 'backup' ? t('backups.running') : t('backups.backUpNow')}
        </Button>
        <Button
          variant="outline"
          className="min-h-11"
          disabled={!mayAsk || items.length === 0}
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : ask.mutate('backups/test'))}
        >
          {running === 'test' ? t('backups.testing') : t('backups.testRestore')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {running ? t(running === 'test' ? 'backups.testing' : 'backups.running') : ''}
      </p>
      {ask.error ? <FormAlert>{sentenceOf(ask.error)}</FormAlert> : null}
      <p className="max-w-measure text-muted-foreground text-sm">
        {t('backups.testAbout')} {kept > 0 ? t('backups.testWeekly') : ''}
      </p>
    </Card>
  );
}

/** How the latest run of a task went. */
function Run({
  run,
  none,
  good,
  bad,
}: {
  run: BackupRun | null;
  none: string;
  good: 'backups.lastGood' | 'backups.testGood';
  bad: 'backups.lastFailed' | 'backups.testFailed';
}) {
  const is = run === null ? 'open' : run.problem === null ? 'good' : 'bad';
  return (
    <p className="wrap-anywhere flex gap-2 text-sm">
      <span className="mt-0.5">
        <Mark is={is} />
      </span>
      <span>
        {run === null ? (
          none
        ) : (
          <>
            <Text
              id={run.problem === null ? good : bad}
              values={{ rows: run.rows, host: run.host }}
              tags={{ when: () => <When at={run.at} /> }}
            />
            {run.problem === null ? '' : ` ${run.problem}`}
          </>
        )}
      </span>
    </p>
  );
}

function List({ items }: Pick<BackupsAnswer, 'items'>) {
  if (items.length === 0) return <p className="text-muted-foreground">{t('backups.empty')}</p>;
  return (
    <Card className="px-4 py-5 sm:px-6">
      <h3 className="text-xl">{t('backups.list', { count: items.length })}</h3>
      <ul className="mt-3 divide-y">
        {items.map(({ name, kind, made_at: madeAt, bytes, encrypted }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
            <span className="min-w-24">
              <When at={madeAt} />
            </span>
            <span className="flex-1 text-muted-foreground text-sm">{t('backups.kind', { kind })}</span>
            <span className="flex items-center gap-2 text-sm tabular-nums">
              {encrypted ? <LockKeyhole role="img" aria-label={t('backups.isEncrypted')} className="size-4" /> : null}
              {sizeWords(bytes)}
            </span>
            <code className="wrap-anywhere w-full text-muted-foreground text-xs">{name}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}
