import { passageIdOf, passageIdsIn } from '@understudy/contract/passage-id';
import type { TwinText } from '@understudy/contract/settings';
import { capitalised } from '../../../ui/id-words.ts';
import type { Draft } from '../drafts/draft.ts';
import { TEXT_PREFIX } from '../drafts/stored-drafts.ts';
import { freeId, KNOWLEDGE } from './texts.ts';

/** A question and its answer, as typed. */
export interface NewPassage {
  /** One per line: different ways to ask the same question. */
  questions: string;
  answer: string;
  /** How the twin names it in mid-sentence; defaults to the first question. */
  subject: string;
}

/** A problem of a passage, by field. */
export interface PassageProblem {
  field: keyof NewPassage;
  message: string;
}

/** Every line break that a browser or an address may contain; in the file, no field may contain one. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const linesOf = (text: string) =>
  text
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** Braces would be mistaken for the id that follows a title. */
const plain = (line: string) => line.replace(/[{}]/g, '').trim();
/**
 * In the file, questions are separated by semicolons and need no question mark. A question may come from a visitor by
 * way of the page's address.
 */
const questionsOf = (text: string) =>
  linesOf(text)
    .map((line) =>
      plain(line)
        .replace(/;/g, ',')
        .replace(/\s*\?+$/, ''),
    )
    .filter((question) => question !== '');
const subjectOf = (text: string) => plain(linesOf(text).join(' '));
/** Text with a special meaning at the start of a line in the file. */
const MARK = /^(#|Asks:|Asked:|Called:|Tags:|---$)/;

/** What must be corrected before the passage can be added. */
export function passageProblems({ questions, answer, subject }: NewPassage): PassageProblem[] {
  const problems: PassageProblem[] = [];
  const asked = questionsOf(questions);
  if (asked.length === 0)
    problems.push({ field: 'questions', message: 'Write the question as a visitor would ask it.' });
  const marked = linesOf(answer).find((line) => MARK.test(line));
  if (answer.trim() === '') problems.push({ field: 'answer', message: 'Write what the twin may say.' });
  else if (marked) {
    const [mark] = MARK.exec(marked) ?? [];
    problems.push({ field: 'answer', message: `No line of the answer may start with “${mark}”.` });
  }
  if (asked.length > 0 && passageIdOf(subjectOf(subject) || (asked[0] ?? '')) === '') {
    problems.push({
      field: 'subject',
      message: 'Enter the topic in a few Latin letters. It becomes the passage’s name.',
    });
  }
  return problems;
}

/**
 * A text with a passage appended, under an unused id.
 * @param taken ids of all files
 */
export function withPassage(
  text: string,
  { questions, answer, subject }: NewPassage,
  taken: ReadonlySet<string>,
): { text: string; id: string } {
  const asked = questionsOf(questions);
  const called = subjectOf(subject) || (asked[0] ?? '');
  const id = freeId(passageIdOf(called), new Set([...taken, ...passageIdsIn(text)]));
  const paragraphs = answer
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => linesOf(paragraph).join('\n'))
    .join('\n\n');
  const passage = `## ${capitalised(called)} {#${id}}\nCalled: ${called}\nAsks: ${asked.join('; ')}\n\n${paragraphs}\n`;
  return { text: `${text.trimEnd()}\n\n${passage}`, id };
}

/** The ids of all passages: those of every saved file and of unsaved drafts. */
export function takenIds(texts: readonly TwinText[], drafts: ReadonlyMap<string, Draft<unknown>>): Set<string> {
  const typed = [...drafts].flatMap(([key, { form }]) =>
    key.startsWith(TEXT_PREFIX + KNOWLEDGE) && typeof form === 'string' ? passageIdsIn(form) : [],
  );
  return new Set([...texts.flatMap((one) => one.passage_ids), ...typed]);
}

/** The line range of a passage, counted from 1, without trailing empty lines; null if there is none. */
export function passageLines(text: string, id: string): { from: number; to: number } | null {
  const lines = text.split('\n').map((line) => line.trim());
  const from = lines.findIndex((line) => passageIdsIn(line)[0] === id);
  if (from < 0) return null;
  const next = lines.findIndex((line, at) => at > from && line.startsWith('#'));
  const to = lines.slice(0, next < 0 ? undefined : next).findLastIndex((line) => line !== '');
  return { from: from + 1, to: to + 1 };
}
