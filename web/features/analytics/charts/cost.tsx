import type { Cost as CostAnswer, CostRow } from '@understudy/contract/analytics';
import type { ReactNode } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { listed } from '../../../ui/listed.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { Bars, ChartPanel, columns, type FigureTable, NOTHING } from '../chart-panel.tsx';
import { durationWords, moneyWords } from '../words.ts';

/** The cost of a conversation by provider. */
/** Renders words as a link. */
type LinkOf = (words: string) => ReactNode;

export function Cost({ prices, className }: { prices: LinkOf; className: string }) {
  return (
    <ChartPanel
      chart="cost"
      title={t('analytics.whatDoesAConversationCost')}
      className={className}
      answer={costWords}
      more={(cost) => <Missing cost={cost} prices={prices} />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={{
        title: t('analytics.nothingWasUsedInThese'),
        words: <Text id="analytics.whatTheModelsAndVoices" tags={{ prices }} />,
      }}
      table={costTable}
    >
      {({ currency, rows }) => {
        const most = Math.max(...rows.map(({ cost }) => cost ?? 0)) || 1;
        return (
          <Bars
            bars={orderedCosts(rows).map((row) => ({
              key: `${row.kind}-${row.provider}-${row.model}`,
              name: (
                <>
                  {rowName(row)}
                  <span className="block text-muted-foreground text-sm tabular-nums">{usedWords(row)}</span>
                </>
              ),
              words: row.cost === null ? t('analytics.noPrice') : moneyWords(row.cost, currency),
              length: (row.cost ?? 0) / most,
            }))}
          />
        );
      }}
    </ChartPanel>
  );
}

function Missing({ cost, prices }: { cost: CostAnswer; prices: LinkOf }) {
  const words = unpricedWords(cost.rows);
  if (words === '') return null;
  return (
    <p className="mt-1 text-sm">
      <Text id="analytics.addPrices" values={{ words }} tags={{ prices }} />
    </p>
  );
}

const kindWords = (): Record<CostRow['kind'], string> => ({
  chat: t('settings.chat'),
  voice: t('settings.voice'),
  transcription: t('settings.transcription'),
});

const rowName = ({ provider, model }: CostRow) =>
  model === '' ? provider : t('settings.modelAtProvider', { model, provider });

/** Usage: '1,204 tokens read, 96 written', '12,000 characters spoken', '41 min 3 s heard'. */
export function usedWords(row: CostRow): string {
  const used = {
    chat: () =>
      t('analytics.tokensUsed', {
        read: numberWords(row.prompt_tokens),
        cached: row.cached_tokens,
        written: numberWords(row.completion_tokens),
      }),
    voice: () => t('analytics.charactersSpoken', { characters: row.characters }),
    transcription: () => t('analytics.heard', { duration: durationWords(row.seconds * 1000) }),
  }[row.kind]();
  return row.estimated ? t('analytics.partlyEstimated', { used }) : used;
}

/** Most expensive first; rows without a price last. */
const orderedCosts = (rows: readonly CostRow[]): CostRow[] =>
  rows.toSorted((one, other) => (other.cost ?? -1) - (one.cost ?? -1));

const unpriced = (rows: readonly CostRow[]) => rows.filter(({ cost }) => cost === null);

export function costWords({ currency, total, sessions, per_session: each, rows }: CostAnswer): string {
  if (total === 0 && unpriced(rows).length > 0) return t('analytics.whatAConversationCostsIs');
  if (each === null) return t('analytics.inTotal', { total: moneyWords(total, currency) });
  return t('analytics.aConversationFor', {
    each: moneyWords(each, currency),
    total: moneyWords(total, currency),
    count: sessions,
  });
}

/** 'There is no price for a, b and c, so the sum is without them.'; empty if every row has one. */
export function unpricedWords(rows: readonly CostRow[]): string {
  const names = unpriced(rows).map(rowName);
  if (names.length === 0) return '';
  return t('analytics.thereIsNoPriceFor', { models: listed(names), count: names.length });
}

export const costTable = ({ currency, rows }: CostAnswer): FigureTable => ({
  columns: columns(t('analytics.modelAndProvider'), t('analytics.for'), t('analytics.used'), t('analytics.cost')),
  rows: orderedCosts(rows).map((row) => [
    rowName(row),
    kindWords()[row.kind],
    usedWords(row),
    row.cost === null ? NOTHING : moneyWords(row.cost, currency),
  ]),
});
