import { afterEach, describe, expect, test } from 'vitest';
import type { Background } from '../../app/background.ts';
import { createLog } from '../../platform/log.ts';
import { startWork } from '../../testing/background-work.ts';
import * as fake from '../../testing/fake-replies.ts';
import { ANSWER, LINE, useModelAnalysis } from '../../testing/model-analysis.ts';
import { endRetryWaits } from '../../testing/retry-waits.ts';

const at = useModelAnalysis('each test');
/** The jobs' tables are created first, and a failed job waits before its retry. */
const PATIENT = { timeout: 50_000 };
let working: Background | null = null;
// Before the database closes.
afterEach(() => working?.stop());

describe('as a job', () => {
  const log = createLog('silent');
  async function background() {
    const { completeFor, analyses, models } = at.app.parts;
    const model = { completeFor, analyses, models };
    working = startWork(at.app, { log, model });
  }
  const jobsLeft = async () =>
    (
      await at.database.pool.query(`SELECT name, data ->> 'key' AS key FROM jobs.job WHERE name = 'analyse_session'
      UNION ALL SELECT name, key FROM job_requests`)
    ).rows;

  test('is asked for with the turn’s ending, survives a restart, and leaves nothing behind', async () => {
    const credentials = await at.app.session();
    await at.say(credentials, LINE);
    expect((await at.database.pool.query('SELECT name, key FROM job_requests')).rows).toEqual([
      { name: 'analyse_session', key: credentials.session_id },
    ]);
    await at.restart();
    at.script(ANSWER);
    await background();
    await expect.poll(() => at.merged(credentials), PATIENT).toBe(1);
    await expect.poll(jobsLeft, PATIENT).toEqual([]);
    expect((await at.say(credentials, 'Could we talk?')).pain_points.join()).toContain('throwing darts');
  }, 60_000);

  test('is tried again while the provider is down; the embedded result stands meanwhile', async () => {
    const credentials = await at.app.session();
    expect(await at.say(credentials, LINE)).toMatchObject({ entities: { person_name: 'Ingrid Aas' } });
    at.script(fake.refusal(503, 'down'), ANSWER);
    await background();
    const asked = async () => {
      await endRetryWaits(at.database.pool, 'analyse_session');
      return at.asked().length;
    };
    await expect.poll(asked, PATIENT).toBe(2);
    await expect.poll(() => at.merged(credentials), PATIENT).toBe(1);
  }, 60_000);

  test('of a session that is not kept is not asked for, and nothing of it stays after the end', async () => {
    const credentials = await at.app.session(false);
    const kept = await at.app.session();
    at.script(ANSWER);
    await at.say(credentials, LINE);
    await at.say(kept, LINE);
    await background();
    await expect.poll(() => at.merged(kept), PATIENT).toBe(1);
    expect([await at.merged(credentials), at.asked().length]).toEqual([0, 1]);
    await at.app.call('end_session', credentials);
    await expect.poll(jobsLeft, PATIENT).toEqual([]);
    for (const table of ['extracts', 'lead_signals', 'plain_completions', 'events', 'summaries']) {
      expect(await at.rows(table, credentials)).toEqual([]);
    }
  }, 60_000);
});
