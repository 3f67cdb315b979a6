import { randomUUID } from 'node:crypto';
import { figure, noteOthers, printTable } from './figures.ts';
import type { Load } from './generator.ts';
import { type Measured, measure } from './measure.ts';
import { seed } from './seed.ts';
import { askStub, Stage } from './stage.ts';

const MESSAGES = 1_000_000;
const AT_ONCE = 10;
const OLD_SESSION_TURNS = 499;
/** After a restart a conversation is read once from its beginning; so many at once take a while, and are excluded. */
const OLD_WARM_UP_MS = 8_000;
/** The cases are measured in rotation this many times, so that other load on the machine affects all of them alike. */
const ROUNDS = 3;

/**
 * The same turn with nothing stored, with a million messages stored, and as a session's 500th and later. Takes 3
 * minutes.
 */
export async function benchSize(): Promise<void> {
  const stage = new Stage();
  try {
    const stub = await stage.stub({ firstWordMs: 0, wordMs: 0, words: 63 });
    const fullDir = await stage.folder();
    const began = performance.now();
    const old = await seed(fullDir, {
      messages: MESSAGES,
      openSessions: AT_ONCE * (ROUNDS + 1) + 1,
      turnsOfOpen: OLD_SESSION_TURNS,
    });
    console.log(`${figure(MESSAGES)} messages stored in ${figure((performance.now() - began) / 1000)} s`);
    const empty = await stage.product(askStub(stub.url));
    const full = await stage.product(askStub(stub.url), { dataDir: fullDir });
    const load = { target: 'product', atOnce: AT_ONCE, warmUpMs: 1_500, measureMs: 5_000, stream: false } as const;
    const cases: { name: string; of: typeof empty; load: (round: number) => Load }[] = [
      { name: 'nothing stored', of: empty, load: () => ({ ...load, url: empty.url, turnsPerSession: 20 }) },
      {
        name: `${figure(MESSAGES)} messages stored`,
        of: full,
        load: () => ({ ...load, url: full.url, turnsPerSession: 20 }),
      },
      {
        name: `the same, a session's ${OLD_SESSION_TURNS + 1}th turn and on`,
        of: full,
        load: (round) => ({
          ...load,
          url: full.url,
          warmUpMs: OLD_WARM_UP_MS,
          turnsPerSession: Number.MAX_SAFE_INTEGER,
          sessions: old.slice(round * AT_ONCE, (round + 1) * AT_ONCE),
        }),
      },
    ];
    const measured: Measured[][] = cases.map(() => []);
    // The first round only warms up both servers.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [index, one] of cases.entries()) {
        const figures = await measure(one.load(round), one.of.pid);
        if (round > 0) measured[index]?.push(figures);
      }
    }
    printTable(
      `size: ${AT_ONCE} conversations at once, mean of ${ROUNDS} rounds`,
      ['stored', 'turns/s', 'median ms', 'p99 ms', 'CPU ms a turn'],
      cases.map(({ name }, index) => {
        const mean = (of: (one: Measured) => number) =>
          figure((measured[index] ?? []).reduce((sum, one) => sum + of(one), 0) / ROUNDS);
        return [
          name,
          mean((one) => one.turnsPerSecond),
          mean((one) => one.median),
          mean((one) => one.p99),
          mean((one) => one.cpuPerTurn),
        ];
      }),
    );
    const first = await timeTurn(full.url, old.at(-1));
    console.log(
      `the first message of a conversation of ${OLD_SESSION_TURNS} turns after a restart: ${figure(first)} ms`,
    );
    noteOthers(measured.flat().map((one) => one.others));
  } finally {
    await stage.clear();
  }
}

/** Milliseconds that one turn takes. */
async function timeTurn(url: string, session: object | undefined): Promise<number> {
  const body = JSON.stringify({ ...session, turn_id: randomUUID(), user_message: 'And what does that include?' });
  const began = performance.now();
  const answer = await fetch(`${url}/functions/v1/agent_reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await answer.text();
  if (!answer.ok) throw new Error(`the first message after a restart was answered with ${answer.status}`);
  return performance.now() - began;
}
