import { numberWords } from '../../../ui/numbers.ts';
import { ChartPanel } from '../components/chart-panel.tsx';
import { termsTable, termsWords } from '../figures/ranked.ts';
import { Bars } from './bars.tsx';

const KINDS = {
  pains: {
    title: 'What troubles visitors?',
    column: 'What troubles them',
    empty: {
      title: 'No trouble was named in these days',
      words: 'What visitors say is hard for them is ranked here, by how many conversations it came up in.',
    },
  },
  topics: {
    title: 'What do they talk about?',
    column: 'Topic',
    empty: {
      title: 'No topic in these days',
      words: 'The topics that the summaries of conversations name are ranked here.',
    },
  },
};

/** Pains or topics, ranked by the number of conversations that had them. */
export function Terms({ chart, className }: { chart: 'pains' | 'topics'; className: string }) {
  const { title, column, empty } = KINDS[chart];
  return (
    <ChartPanel
      chart={chart}
      title={title}
      className={className}
      answer={termsWords}
      isEmpty={(terms) => terms.length === 0}
      empty={empty}
      table={(terms) => termsTable(column, terms)}
    >
      {(terms) => {
        const most = Math.max(1, ...terms.map(({ sessions }) => sessions));
        return (
          <Bars
            bars={terms.map(({ term, sessions }) => ({
              key: term,
              name: term,
              words: numberWords(sessions),
              length: sessions / most,
            }))}
          />
        );
      }}
    </ChartPanel>
  );
}
