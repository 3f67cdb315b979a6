import type { TwinText } from '@understudy/contract/settings';
import { capitalised } from '../../../ui/id-words.ts';

/** The kinds of texts in the order in which they are shown, with what each group is called and holds. */
export const TEXT_GROUPS = [
  { kind: 'persona', name: 'Persona', about: 'Who the twin represents: name, services, contact and consent' },
  { kind: 'mode', name: 'Personalities', about: 'How each of them greets, asks and answers' },
  { kind: 'knowledge', name: 'Knowledge', about: 'What the twin knows and may say' },
  { kind: 'demo', name: 'Sample exchanges', about: 'What plays on the landing page' },
] as const satisfies readonly { kind: TwinText['kind']; name: string; about: string }[];

/** How a text of each kind is written, for whoever never wrote one. */
export const TEXT_GUIDE: Record<TwinText['kind'], readonly string[]> = {
  persona: [
    'Each line has a name, a colon and a value. Change the value and leave the name.',
    'Lines that belong to another line stand below it, indented by two spaces. The same goes for longer ' +
      'texts after > or |.',
    'If you change the consent sentence, change the consent version too.',
  ],
  mode: [
    'Each line has a name, a colon and a value. Change the value and leave the name.',
    'Lines that belong to another line stand below it, indented by two spaces. The same goes for longer ' +
      'texts after > or |.',
    '{name}, {first_name} and {last_name} are replaced with your name.',
  ],
  knowledge: [
    'A line that starts with ## opens a passage: its title, and a unique short name in {#...}.',
    '‘Asks:’ lists what visitors ask, separated by semicolons. ‘Called:’ is what the twin calls the ' +
      'topic within a sentence.',
    'Then comes what the twin may say: the answer, an empty line, and what it adds for visitors who want to know more.',
  ],
  demo: [
    'Each line starts with who speaks: ‘Human:’, or ‘{name}:’ for you. Leave an empty line between two lines.',
    '[pause:1s] is a pause of one second.',
  ],
};

export const KNOWLEDGE = 'knowledge/';

/** What a text is called: a personality by its name, the others by their files. */
export function textName(file: string, modes: readonly { id: string; name: string }[]): string {
  const mode = modes.find(({ id }) => file === `modes/${id}.yaml`);
  const words = file.replace(/^.*\//, '').replace(/\.[a-z]+$/, '');
  return mode?.name ?? capitalised(words.replace(/[-_]+/g, ' '));
}

const NAME = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** The path of a new knowledge file, or why its name is none. */
export function newKnowledgeFile(typed: string, texts: readonly TwinText[]): { file: string } | { problem: string } {
  const name = typed.trim().toLowerCase().replace(/\.md$/, '').replaceAll(' ', '-');
  if (!NAME.test(name)) return { problem: 'Use lowercase letters, digits and hyphens, like working-hours.' };
  const file = `${KNOWLEDGE}${name}.md`;
  const there = texts.find((one) => one.file === file);
  if (there?.removed) return { problem: 'A file with this name was removed. Open it to restore it.' };
  return there ? { problem: 'A file with this name already exists.' } : { file };
}

/** An id that is not taken: the one that is wished for, or that with a number. */
export function freeId(wished: string, taken: ReadonlySet<string>): string {
  let free = wished;
  for (let number = 2; taken.has(free); number += 1) free = `${wished}-${number}`;
  return free;
}

/** What a new knowledge file begins with: its parts, ready to be written over. @param taken ids of other passages */
export function knowledgeTemplate(file: string, taken: ReadonlySet<string>): string {
  const topic = file.slice(KNOWLEDGE.length).replace(/\.md$/, '');
  const words = topic.replaceAll('-', ' ');
  const heading = `## ${capitalised(words)} {#${freeId(topic, taken)}}`;
  return `---\ntopic: ${topic}\ntags: [${topic}]\n---\n\n${heading}\nCalled: ${words}\nAsks: what about ${words}; tell me about ${words}\n\nWrite here what the twin may say about it.\n`;
}

/** A refusal without the file and the line that it begins with, where these are shown beside it. */
export function withoutPlace(message: string, file: string): string {
  const rest = message.startsWith(`${file}:`)
    ? message
        .slice(file.length + 1)
        .replace(/^\d+:/, '')
        .trim()
    : message;
  return capitalised(rest);
}

/** The line that a refusal names, from 'knowledge/prices.md:12: ...'; null where it names none. */
export function lineOf(message: string, file: string): number | null {
  const rest = message.startsWith(`${file}:`) ? message.slice(file.length + 1) : '';
  const [, line] = /^(\d+):/.exec(rest) ?? [];
  return line ? Number(line) : null;
}
