import { readdirSync, readFileSync } from 'node:fs';
import { INTENTS, type Intent } from '@understudy/contract/leads';

/** Where the labelled conversations are. */
const BENCH = new URL('../../../../bench/leads/', import.meta.url);

/** A labelled conversation of bench/leads, as far as training looks at it. */
interface Labelled {
  id: string;
  messages: { speaker: 'visitor' | 'agent'; text: string }[];
  labels: { intent: Intent };
}

/** A conversation or phrases with its intent, and where it came from. */
export interface SourcedExample {
  id: string;
  file: string;
  lines: Labelled['messages'];
  intent: Intent;
}

/** How the consultant is called with whose twin the labelled conversations were held. */
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

/** What people say who are after something, outside of any conversation: a heading an intent, ` / ` between lines. */
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
