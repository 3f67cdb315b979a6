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

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** In the file a semicolon parts questions, and a question mark says nothing. */
const questionsOf = (text: string) => linesOf(text).map((line) => line.replace(/;/g, ',').replace(/\s*\?+$/, ''));
/** What means something else at the beginning of a line of the file. */
const MARK = /^(#|Asked:|Called:|Tags:|---$)/;

/** What has to be put right before it can be written down. */
export function passageProblems({ questions, answer, subject }: NewPassage): PassageProblem[] {
  const problems: PassageProblem[] = [];
  const asked = questionsOf(questions).filter((question) => question !== '');
  if (asked.length === 0)
    problems.push({ field: 'questions', message: 'Write the question as a visitor would ask it.' });
  const marked = linesOf(answer).find((line) => MARK.test(line));
  if (answer.trim() === '') problems.push({ field: 'answer', message: 'Write what the twin may say.' });
  else if (marked) {
    const [mark] = MARK.exec(marked) ?? [];
    problems.push({ field: 'answer', message: `No line of the answer may begin with “${mark}”.` });
  }
  if (asked.length > 0 && passageIdOf(subject.trim() || (asked[0] ?? '')) === '') {
    problems.push({
      field: 'subject',
      message: 'Say in a few Latin letters what it is about: the passage is known by it.',
    });
  }
  return problems;
}

/** A text with one more passage at its end, under an id that it does not have yet. */
export function withPassage(text: string, { questions, answer, subject }: NewPassage): string {
  const asked = questionsOf(questions).filter((question) => question !== '');
  const called = subject.trim().replace(/[{}]/g, '') || (asked[0] ?? '');
  const id = freeId(text, passageIdOf(called));
  const paragraphs = answer
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => linesOf(paragraph).join('\n'))
    .join('\n\n');
  const title = called.charAt(0).toUpperCase() + called.slice(1).replace(/[{}]/g, '');
  return `${text.trimEnd()}\n\n## ${title} {#${id}}\nCalled: ${called}\nAsked: ${asked.join('; ')}\n\n${paragraphs}\n`;
}

function freeId(text: string, id: string): string {
  const isTaken = (one: string) => text.includes(`{#${one}}`);
  let free = id;
  for (let number = 2; isTaken(free); number += 1) free = `${id}-${number}`;
  return free;
}
