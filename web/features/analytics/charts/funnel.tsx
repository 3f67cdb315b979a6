import type { FunnelStep } from '@understudy/contract/analytics';
import { t } from '../../../platform/texts.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { Bars, ChartPanel, columns, type FigureTable, NOTHING } from '../chart-panel.tsx';
import { shareWords } from '../words.ts';

/** How far visitors get; each step with its share of the step it belongs to. */
export function Funnel({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="funnel"
      title={t('analytics.howFarDoVisitorsGet')}
      className={className}
      answer={funnelWords}
      isEmpty={(steps) => steps.every(({ count }) => !count)}
      empty={{
        title: t('analytics.nobodyHasComeYetIn'),
        words: t('analytics.fromOpeningThePageTo'),
      }}
      table={funnelTable}
    >
      {(steps) => (
        <Bars
          bars={funnelRows(steps).map(({ step, name, words, rate, length, count }) => ({
            key: step,
            name,
            words: count === null ? '' : words,
            note: count === null ? words : rate,
            length,
            ...(step === 'cta' || step === 'booked' ? { tone: 'lead' as const } : {}),
          }))}
        />
      )}
    </ChartPanel>
  );
}

type Step = FunnelStep['step'];

const stepWords = (): Record<Step, string> => ({
  visited: t('analytics.openedThePage'),
  started: t('analytics.startedAConversation'),
  three_turns: t('analytics.stayedForThreeTurns'),
  contact: t('analytics.leftContactDetails'),
  cta: t('analytics.choseANextStep'),
  booked: t('analytics.bookedACall'),
});
/** The step of which each is a subset; a next step needs no contact. */
const PART_OF = {
  visited: null,
  started: 'visited',
  three_turns: 'started',
  contact: 'three_turns',
  cta: 'three_turns',
  booked: 'cta',
} as const satisfies Record<Step, Step | null>;

/** A step as it is drawn. */
interface FunnelRow {
  step: Step;
  name: string;
  count: number | null;
  /** '1,204', or why there is no figure. */
  words: string;
  /** '62% of conversations'; null if it cannot be computed. */
  rate: string | null;
  /** Length of its bar, 0 to 1. */
  length: number;
}

/** The steps with their rates, relative to the step each is a subset of. */
export function funnelRows(steps: readonly FunnelStep[]): FunnelRow[] {
  const most = Math.max(1, ...steps.map(({ count }) => count ?? 0));
  const countOf = (step: Step | null) => steps.find((one) => one.step === step)?.count ?? null;
  return steps.map(({ step, count }) => {
    const whole = PART_OF[step];
    const wholeCount = countOf(whole);
    const share = count === null || wholeCount === null ? null : shareWords(count, wholeCount);
    return {
      step,
      name: stepWords()[step],
      count,
      words: count === null ? t('analytics.notCountedYet') : numberWords(count),
      rate: share && whole ? t(`analytics.shareOf.${whole}`, { share }) : null,
      length: (count ?? 0) / most,
    };
  });
}

/** The chart's answer: where most visitors are lost, and how many reach a next step. */
export function funnelWords(steps: readonly FunnelStep[]): string {
  const countOf = (step: Step) => steps.find((one) => one.step === step)?.count ?? 0;
  const started = countOf('started');
  const share = shareWords(countOf('cta'), started);
  return t('analytics.ofStartedConversationsStayedFor', {
    started,
    chosen: numberWords(countOf('cta')),
    share: share ?? 'none',
  });
}

export const funnelTable = (steps: readonly FunnelStep[]): FigureTable => ({
  columns: columns(t('analytics.step'), t('analytics.count'), t('analytics.shareOfPreviousStep')),
  rows: funnelRows(steps).map(({ name, words, rate }) => [name, words, rate ?? NOTHING]),
});
