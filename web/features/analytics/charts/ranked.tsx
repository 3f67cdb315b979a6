import { Link, useRouterState } from '@tanstack/react-router';
import type { MissCause, Term, UnansweredQuestion } from '@understudy/contract/analytics';
import { paths } from '@understudy/contract/pages';
import { sum } from 'd3-array';
import { type ReactNode, useState } from 'react';
import { LinkRow } from '../../../ui/link-row.tsx';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { Bars, ChartPanel, columns, type FigureTable, NOTHING } from '../chart-panel.tsx';
import { dayOf, dayWords } from '../days.tsx';

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
                    to={paths.adminSession}
                    params={{ sessionId: id }}
                    search={{ at: seq, answer: question }}
                    state={{ from }}
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

/** '“too many meetings” came up the most, in 41 conversations.' */
export function termsWords([first]: readonly Term[]): string {
  return first ? `“${first.term}” came up the most: in ${counted(first.sessions, 'conversation')}.` : '';
}

const termsTable = (name: string, terms: readonly Term[]): FigureTable => ({
  columns: columns(name, 'Conversations'),
  rows: terms.map(({ term, sessions }) => [term, numberWords(sessions)]),
});

export function unansweredWords(questions: readonly UnansweredQuestion[]): string {
  const times = sum(questions, (question) => question.times);
  const byLeads = questions.filter(({ leads }) => leads > 0).length;
  const who = byLeads === 0 ? 'none of them by a lead' : `${numberWords(byLeads)} of them by leads`;
  const answered = questions.filter(({ answered_by: by }) => by !== null).length;
  const since = answered > 0 ? ` The knowledge answers ${numberWords(answered)} of them by now.` : '';
  return `${counted(questions.length, 'question')}, asked ${counted(times, 'time')}, ${who}.${since}`;
}

/** Why a question is listed. */
const CAUSES: Record<MissCause, string> = {
  unknown: 'Had no answer',
  rejected: 'Answered, but not what the visitor meant',
  asked_again: 'Answered, and asked again',
};

export const unansweredTable = (questions: readonly UnansweredQuestion[]): FigureTable => ({
  columns: [
    ...columns('Question', 'Why', 'Times asked', 'By leads', 'Best score', 'Last asked'),
    { name: 'Answered by now' },
  ],
  rows: questions.map(({ question, cause, times, leads, best_score: best, at, answered_by: by }) => [
    question,
    CAUSES[cause],
    numberWords(times),
    numberWords(leads),
    numberWords(best),
    dayWords(dayOf(at)),
    by ?? NOTHING,
  ]),
});
