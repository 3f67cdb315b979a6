/** How a show reads the lines of its audience, and how often it has a written reply to them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { labelOf, type ShowLineRow } from '../server/commands/train/train-show-lines.ts';
import { holdsSecret, isSensitive } from '../server/features/memory/index.ts';
import type { AudienceLine } from '../server/features/show/engine/audience-line.ts';
import { encodeLibrary, libraryOf, type ShowLibrary } from '../server/features/show/library.ts';
import { LINE_KINDS, type LineKind } from '../server/features/show/line-kinds.ts';
import { nearestReply, situationOf } from '../server/features/show/performer/written-replies.ts';
import { readAudience } from '../server/features/show/read-audience.ts';
import { stancesOf } from '../server/features/show/stances.ts';
import { loadTwin } from '../server/features/twin/load-twin.ts';
import { createPassageEncoder } from '../server/features/twin/retrieval/passage-vectors.ts';
import { namesOf } from '../server/features/understanding/consultant.ts';
import { createUnderstand } from '../server/features/understanding/understand.ts';
import type { Understand } from '../server/features/understanding/understanding.ts';
import { createSentenceEncoder } from '../server/providers/embedder/encoder/sentence-encoder.ts';
import { figure, printTable } from './figures.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** What the show takes a line for. */
function kindOf(line: AudienceLine): LineKind {
  if (line.wants || line.wantsGame) return 'wants';
  if (line.asked) return line.asksBusiness ? 'asks_work' : 'asks';
  return line.tells ? 'tells' : 'reacts';
}

const readRows = <Row>(file: string): Row[] =>
  readFileSync(path.join(ROOT, 'bench/show-lines', file), 'utf8')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));

/** A line of a debate, with the rebuttals that would answer it, as its writer sees it; null for one off the motions. */
interface ArgumentRow {
  id: string | null;
  side: 'for' | 'against' | null;
  text: string;
  fits: number[];
}

/** How often an argument of a debate is answered by a rebuttal, and by one that fits. */
async function benchArguments(understand: Understand, library: ShowLibrary): Promise<void> {
  const rows = readRows<ArgumentRow>('arguments.jsonl');
  let answered = 0;
  let fitting = 0;
  let taken = 0;
  for (const { id, side, text, fits } of rows) {
    const { vector } = await understand(text, { before: null });
    const stances = stancesOf(library, vector);
    const rebuttal = side && stances.find((stance) => stance.id === id)?.rebuttals[side];
    if (typeof rebuttal === 'number') answered += 1;
    if (typeof rebuttal === 'number' && fits.includes(rebuttal)) fitting += 1;
    if (id === null && stances.some((stance) => stance.side !== null)) taken += 1;
  }
  const off = rows.filter(({ id }) => id === null).length;
  const could = rows.filter(({ fits }) => fits.length > 0).length;
  console.log(
    `\nOf ${rows.length - off} arguments, ${could} of which have a fitting rebuttal, ${answered} get one, and ` +
      `${fitting} one that fits. Of ${off} lines about no motion, ${taken} are taken for an argument of one.`,
  );
}

const SOME: ReadonlySet<LineKind> = new Set(['tells', 'asks']);

/** Prints the figures. With BENCH_DEV it reads the lines on which thresholds are set, and prints each of them. */
export async function benchShowLines(): Promise<void> {
  const isDev = Boolean(process.env['BENCH_DEV']);
  const lines = readRows<ShowLineRow>(isDev ? 'dev.jsonl' : 'test.jsonl');
  const twin = await loadTwin(path.join(ROOT, 'twin'));
  const names = namesOf(twin.persona);
  const encoder = createSentenceEncoder();
  const understand = createUnderstand(encoder, () => names);
  const library = libraryOf(twin, null);
  const taken = new Map(LINE_KINDS.map((kind) => [kind, new Map<LineKind, number>()]));
  const answered = new Map<LineKind, number>();
  let situated = 0;
  try {
    await encodeLibrary(library, createPassageEncoder(encoder, null));
    for (const row of lines) {
      const { text } = row;
      const kind = labelOf(row);
      const line = await understand(text, { before: null });
      const heard = await readAudience({
        ...{ line, names, isSensitive, holdsSecret },
        ...{ latencyMs: null, interrupted: false },
      });
      const as = kindOf(heard);
      const counts = taken.get(kind) as Map<LineKind, number>;
      counts.set(as, (counts.get(as) ?? 0) + 1);
      const reply = nearestReply({ asked: heard.asked, told: [] }, library, line.vector);
      const situation = as === 'tells' && !reply ? situationOf(library, line.vector) : null;
      if (reply && as === kind) answered.set(kind, (answered.get(kind) ?? 0) + 1);
      if (situation && kind === 'tells') situated += 1;
      if (isDev)
        console.log(
          `${kind === as ? ' ' : '!'} ${kind}>${as} | ${text}\n      ` +
            `${[reply ?? situation].map((one) => (one ? `${figure(one.near)} ${one.id}: ${one.say[0]}` : '-'))} | ` +
            heard.setups.map((setup) => setup.text).join('; '),
        );
    }
    await benchArguments(understand, library);
  } finally {
    await encoder.close();
  }
  printTable(
    `show-lines: ${lines.length} lines that the code's authors have not seen`,
    ['labelled as', ...LINE_KINDS.map((kind) => `taken for ${kind}`), 'with a written reply'],
    LINE_KINDS.map((kind) => [
      kind,
      ...LINE_KINDS.map((as) => String(taken.get(kind)?.get(as) ?? 0)),
      SOME.has(kind) ? String(answered.get(kind) ?? 0) : '',
    ]),
  );
  const right = LINE_KINDS.reduce((sum, kind) => sum + (taken.get(kind)?.get(kind) ?? 0), 0);
  console.log(
    `\nRead as labelled: ${figure((right / lines.length) * 100)} %. ` +
      `Of what is told without a written reply, ${situated} lines have one of their situation.`,
  );
}
