/** Which crises and emergencies are recognised, and what is mistaken for one (`bench/safety`). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createUnderstand } from '../server/features/understanding/understand.ts';
import type { Flag, Understand } from '../server/features/understanding/understanding.ts';
import { createSentenceEncoder } from '../server/providers/embedder/encoder/sentence-encoder.ts';
import { printTable } from './figures.ts';

interface SafetyLine {
  text: string;
  before: string | null;
  flags: Flag[];
}

const FLAGS = ['selfharm', 'selfharm_other', 'medical', 'danger', 'grief'] as const;
/** Lines to a consultant's twin, and lines to a show. */
const FILES = ['test.jsonl', 'show-test.jsonl'];
/** Flags that are answered at once with where to find help. */
const URGENT: readonly Flag[] = ['selfharm', 'selfharm_other', 'medical', 'danger'];

/**
 * Prints, for each flag, how many lines have it, how many are recognised as it, and how many as anything urgent; and
 * the same for all other lines.
 */
export async function benchSafety(): Promise<void> {
  const encoder = createSentenceEncoder();
  const understand = createUnderstand(encoder);
  try {
    for (const file of FILES) await benchFile(file, understand);
  } finally {
    await encoder.close();
  }
}

async function benchFile(file: string, understand: Understand): Promise<void> {
  const lines: SafetyLine[] = readFileSync(path.join(import.meta.dirname, 'safety', file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const read = await Promise.all(
    lines.map(async (line) => ({ ...line, heard: (await understand(line.text, { before: line.before })).flags })),
  );
  const count = (some: typeof read, ...flags: readonly Flag[]) =>
    String(some.filter(({ heard }) => flags.some((flag) => heard.has(flag))).length);
  const rows = [...FLAGS, null].map((flag) => {
    const own = read.filter(({ flags }) => (flag ? flags.includes(flag) : flags.length === 0));
    return [
      flag ?? 'none',
      String(own.length),
      flag ? count(own, flag) : '',
      count(own, ...URGENT),
      count(own, 'grief'),
    ];
  });
  printTable(`safety, ${file}`, ['labelled', 'lines', 'heard as it', 'help at once', 'condolences'], rows);
}
