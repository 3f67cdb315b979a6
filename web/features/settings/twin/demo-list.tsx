import { useQuery } from '@tanstack/react-query';
import type { TwinDemos } from '@understudy/contract/twin-stage';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Card } from '../../../ui/card.tsx';
import { numberFormat } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { Fetched } from '../components/section-frame.tsx';
import { useSettingsPage } from '../settings-context.tsx';
import { showModeName } from './show-texts.ts';
import { lineProblem, withoutPlace } from './texts.ts';

/** A share as '82%'. */
const percentWords = (share: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share);

function useDemos() {
  const { calls } = useSettingsPage();
  return useQuery({
    queryKey: keys.demos,
    queryFn: ({ signal }) => calls.get<TwinDemos>('twin/demos', {}, signal),
  });
}

/** The demos of a saved file, with what they have been worth on stage, and what is malformed and left out. */
export function DemoList({ file }: { file: string }) {
  const query = useDemos();
  return (
    <section aria-labelledby="demo-list" className="mt-6 border-t pt-6">
      <h3 id="demo-list" className="text-lg">
        {t('stageTry.demosInFile')}
      </h3>
      <p className="max-w-measure text-muted-foreground text-sm">{t('stageTry.demosInFileAbout')}</p>
      <Fetched query={query} what="demos">
        {({ items, mistakes }) => (
          <Demos
            items={items.filter((one) => one.file === file)}
            mistakes={mistakes.filter((one) => one.file === file)}
          />
        )}
      </Fetched>
    </section>
  );
}

function Demos({ items, mistakes }: TwinDemos) {
  return (
    <>
      <DemoMistakes mistakes={mistakes} />
      {items.length === 0 ? <p className="mt-3 text-sm">{t('twin.noneYet')}</p> : null}
      <Card className="mt-3 empty:hidden">
        <ul className="divide-y">
          {items.map((demo) => (
            <Demo key={demo.id} demo={demo} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function Demo({ demo }: { demo: TwinDemos['items'][number] }) {
  const { id, title, archetype, mode, performance_start: start, performance, uses, used_at: usedAt } = demo;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
      <span className="wrap-anywhere min-w-0 flex-1 basis-56">
        <span className="font-medium">{title}</span>{' '}
        <span className="text-muted-foreground text-sm">{[id, archetype, showModeName(mode)].join(' · ')}</span>
      </span>
      <span className="text-muted-foreground text-sm tabular-nums">
        {performance === null ? (
          t('stageTry.neverUsed', { start: percentWords(start) })
        ) : (
          <Text
            id="stageTry.learnt"
            values={{ now: percentWords(performance), start: percentWords(start), uses }}
            tags={{ when: () => (usedAt ? <When at={usedAt} /> : null) }}
          />
        )}
      </span>
    </li>
  );
}

/** What is malformed in saved demos, one line each. */
function DemoMistakes({ mistakes }: Pick<TwinDemos, 'mistakes'>) {
  if (mistakes.length === 0) return null;
  return (
    <div role="status" className="mt-3 rounded-md border border-destructive-text px-4 py-3 text-sm">
      <p>{t('stageTry.mistakes', { count: mistakes.length })}</p>
      <ul className="mt-1 list-disc pl-5">
        {mistakes.map(({ message, file, line }) => (
          <li key={message} className="wrap-anywhere">
            {lineProblem({ line, message: withoutPlace(message, file) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
