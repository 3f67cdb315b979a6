import type { Cost as CostAnswer } from '@understudy/contract/analytics';
import type { ReactNode } from 'react';
import { ChartPanel } from '../components/chart-panel.tsx';
import { costTable, costWords, orderedCosts, rowName, unpricedWords, usedWords } from '../figures/cost.ts';
import { moneyWords } from '../words.ts';
import { Bars } from './bars.tsx';

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
