import type { Cost as CostAnswer, CostRow } from '@understudy/contract/analytics';
import type { ReactNode } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { Bars, ChartPanel, columns, type FigureTable, NOTHING } from '../chart-panel.tsx';
import { durationWords, moneyWords } from '../words.ts';

/** The cost of a conversation by provider. */
export function Cost({ prices, className }: { prices: ReactNode; className: string }) {
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
        words: <Text id="analytics.whatTheModelsAndVoices" tags={{ prices: () => prices }} />,
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
              words: row.cost === null ? 'no price' : moneyWords(row.cost, currency),
              length: (row.cost ?? 0) / most,
            }))}
          />
        );
      }}
    </ChartPanel>
  );
}

function Missing({ cost, prices }: { cost: CostAnswer; prices: ReactNode }) {
  const words = unpricedWords(cost.rows);
  if (words === '') return null;
  return (
    <p className="mt-1 text-sm">
      <Text id="analytics.enterItInThe" values={{ words }} tags={{ prices: () => prices }} />
    </p>
  );
}

const kindWords = (): Record<CostRow['kind'], string> => ({
  chat: t('analytics.words'),
  voice: t('analytics.speech'),
  transcription: t('analytics.hearing'),
});

const rowName = ({ provider, model }: CostRow) => (model === '' ? provider : `${model} at ${provider}`);

/** The part of the prompts served from the provider's cache. */
const cachedWords = ({ cached_tokens: cached }: CostRow) =>
  cached > 0 ? ` (${numberWords(cached)} of them cached)` : '';

/** Usage: '1,204 tokens read, 96 written', '12,000 characters spoken', '41 min 3 s heard'. */
export function usedWords(row: CostRow): string {
  const used = {
    chat:
      `${numberWords(row.prompt_tokens)} tokens read${cachedWords(row)}, ` +
      `${numberWords(row.completion_tokens)} written`,
    voice: `${counted(row.characters, 'character')} spoken`,
    transcription: `${durationWords(row.seconds * 1000)} heard`,
  }[row.kind];
  return row.estimated ? `${used} (partly estimated)` : used;
}

/** Most expensive first; rows without a price last. */
const orderedCosts = (rows: readonly CostRow[]): CostRow[] =>
  rows.toSorted((one, other) => (other.cost ?? -1) - (one.cost ?? -1));

const unpriced = (rows: readonly CostRow[]) => rows.filter(({ cost }) => cost === null);

export function costWords({ currency, total, sessions, per_session: each, rows }: CostAnswer): string {
  if (total === 0 && unpriced(rows).length > 0) return t('analytics.whatAConversationCostsIs');
  if (each === null) return t('analytics.inTotal', { currency: moneyWords(total, currency) });
  return t('analytics.aConversationFor', {
    currency: moneyWords(each, currency),
    currency2: moneyWords(total, currency),
    conversation: counted(sessions, 'conversation'),
  });
}

/** 'There is no price for a, b and c, so the sum is without them.'; empty if every row has one. */
export function unpricedWords(rows: readonly CostRow[]): string {
  const names = unpriced(rows).map(rowName);
  if (names.length === 0) return '';
  const listed = new Intl.ListFormat('en-GB').format(names);
  return t('analytics.thereIsNoPriceFor', { listed, them: names.length === 1 ? 'it' : 'them' });
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
