import { readdirSync, readFileSync } from 'node:fs';
import { INTENTS, type Intent } from '@understudy/contract/leads';

const BENCH = new URL('../../../bench/leads/', import.meta.url);

/** The fields of a labelled conversation of bench/leads that training uses. */
interface Labelled {
  id: string;
  messages: { speaker: 'visitor' | 'agent'; text: string }[];
  labels: { intent: Intent };
}

/** A conversation, or a phrase, with its intent and source. */
interface SourcedExample {
  id: string;
  file: string;
  lines: Labelled['messages'];
  intent: Intent;
}

/** Names of the consultant in the labelled conversations. */
export const trainingNames = (): readonly string[] =>
  JSON.parse(readFileSync(new URL('consultant.json', BENCH), 'utf8'));

/** The conversations for training, in the order of files and lines. */
export function trainingConversations(): SourcedExample[] {
  const folder = new URL('train/', BENCH);
  return filesOf(folder, '.jsonl').flatMap((file) =>
    readRows<Labelled>(new URL(file, folder)).map(({ id, messages, labels }) => {
      return { id, file, lines: messages, intent: labels.intent };
    }),
  );
}

/** Phrases typical of each intent. In their files each intent has a heading, and ` / ` separates a phrase's lines. */
export function trainingPhrases(): SourcedExample[] {
  const folder = new URL('phrases/', BENCH);
  return filesOf(folder, '.txt').flatMap((file) => {
    const found: SourcedExample[] = [];
    let intent: Intent | undefined;
    for (const [at, line] of linesOf(new URL(file, folder)).entries()) {
      const heading = line.startsWith('# ') ? line.slice(2) : null;
      if (heading !== null) intent = INTENTS.find((name) => name === heading);
      if (!intent) throw new Error(`${file}, line ${at + 1}: '${line}' names no intent.`);
      if (heading !== null) continue;
      const lines = line.split(' / ').map((text) => ({ speaker: 'visitor' as const, text }));
      found.push({ id: `${file}:${at + 1}`, file, lines, intent });
    }
    return found;
  });
}

/** The rows of a file with one JSON object per line. */
export const readRows = <Row>(file: string | URL): Row[] => linesOf(file).map((line) => JSON.parse(line));

/** The names of a folder's files with this ending, in order. */
const filesOf = (folder: URL, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();

/** A file's lines, without empty ones. */
const linesOf = (file: string | URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
