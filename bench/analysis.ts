import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SessionAnalysis, understandLines } from '../server/features/leads/analyser.ts';
import type { VisitorLine } from '../server/features/leads/lines.ts';
import { createUnderstand } from '../server/features/understanding/understand.ts';
import { createSentenceEncoder } from '../server/providers/embedder/encoder/sentence-encoder.ts';
import { figure, printTable, quantile } from './figures.ts';

const TRAINING = path.join(import.meta.dirname, 'leads/train');
/** Turns of the session that is read as a whole. */
const TURNS = 30;
const SESSIONS = 100;
const WARM_UP_SESSIONS = 30;

/** Adversarial messages written to be expensive: each is as long as a message may be, or five times that. */
const HOSTILE: Record<string, string> = {
  'a thousand addresses': Array.from({ length: 1_000 }, (_, n) => `a${n}@b${n}.example`)
    .join(' ')
    .slice(0, 20_000),
  'spaces and brackets': '[ { < ('.repeat(3_000),
  'one word of 20,000 letters': 'a'.repeat(20_000),
  'at and dot': 'a at b dot '.repeat(2_000),
  figures: '1,000,000 euros by 1.1.2027 '.repeat(700),
  names: 'Ana de la Costa Bikes and '.repeat(800),
  'nested quotes': '"\'"“'.repeat(5_000),
  'spelt letters': 'a b c d e f '.repeat(1_600),
};

/** Cost of the embedded analysis: of one message, of a session of 30 from scratch, and of adversarial messages. */
export async function benchAnalysis(): Promise<void> {
  const sessions = await talks();
  const encoder = createSentenceEncoder();
  /** Lines are cached once read, so a session from scratch needs a new reader. */
  const anew = () => createUnderstand(encoder);
  const understand = anew();
  const turns: number[] = [];
  const wholes: number[] = [];
  for (let at = -WARM_UP_SESSIONS; at < SESSIONS; at += 1) {
    const lines = sessions[(at + WARM_UP_SESSIONS) % sessions.length] ?? [];
    const analysis = new SessionAnalysis(0);
    const costs: number[] = [];
    for (const line of lines)
      costs.push(
        await cost(async () => {
          analysis.addLines(await understandLines(understand, [line]));
          analysis.extract();
        }),
      );
    const whole = await cost(async () => new SessionAnalysis(0).addLines(await understandLines(anew(), lines)));
    if (at < 0) continue;
    turns.push(...costs);
    wholes.push(whole);
  }
  const dear: [string, number][] = [];
  for (const [name, text] of Object.entries(HOSTILE)) {
    const line = { seq: 0, text, before: null };
    dear.push([
      name,
      await cost(async () => new SessionAnalysis(0).addLines(await understandLines(understand, [line]))),
    ]);
  }
  await encoder.close();
  printTable(
    'analysis: CPU of the embedded analysis, ms',
    ['what', 'median', 'p99', 'worst'],
    [
      row('one message', turns),
      row(`a session of ${TURNS} messages, from nothing`, wholes),
      ...dear.map(([name, ms]) => row(name, [ms])),
    ],
  );
}

/** Sessions of 30 messages, made from the visitors' lines of the training conversations in order. */
async function talks(): Promise<VisitorLine[][]> {
  const files = (await readdir(TRAINING)).filter((name) => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(files.map((name) => readFile(path.join(TRAINING, name), 'utf8')));
  const said: { text: string; before: string | null }[] = texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const { messages } = JSON.parse(line) as { messages: { speaker: string; text: string }[] };
        return messages.flatMap(({ speaker, text: words }, at) =>
          speaker === 'visitor' ? [{ text: words, before: messages[at - 1]?.text ?? null }] : [],
        );
      }),
  );
  return Array.from({ length: Math.floor(said.length / TURNS) }, (_, n) =>
    said.slice(n * TURNS, (n + 1) * TURNS).map((line, turn) => ({ ...line, seq: turn * 2 })),
  );
}

/** CPU time of all threads in milliseconds, which other programs do not affect. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function row(name: string, costs: readonly number[]): string[] {
  const sorted = costs.toSorted((a, b) => a - b);
  return [name, ...[quantile(sorted, 0.5), quantile(sorted, 0.99), sorted.at(-1) ?? 0].map(figure)];
}
