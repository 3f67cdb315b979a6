import { Link, useRouterState } from '@tanstack/react-router';
import type { UnansweredQuestion } from '@understudy/contract/analytics';
import { paths } from '@understudy/contract/pages';
import { type ReactNode, useState } from 'react';
import { LinkRow } from '../../../ui/link-row.tsx';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { ChartPanel } from '../components/chart-panel.tsx';
import { CAUSES, unansweredTable, unansweredWords } from '../figures/ranked.ts';

/** Questions shown before the list is expanded. */
const FIRST = 8;

/** Questions the twin had no answer to, those asked by leads first. */
export function Unanswered({ texts, className }: { texts: ReactNode; className: string }) {
  return (
    <ChartPanel
      chart="unanswered"
      title="Which questions had no answer?"
      className={className}
      answer={unansweredWords}
      more={() => <p className="mt-1 text-sm">Answer them once in the knowledge, and the twin knows: {texts}.</p>}
      isEmpty={(questions) => questions.length === 0}
      empty={{
        title: 'No question went unanswered in these days',
        words:
          'When a visitor asks something that neither the twin’s texts nor a model can answer, rejects an answer or ' +
          'asks again, the question stands here with the place where it was asked.',
      }}
      table={unansweredTable}
    >
      {(questions) => <Questions questions={questions} />}
    </ChartPanel>
  );
}

function Questions({ questions }: { questions: readonly UnansweredQuestion[] }) {
  const [isAll, setAll] = useState(false);
  const from = useRouterState({ select: ({ location }) => location.search as Record<string, string> });
  const shown = isAll ? questions : questions.slice(0, FIRST);
  return (
    <>
      <ol className="divide-y border-y">
        {shown.map(({ question, cause, times, leads, best_score: best, session_id: id, seq, at, answered_by: by }) => (
          <LinkRow
            as="li"
            key={`${id}-${seq}`}
            className="grid gap-x-6 gap-y-0.5 py-2.5 hover:bg-muted lg:grid-cols-[1fr_auto] lg:items-baseline"
          >
            <div className="min-w-0">
              <Link
                to={paths.adminSession}
                params={{ sessionId: id }}
                search={{ at: seq }}
                state={{ from }}
                className="row-link wrap-anywhere leading-snug underline decoration-input underline-offset-4"
              >
                {question}
              </Link>
              <p className="text-muted-foreground text-sm">
                {cause === 'unknown' ? null : `${CAUSES[cause]}. `}
                {by === null ? (
                  <Link
                    to={paths.admin}
                    search={{ tab: 'settings', section: 'twin', question }}
                    aria-label={`Answer it: ${question}`}
                    className="font-medium underline underline-offset-4"
                  >
                    Answer it
                  </Link>
                ) : (
                  `Answered by now: ${by}`
                )}
              </p>
            </div>
            <p className="flex flex-wrap gap-x-4 text-muted-foreground text-sm tabular-nums">
              <span>{times === 1 ? 'Asked once' : `Asked ${numberWords(times)} times`}</span>
              <span className={leads > 0 ? 'font-medium text-foreground' : undefined}>
                {leads > 0 ? `by ${counted(leads, 'lead')}` : 'by no lead'}
              </span>
              <span>best score {best}</span>
              <When at={at} />
            </p>
          </LinkRow>
        ))}
      </ol>
      {questions.length > FIRST ? (
        <button type="button" aria-expanded={isAll} className="chart-control -ml-2 mt-2" onClick={() => setAll(!isAll)}>
          {isAll ? `Show the first ${FIRST}` : `Show all ${questions.length} questions`}
        </button>
      ) : null}
    </>
  );
}
