import { Link, useRouterState } from '@tanstack/react-router';
import type { MissCause, Term, UnansweredQuestion } from '@understudy/contract/analytics';
import { paths } from '@understudy/contract/pages';
import { sum } from 'd3-array';
import { type ReactNode, useState } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { LinkRow } from '../../../ui/link-row.tsx';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { Bars, ChartPanel, columns, type FigureTable, NOTHING } from '../chart-panel.tsx';
import { dayOf, dayWords } from '../days.tsx';

const kinds = () => ({
  pains: {
    title: t('analytics.whatTroublesVisitors'),
    column: t('analytics.whatTroublesThem'),
    empty: {
      title: t('analytics.noTroubleWasNamedIn'),
      words: t('analytics.whatVisitorsSayIsHard'),
    },
  },
  topics: {
    title: t('analytics.whatDoTheyTalkAbout'),
    column: t('analytics.topic'),
    empty: {
      title: t('analytics.noTopicInTheseDays'),
      words: t('analytics.theTopicsThatTheSummaries'),
    },
  },
});

/** Pains or topics, ranked by the number of conversations that had them. */
export function Terms({ chart, className }: { chart: 'pains' | 'topics'; className: string }) {
  const { title, column, empty } = kinds()[chart];
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
      title={t('analytics.whichQuestionsHadNoAnswer')}
      className={className}
      answer={unansweredWords}
      more={() => (
        <p className="mt-1 text-sm">
          <Text id="analytics.answerThemOnceInThe" tags={{ texts: () => texts }} />
        </p>
      )}
      isEmpty={(questions) => questions.length === 0}
      empty={{
        title: t('analytics.noQuestionWentUnansweredIn'),
        words: t('analytics.whenAVisitorAsksSomething'),
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
                {cause === 'unknown' ? null : `${causes()[cause]}. `}
                {by === null ? (
                  <Link
                    to={paths.adminSession}
                    params={{ sessionId: id }}
                    search={{ at: seq, answer: question }}
                    state={{ from }}
                    aria-label={t('analytics.answerIt', { question })}
                    className="font-medium underline underline-offset-4"
                  >
                    {t('analytics.answerIt2')}
                  </Link>
                ) : (
                  t('analytics.answeredByNow', { by })
                )}
              </p>
            </div>
            <p className="flex flex-wrap gap-x-4 text-muted-foreground text-sm tabular-nums">
              <span>
                {times === 1 ? t('analytics.askedOnce') : t('analytics.askedTimes', { times: numberWords(times) })}
              </span>
              <span className={leads > 0 ? 'font-medium text-foreground' : undefined}>
                {leads > 0 ? `by ${counted(leads, 'lead')}` : 'by no lead'}
              </span>
              <span>{t('analytics.bestScore', { best })}</span>
              <When at={at} />
            </p>
          </LinkRow>
        ))}
      </ol>
      {questions.length > FIRST ? (
        <button type="button" aria-expanded={isAll} className="chart-control -ml-2 mt-2" onClick={() => setAll(!isAll)}>
          {isAll
            ? t('analytics.showTheFirst', { first: FIRST })
            : t('analytics.showAllQuestions', { count: questions.length })}
        </button>
      ) : null}
    </>
  );
}

/** '“too many meetings” came up the most, in 41 conversations.' */
export function termsWords([first]: readonly Term[]): string {
  return first
    ? t('analytics.cameUpTheMostIn', { term: first.term, conversation: counted(first.sessions, 'conversation') })
    : '';
}

const termsTable = (name: string, terms: readonly Term[]): FigureTable => ({
  columns: columns(name, t('analytics.conversations2')),
  rows: terms.map(({ term, sessions }) => [term, numberWords(sessions)]),
});

export function unansweredWords(questions: readonly UnansweredQuestion[]): string {
  const times = sum(questions, (question) => question.times);
  const byLeads = questions.filter(({ leads }) => leads > 0).length;
  const who = byLeads === 0 ? 'none of them by a lead' : `${numberWords(byLeads)} of them by leads`;
  const answered = questions.filter(({ answered_by: by }) => by !== null).length;
  const since = answered > 0 ? t('analytics.theKnowledgeAnswersOfThem', { answered: numberWords(answered) }) : '';
  return `${counted(questions.length, 'question')}, asked ${counted(times, 'time')}, ${who}.${since}`;
}

/** Why a question is listed. */
const causes = (): Record<MissCause, string> => ({
  unknown: t('analytics.hadNoAnswer'),
  rejected: t('analytics.answeredButNotWhatThe'),
  asked_again: t('analytics.answeredAndAskedAgain'),
});

export const unansweredTable = (questions: readonly UnansweredQuestion[]): FigureTable => ({
  columns: [
    ...columns(
      t('analytics.question'),
      t('analytics.why'),
      t('analytics.timesAsked'),
      t('analytics.byLeads'),
      t('analytics.bestScore2'),
      t('analytics.lastAsked'),
    ),
    { name: t('analytics.answeredByNow2') },
  ],
  rows: questions.map(({ question, cause, times, leads, best_score: best, at, answered_by: by }) => [
    question,
    causes()[cause],
    numberWords(times),
    numberWords(leads),
    numberWords(best),
    dayWords(dayOf(at)),
    by ?? NOTHING,
  ]),
});
