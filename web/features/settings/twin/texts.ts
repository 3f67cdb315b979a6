import type { TwinText } from '@understudy/contract/settings';
import { structuredPatch } from 'diff';

/** The kinds of texts in the order in which they are shown, with what each group is called and holds. */
export const TEXT_GROUPS = [
  { kind: 'persona', name: 'Persona', about: 'Who the twin stands for: name, services, how to be reached, consent' },
  { kind: 'mode', name: 'Personalities', about: 'How each of them greets, asks and answers' },
  { kind: 'knowledge', name: 'Knowledge', about: 'What the twin knows and may say' },
  { kind: 'demo', name: 'Sample exchanges', about: 'What plays on the landing page' },
] as const satisfies readonly { kind: TwinText['kind']; name: string; about: string }[];

const KNOWLEDGE = 'knowledge/';
const NAME = /^[a-z0-9-]{1,60}$/;

/** The path of a new knowledge file, or why its name is none. */
export function newKnowledgeFile(typed: string, texts: readonly TwinText[]): { file: string } | { problem: string } {
  const name = typed.trim().toLowerCase().replace(/\.md$/, '').replaceAll(' ', '-');
  if (!NAME.test(name)) return { problem: 'Use small letters, digits and hyphens, like working-hours.' };
  const file = `${KNOWLEDGE}${name}.md`;
  const there = texts.find((one) => one.file === file);
  if (there?.removed) return { problem: 'A file of this name was removed. Open it to bring it back.' };
  return there ? { problem: 'There is a file of this name already.' } : { file };
}

/** What a new knowledge file begins with: its parts, ready to be written over. */
export function knowledgeTemplate(file: string): string {
  const id = file.slice(KNOWLEDGE.length).replace(/\.md$/, '');
  const words = id.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return `---\ntopic: ${id}\ntags: [${id}]\n---\n\n## ${title} {#${id}}\nCalled: ${words}\nAsked: what about ${words}; tell me about ${words}\n\nWrite here what the twin may say about it.\n`;
}

/** A line of a comparison. */
export interface DiffLine {
  is: 'same' | 'added' | 'removed' | 'gap';
  text: string;
}
const MARKS: Record<string, DiffLine['is']> = { ' ': 'same', '+': 'added', '-': 'removed' };

/** What leads from one text to another, line by line, with some lines around each change. */
export function compare(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
  return hunks.flatMap(({ oldStart, lines }, index) => [
    ...(index > 0 || oldStart > 1 ? [{ is: 'gap' as const, text: `From line ${oldStart}` }] : []),
    ...lines.flatMap((line): DiffLine[] => {
      const is = MARKS[line.charAt(0)];
      // What is left are words about a missing newline at the end.
      return is ? [{ is, text: line.slice(1) }] : [];
    }),
  ]);
}

/** How much leads from one text to another, in a few words. */
export function changeWords(before: string, after: string): string {
  const lines = compare(before, after);
  const count = (is: DiffLine['is']) => lines.filter((line) => line.is === is).length;
  const words = (number: number, what: string) =>
    number > 0 ? [`${number} ${number === 1 ? 'line' : 'lines'} ${what}`] : [];
  return [...words(count('added'), 'added'), ...words(count('removed'), 'taken out')].join(', ');
}

/** A refusal without the file and the line that it begins with, where these are shown beside it. */
export function withoutPlace(message: string, file: string): string {
  const rest = message.startsWith(`${file}:`)
    ? message
        .slice(file.length + 1)
        .replace(/^\d+:/, '')
        .trim()
    : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The line that a refusal names, from 'knowledge/prices.md:12: ...'; null where it names none. */
export function lineOf(message: string, file: string): number | null {
  const rest = message.startsWith(`${file}:`) ? message.slice(file.length + 1) : '';
  const [, line] = /^(\d+):/.exec(rest) ?? [];
  return line ? Number(line) : null;
}
