import { passageIdOf, passageIdsIn } from '@understudy/contract/passage-id';
import type { TwinText, TwinTextDetail } from '@understudy/contract/twin-texts';
import { t } from '../../../platform/texts.ts';
import { capitalised } from '../../../ui/id-words.ts';
import { type Draft, TEXT_PREFIX } from '../drafts.ts';
import { CALENDAR_FILE } from './calendar-text.ts';
import { isShowFile, showFileName } from './show-texts.ts';

type Kind = TwinText['kind'];

/** The kinds of texts in display order, with each group's name and description. */
export const textGroups = (): readonly { id: string; kinds: readonly Kind[]; name: string; about: string }[] => [
  { id: 'persona', kinds: ['persona'], name: t('twin.persona'), about: t('twin.whoTheTwinRepresentsName') },
  { id: 'mode', kinds: ['mode'], name: t('twin.personalities'), about: t('twin.howEachOfThemGreets') },
  {
    id: 'catalogues',
    kinds: ['voices', 'models'],
    name: t('twin.voicesAndModels'),
    about: t('twin.voicesAndModelsAbout'),
  },
  { id: 'replies', kinds: ['replies'], name: t('twin.replies'), about: t('twin.repliesAbout') },
  { id: 'knowledge', kinds: ['knowledge'], name: t('twin.knowledge'), about: t('twin.whatTheTwinKnowsAnd') },
  { id: 'demo', kinds: ['demo'], name: t('twin.sampleExchanges'), about: t('twin.whatPlaysOnTheLanding') },
  { id: 'calendar', kinds: ['calendar'], name: t('calendar.name'), about: t('calendar.textAbout') },
  { id: 'show', kinds: ['show'], name: t('showTexts.show'), about: t('showTexts.about') },
];

/** Kinds that a form can edit. */
const WITH_FORM: ReadonlySet<Kind> = new Set(['persona', 'mode', 'voices', 'models', 'replies', 'show', 'calendar']);
export const hasForm = (kind: Kind): boolean => WITH_FORM.has(kind);
/** Kinds of which a twin may have none. */
const REMOVABLE: ReadonlySet<Kind> = new Set(['replies', 'knowledge', 'demo', 'show', 'calendar']);
export const isRemovable = (kind: Kind): boolean => REMOVABLE.has(kind);

/** The folder of each kind that can be added, and the ending of its files. */
export const ADDABLE = {
  knowledge: { folder: 'knowledge/', ending: '.md' },
  demo: { folder: 'demos/', ending: '.txt' },
} as const;
export type AddableKind = keyof typeof ADDABLE;

/** The one file of an owner's own replies. */
export const REPLIES_FILE = 'replies/replies.yaml';

/** The kind of a text that does not exist yet. */
function kindOfNew(file: string): Kind {
  if (file === REPLIES_FILE) return 'replies';
  if (isShowFile(file)) return 'show';
  if (file === CALENDAR_FILE) return 'calendar';
  return file.startsWith(ADDABLE.demo.folder) ? 'demo' : 'knowledge';
}

/** A new text that has not been saved yet. */
export const begunText = (file: string): TwinTextDetail => ({
  file,
  kind: kindOfNew(file),
  edited_at: null,
  edited_by: null,
  folder_changed: false,
  removed: false,
  passage_ids: [],
  text: '',
  folder_text: null,
  version: 0,
  history: [],
});

/** How to write a text of each kind, for beginners. */
export const textGuide = (): Record<Kind, readonly string[]> => ({
  persona: [t('twin.eachLineHasAName'), t('twin.linesThatBelongToAnother'), t('twin.ifYouChangeTheConsent')],
  mode: [t('twin.eachLineHasAName'), t('twin.linesThatBelongToAnother'), t('twin.andAreReplacedWithYour')],
  voices: [t('twin.eachLineHasAName'), t('twin.linesThatBelongToAnother'), t('twin.voicesGuide')],
  models: [t('twin.eachLineHasAName'), t('twin.linesThatBelongToAnother'), t('twin.modelsGuide')],
  replies: [t('twin.repliesGuide'), t('twin.andAreReplacedWithYour')],
  knowledge: [t('twin.aLineThatStartsWith'), t('twin.asksListsWhatVisitorsAsk'), t('twin.thenComesWhatTheTwin')],
  demo: [t('twin.eachLineStartsWithWho'), t('twin.pause1sIsAPause'), t('showTexts.demoGuide')],
  calendar: [t('twin.eachLineHasAName'), t('twin.linesThatBelongToAnother'), t('calendarForm.guide')],
  show: [t('showTexts.guide'), t('showTexts.guideFit'), t('twin.pause1sIsAPause'), t('showTexts.guideNames')],
});

export const KNOWLEDGE = 'knowledge/';

