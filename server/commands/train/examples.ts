import { readdirSync, readFileSync } from 'node:fs';
import { INTENTS, type Intent } from '@understudy/contract/leads';

const BENCH = new URL('../../../bench/leads/', import.meta.url);

/** The fields of a labelled conversation of bench/leads that training uses. */
interface Labelled {
  id: string;
  messages: { speaker: 'visitor' | 'agent'; text: string }[];
  labels: { intent: Intent };
}

/** A conversation or phrases with the intent and the source. */
interface SourcedExample {
  id: string;
  file: string;
  lines: Labelled['messages'];
  intent: Intent;
}

/** Names of the consultant in the labelled conversations. */
export const trainingNames = (): readonly string[] =>
  JSON.parse(readFileSync(new URL('consultant.json', BENCH), 'utf8'));

/** The conversations of the training half, in the order of files and lines. */
export function trainingConversations(): SourcedExample[] {
  const folder = new URL('train/', BENCH);
  return filesOf(folder, '.jsonl').flatMap((file) =>
    linesOf(new URL(file, folder)).map((line) => {
      const { id, messages, labels }: Labelled = JSON.parse(line);
      return { id, file, lines: messages, intent: labels.intent };
    }),
  );
}

/** Phrases typical of each intent, outside of any conversation: one heading per intent, ` / ` between lines. */
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

const filesOf = (folder: URL, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();

const linesOf = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
