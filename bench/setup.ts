import type { Setup, SetupAnswers } from '@understudy/contract/setup';
import { TEST_CACHE_DIR } from '../server/testing/sample-twin.ts';
import warmPassages from '../server/testing/warm-passages.ts';
import { figure, printTable, quantile } from './figures.ts';
import { BENCH_OWNER, OwnerClient } from './owner-client.ts';
import { Stage } from './stage.ts';
import { newVisitor } from './visitor.ts';

const WARM_UP_TURNS = 40;
const SENTENCE = 'I help family firms hand over to the next generation without losing a customer.';
const BASES = ['scratch', 'current'] as const;

/**
 * How long the chat beside the wizard's form takes to answer while an owner types, without a model, letter by letter,
 * and visitors' turns on the same server. Takes a minute.
 */
export async function benchSetup(): Promise<void> {
  const stage = new Stage();
  try {
    await warmPassages();
    const limits = { RATE_LIMIT_SCALE: '1000', LOCAL_MODELS: 'off', CACHE_DIR: TEST_CACHE_DIR };
    const product = await stage.product({ ...limits, ...BENCH_OWNER });
    const owner = await OwnerClient.signIn(product.url);
    const visitor = await newVisitor(product.url);
    for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await visitor();
    const { answers } = JSON.parse((await owner.get('/setup')).text) as Setup;
    const turns: number[] = [];
    const rows: string[][] = [];
    for (const base of BASES) {
      const times: number[] = [];
      for (let typed = 1; typed <= SENTENCE.length; typed += 1) {
        const now: SetupAnswers = { ...answers, base, name: 'Dana Reyes', does: SENTENCE.slice(0, typed) };
        times.push((await owner.post('/setup/preview', { answers: now, message: 'What do you do?', quick: true })).ms);
        if (typed % 4 === 0) turns.push(await visitor());
      }
      rows.push(row(base === 'scratch' ? 'a twin from nothing' : 'the sample, changed', times));
    }
    printTable(
      'setup: from a key to the reply beside the form, ms',
      ['what', 'times', 'median', 'p90', 'longest'],
      [...rows, row('a visitor’s turn on the same server', turns)],
    );
  } finally {
    await stage.clear();
  }
}

function row(name: string, times: readonly number[]): string[] {
  const ordered = times.toSorted((a, b) => a - b);
  return [name, String(times.length), ...[0.5, 0.9, 1].map((share) => figure(quantile(ordered, share)))];
}
