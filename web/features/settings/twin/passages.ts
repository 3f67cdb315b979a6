import { passageIdOf } from '@understudy/contract/passage-id';

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
const MARK = /^(#|Asked:|Called:|Tags:|---$)/;

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
    problems.push({ field: 'answer', message: `No line of the answer may begin with “${mark}”.` });
  }
  if (asked.length > 0 && passageIdOf(subjectOf(subject) || (asked[0] ?? '')) === '') {
    problems.push({
      field: 'subject',
      message: 'Say in a few Latin letters what it is about: the passage is known by it.',
    });
  }
  return problems;
}

/** A text with one more passage at its end, under an id that it does not have yet. */
export function withPassage(text: string, { questions, answer, subject }: NewPassage): string {
  const asked = questionsOf(questions);
  const called = subjectOf(subject) || (asked[0] ?? '');
  const id = freeId(text, passageIdOf(called));
  const paragraphs = answer
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => linesOf(paragraph).join('\n'))
    .join('\n\n');
  const title = called.charAt(0).toUpperCase() + called.slice(1);
  return `${text.trimEnd()}\n\n## ${title} {#${id}}\nCalled: ${called}\nAsked: ${asked.join('; ')}\n\n${paragraphs}\n`;
}

function freeId(text: string, id: string): string {
  const isTaken = (one: string) => text.includes(`{#${one}}`);
  let free = id;
  for (let number = 2; isTaken(free); number += 1) free = `${id}-${number}`;
  return free;
}
