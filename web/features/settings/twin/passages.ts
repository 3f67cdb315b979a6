import { passageIdOf, passageIdsIn } from '@understudy/contract/passage-id';
import type { TwinText } from '@understudy/contract/settings';
import { capitalised } from '../../../ui/id-words.ts';
import type { Draft } from '../drafts/draft.ts';
import { TEXT_PREFIX } from '../drafts/stored-drafts.ts';
import { freeId, KNOWLEDGE } from './texts.ts';

/** A question and its answer, as they are typed. */
export interface NewPassage {
  /** One a line: ways to ask the same. */
  questions: string;
  answer: string;
  /** How the twin names it in the middle of a sentence; the first question without it. */
  subject: string;
}

/** What stands against a passage, at its field. */
export interface PassageProblem {
  field: keyof NewPassage;
  message: string;
}

/** Whatever a browser or an address may hold as the end of a line: in the file none of them stands within one. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const linesOf = (text: string) =>
  text
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** Braces hold the id behind a title, in whose place these words stand. */
const plain = (line: string) => line.replace(/[{}]/g, '').trim();
/**
 * In the file a semicolon parts questions, and a question mark says nothing. A question may be a visitor's own: it comes
 * with the address of the page.
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
/** What means something else at the beginning of a line of the file. */
const MARK = /^(#|Asks:|Asked:|Called:|Tags:|---$)/;

/** What has to be put right before it can be written down. */
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
 * A text with one more passage at its end, under an id that neither it nor anybody else has yet.
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

/** The ids of all passages: of every file as it is saved, and as somebody has typed it here and not saved it yet. */
export function takenIds(texts: readonly TwinText[], drafts: ReadonlyMap<string, Draft<unknown>>): Set<string> {
  const typed = [...drafts].flatMap(([key, { form }]) =>
    key.startsWith(TEXT_PREFIX + KNOWLEDGE) && typeof form === 'string' ? passageIdsIn(form) : [],
  );
  return new Set([...texts.flatMap((one) => one.passage_ids), ...typed]);
}

/** The lines that a passage takes up, counted from 1, without the empty ones after it; null where there is none. */
export function passageLines(text: string, id: string): { from: number; to: number } | null {
  const lines = text.split('\n').map((line) => line.trim());
  const from = lines.findIndex((line) => passageIdsIn(line)[0] === id);
  if (from < 0) return null;
  const next = lines.findIndex((line, at) => at > from && line.startsWith('#'));
  const to = lines.slice(0, next < 0 ? undefined : next).findLastIndex((line) => line !== '');
  return { from: from + 1, to: to + 1 };
}
