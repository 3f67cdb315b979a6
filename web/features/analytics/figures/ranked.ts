import type { MissCause, Term, UnansweredQuestion } from '@understudy/contract/analytics';
import { sum } from 'd3-array';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { dayOf, dayWords } from '../days.ts';
import { columns, type FigureTable, NOTHING } from './table.ts';

/** '“too many meetings” came up the most, in 41 conversations.' */
export function termsWords([first]: readonly Term[]): string {
  return first ? `“${first.term}” came up the most: in ${counted(first.sessions, 'conversation')}.` : '';
}

export const termsTable = (name: string, terms: readonly Term[]): FigureTable => ({
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
export const CAUSES: Record<MissCause, string> = {
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
