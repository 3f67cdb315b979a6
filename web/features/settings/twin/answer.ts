import { passageIdsIn } from '@understudy/contract/passage-id';
import type { TwinText } from '@understudy/contract/twin-texts';
import { t } from '../../../platform/texts.ts';
import { capitalised } from '../../../ui/id-words.ts';
import { KNOWLEDGE, type NewPassage, passageLines, passageProblems, questionsOf, withPassage } from './texts.ts';

/** Where answers go that belong to no other text. */
export const ANSWERS_FILE = `${KNOWLEDGE}answers.md`;
const ANSWERS_START = '---\ntopic: answers\ntags: [answers]\n---\n';

/** A passage as its form shows it. */
export interface PassageParts {
  title: string;
  /** The questions that it lists. */
  questions: string[];
  /** What it says, in paragraphs. */
  answer: string;
}

const ASKS = /^(?:Asks|Asked):/;
/** Lines of a passage that say something about it and are not said by the twin. */
const ABOUT = /^(?:Asks|Asked|Called|Tags):/;

/** Reads a passage of a text; null if there is none of this id. */
export function passageOf(text: string, id: string): PassageParts | null {
  const place = passageLines(text, id);
  if (!place) return null;
  const [heading = '', ...lines] = text.split(/\r?\n/).slice(place.from - 1, place.to);
  const asked = lines.map((line) => line.trim()).filter((line) => ASKS.test(line));
  return {
    title: heading
      .replace(/^##/, '')
      .replace(/\{#[^}]*\}\s*$/, '')
      .trim(),
    questions: asked.flatMap((line) => questionsOf(line.replace(ASKS, '').replaceAll(';', '\n'))),
    answer: lines
      .map((line) => line.trim())
      .filter((line) => !ABOUT.test(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

const sameQuestion = (one: string, other: string) =>
  one
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() ===
  other
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * A text in which a passage says something else, and lists further questions. Its title, id, name and tags stay.
 * @returns null if the text has no passage of this id
 */
export function withAnswer(
  text: string,
  id: string,
  { questions, answer }: Pick<NewPassage, 'questions' | 'answer'>,
): string | null {
  const place = passageLines(text, id);
  const known = passageOf(text, id);
  if (!place || !known) return null;
  const lines = text.split('\n');
  const [heading = '', ...own] = lines.slice(place.from - 1, place.to);
  const added = questionsOf(questions).filter(
    (question) => !known.questions.some((one) => sameQuestion(one, question)),
  );
  const about = own.map((line) => line.trim()).filter((line) => ABOUT.test(line));
  const at = about.findIndex((line) => ASKS.test(line));
  if (added.length > 0 && at < 0) about.push(`Asks: ${added.join('; ')}`);
  else if (added.length > 0) about[at] = `${(about[at] as string).replace(/[;\s]+$/, '')}; ${added.join('; ')}`;
  const passage = [heading.trimEnd(), ...about, '', paragraphsOf(answer)];
  return [...lines.slice(0, place.from - 1), ...passage, ...lines.slice(place.to)].join('\n');
}

/** Text as a passage has it: one empty line between paragraphs. */
const paragraphsOf = (answer: string): string =>
  answer
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join('\n'),
    )
    .join('\n\n');

/** Words with which a question asks, and which do not belong to its topic. */
const ASKING: readonly RegExp[] = [
  /^(?:hi|hello|hey|ok|okay|so|and|but|well|um|please)\b[,\s]*/i,
  /^(?:can|could|would) you (?:please )?(?:tell|explain|show) (?:me|us) /i,
  /^(?:(?:i|we)(?:'d| would) like to know|do you know) /i,
];

/** A question that a yes or no answers, with what it is about at its end. */
const YES_NO = new RegExp(
  '^(?:do|does|did|can|could|will|would|are|is|have|has|may|should) ' +
    '(?:you|i|we|he|she|they|it|there) (?:ever |also |already )?(.+)$',
  'i',
);

/** The topic of a question, as a phrase for a sentence: 'Do you work on Sundays?' is about 'work on Sundays'. */
export function topicOf(question: string): string {
  let rest = question
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[?.!\s]+$/, '');
  for (const words of ASKING) rest = rest.replace(words, '');
  const cost =
    /^(?:how much (?:does|do|is|are|would|will)|what (?:does|do|would|will)) (.+?)(?: (?:cost|costs|be))?$/i.exec(rest);
  if (cost?.[1] && (/^how much/i.test(rest) || /\bcosts?$/i.test(rest))) return `the price of ${cost[1]}`;
  const long = /^how long (?:does|do|would|will) (.+?) (?:take|last)$/i.exec(rest);
  if (long?.[1]) return `how long ${long[1]} takes`;
  const what = /^(?:what|who)(?:'s| is| are) (.+)$/i.exec(rest);
  if (what?.[1]) return what[1];
  const place = /^(where|when|how) (?:can|could|do|does|should|may|must) (?:i|we|you|one) (.+)$/i.exec(rest);
  if (place?.[2]) return `${place[1]?.toLowerCase()} to ${place[2]}`;
  return (YES_NO.exec(rest)?.[1] ?? rest).trim();
}

/** What is to be written, and where. */
export interface Answer extends NewPassage {
  file: string;
  /** The passage to change; null to add one. */
  passage: string | null;
}

/** What is wrong with an answer, by field. A changed passage needs no further question, and keeps its topic. */
export function answerProblems(answer: Answer): ReturnType<typeof passageProblems> {
  const problems = passageProblems(answer);
  return answer.passage === null ? problems : problems.filter(({ field }) => field === 'answer');
}

/** A text with an answer written into it. @returns null if the passage to change is not there any more */
export function written(text: string, answer: Answer, taken: ReadonlySet<string>): { text: string; id: string } | null {
  if (answer.passage === null) return withPassage(text.trim() === '' ? ANSWERS_START : text, answer, taken);
  const changed = withAnswer(text, answer.passage, answer);
  return changed === null ? null : { text: changed, id: answer.passage };
}

/** The texts that may hold an answer; the one for answers comes first, whether it exists or not. */
export function answerFiles(texts: readonly TwinText[]): string[] {
  const files = texts.filter(({ kind, removed }) => kind === 'knowledge' && !removed).map(({ file }) => file);
  return [ANSWERS_FILE, ...files.filter((file) => file !== ANSWERS_FILE)];
}

/** The ids of passages in other texts, which a new one must not have. */
export const idsElsewhere = (texts: readonly TwinText[], file: string, text: string): Set<string> =>
  new Set([...texts.filter((one) => one.file !== file).flatMap((one) => one.passage_ids), ...passageIdsIn(text)]);

/** The name of a passage's title in a list of choices. */
export const passageWords = (title: string): string => t('answer.change', { title: capitalised(title) });
