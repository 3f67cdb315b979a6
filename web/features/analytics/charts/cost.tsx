import type { Cost as CostAnswer, CostRow } from '@understudy/contract/analytics';
import type { ReactNode } from 'react';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { Bars, ChartPanel, columns, type FigureTable, NOTHING } from '../chart-panel.tsx';
import { durationWords, moneyWords } from '../words.ts';

/** The cost of a conversation by provider. */
export function Cost({ prices, className }: { prices: ReactNode; className: string }) {
  return (
    <ChartPanel
      chart="cost"
      title="What does a conversation cost?"
      className={className}
      answer={costWords}
      more={(cost) => <Missing cost={cost} prices={prices} />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={{
        title: 'Nothing was used in these days',
        words: <>What the models and voices use is counted with each turn; what it costs follows from the {prices}.</>,
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
      {words} Enter it in the {prices}.
    </p>
  );
}

const KIND_WORDS: Record<CostRow['kind'], string> = {
  chat: 'Words',
  voice: 'Speech',
  transcription: 'Hearing',
};

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
  if (total === 0 && unpriced(rows).length > 0) return 'What a conversation costs is not known yet.';
  if (each === null) return `${moneyWords(total, currency)} in total.`;
  return (
    `${moneyWords(each, currency)} a conversation: ${moneyWords(total, currency)} for ` +
    `${counted(sessions, 'conversation')}.`
  );
}

/** 'There is no price for a, b and c, so the sum is without them.'; empty if every row has one. */
export function unpricedWords(rows: readonly CostRow[]): string {
  const names = unpriced(rows).map(rowName);
  if (names.length === 0) return '';
  const listed = new Intl.ListFormat('en-GB').format(names);
  return `There is no price for ${listed}, so the sum is without ${names.length === 1 ? 'it' : 'them'}.`;
}

export const costTable = ({ currency, rows }: CostAnswer): FigureTable => ({
  columns: columns('Model and provider', 'For', 'Used', 'Cost'),
  rows: orderedCosts(rows).map((row) => [
    rowName(row),
    KIND_WORDS[row.kind],
    usedWords(row),
    row.cost === null ? NOTHING : moneyWords(row.cost, currency),
  ]),
});