/** The name of a text: a personality's name, what a text of the show holds, or the file. */
export function textName(file: string, modes: readonly { id: string; name: string }[]): string {
  if (isShowFile(file)) return showFileName(file);
  if (file === CALENDAR_FILE) return t('calendar.name');
  const mode = modes.find(({ id }) => file === `modes/${id}.yaml`);
  const words = file.replace(/^.*\//, '').replace(/\.[a-z]+$/, '');
  return mode?.name ?? capitalised(words.replace(/[-_]+/g, ' '));
}

const NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** The path of a new file, or why its name is invalid. */
export function newFile(
  kind: AddableKind,
  typed: string,
  texts: readonly TwinText[],
): { file: string } | { problem: string } {
  const { folder, ending } = ADDABLE[kind];
  const name = typed.trim().toLowerCase().replace(ending, '').replaceAll(' ', '-');
  if (!NAME.test(name)) return { problem: t('twin.useLowercaseLettersDigitsAnd') };
  const file = folder + name + ending;
  const there = texts.find((one) => one.file === file);
  if (there?.removed) return { problem: t('twin.fileWasRemoved') };
  return there ? { problem: t('twin.fileExists') } : { file };
}

/** An unused id: the wanted one, with a number appended if necessary. */
function freeId(wished: string, taken: ReadonlySet<string>): string {
  let free = wished;
  for (let number = 2; taken.has(free); number += 1) free = `${wished}-${number}`;
  return free;
}

/** The initial content of a new knowledge file: a template of its parts. @param taken ids of other passages */
export function knowledgeTemplate(file: string, taken: ReadonlySet<string>): string {
  const topic = file.slice(KNOWLEDGE.length).replace(/\.md$/, '');
  const words = topic.replaceAll('-', ' ');
  const heading = `## ${capitalised(words)} {#${freeId(topic, taken)}}`;
  return [
    `---\ntopic: ${topic}\ntags: [${topic}]\n---\n`,
    `${heading}\nCalled: ${words}\nAsks: ${t('twin.templateQuestions', { topic: words })}\n`,
    `${t('twin.templateAnswer')}\n`,
  ].join('\n');
}

/** The initial content of new sample exchanges. */
export const demoTemplate = (): string => `Human: ${t('twin.templateVisitor')}\n\n{name}: ${t('twin.templateReply')}\n`;

/** A text's problem with its line, if it is known: 'Line 12: ...'. */
export const lineProblem = ({ line, message }: { line: number | null; message: string }): string =>
  line ? t('twin.lineProblem', { line, problem: message }) : message;

/** An error message without its leading file and line, for places that show these beside it. */
export function withoutPlace(message: string, file: string): string {
  const rest = message.startsWith(`${file}:`)
    ? message
        .slice(file.length + 1)
        .replace(/^\d+:/, '')
        .trim()
    : message;
  return capitalised(rest);
}

/** The file that an error message begins with; null if it names none. */
export const fileIn = (message: string): string | null =>
  /^([\w-]+(?:\/[^/:\s]+)?\.(?:yaml|md|txt)):/.exec(message)?.[1] ?? null;

/** The line in an error message such as 'knowledge/prices.md:12: ...'; null if it has none. */
export function lineOf(message: string, file: string): number | null {
  const rest = message.startsWith(`${file}:`) ? message.slice(file.length + 1) : '';
  const [, line] = /^(\d+):/.exec(rest) ?? [];
  return line ? Number(line) : null;
}

/** A question and its answer, as typed. */
export interface NewPassage {
  /** One per line: different ways to ask the same question. */
  questions: string;
  answer: string;
  /** How the twin names it in mid-sentence; defaults to the first question. */
  subject: string;
}

/** A problem of a passage, by field. */
interface PassageProblem {
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
export const questionsOf = (text: string) =>
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
  if (asked.length === 0) problems.push({ field: 'questions', message: t('twin.writeTheQuestionAsA') });
  const marked = linesOf(answer).find((line) => MARK.test(line));
  if (answer.trim() === '') problems.push({ field: 'answer', message: t('twin.writeWhatTheTwinMay') });
  else if (marked) {
    const [mark] = MARK.exec(marked) ?? [];
    problems.push({ field: 'answer', message: t('twin.noLineOfTheAnswer', { mark: mark ?? '' }) });
  }
  if (asked.length > 0 && passageIdOf(subjectOf(subject) || (asked[0] ?? '')) === '') {
    problems.push({
      field: 'subject',
      message: t('twin.enterTheTopicInA'),
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

/** The passages of a knowledge file in order, by their ids, with their titles. */
export const passagesIn = (text: string): { id: string; title: string }[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [id] = passageIdsIn(line);
    return id
      ? [
          {
            id,
            title: line
              .trim()
              .replace(/^##\s*/, '')
              .replace(/\s*\{#[^}]*\}$/, ''),
          },
        ]
      : [];
  });

/** The line range of a passage, counted from 1, without trailing empty lines; null if there is none. */
export function passageLines(text: string, id: string): { from: number; to: number } | null {
  const lines = text.split('\n').map((line) => line.trim());
  const from = lines.findIndex((line) => passageIdsIn(line)[0] === id);
  if (from < 0) return null;
  const next = lines.findIndex((line, at) => at > from && line.startsWith('#'));
  const to = lines.slice(0, next < 0 ? undefined : next).findLastIndex((line) => line !== '');
  return { from: from + 1, to: to + 1 };
}
