import { hostname } from 'node:os';
import type { StatusAnswer } from '@understudy/contract/monitoring';
import type { ParsedMail } from 'mailparser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Background } from '../../app/background.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let mails: TestMailServer;
let provider: FakeProvider;
let database: TestDatabase;
let clock: Date;
let scene: OwnerScene | undefined;
let others: TestApp[] = [];
let work: Background | undefined;

beforeEach(async () => {
  clock = new Date();
  [mails, provider, database] = await Promise.all([startMailServer(), startFakeProvider(), testDatabase()]);
});
afterEach(async () => {
  await work?.stop();
  await Promise.all(others.map((app) => app.close()));
  await scene?.app.close();
  await Promise.all([mails.close(), provider.close(), database.close()]);
  [others, scene, work] = [[], undefined, undefined];
});

const environment = (more: Record<string, string> = {}) => ({
  ...{ LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'model-a' },
  ...{ SMTP_URL: mails.url, MAIL_FROM: 'twin@example.test', PUBLIC_URL: 'https://twin.example' },
  ...more,
});
const options = () => ({ database, now: () => clock });
const start = async (more: Record<string, string> = {}): Promise<OwnerScene> => {
  scene = await ownerScene(environment(more), options());
  work = startWork(scene.app);
  return scene;
};
/** Lets time pass. */
const after = (ms: number): void => {
  clock = new Date(clock.getTime() + ms);
};
const look = ({ app }: Pick<OwnerScene, 'app'>) => app.parts.monitoring.alarms.watch();
/** Looks again and again, a minute apart. */
const lookFor = async (scene: OwnerScene, minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute += 1) {
    after(MINUTE_MS);
    await look(scene);
  }
};
const arrived = (count: number): Promise<ParsedMail[]> =>
  expect
    .poll(() => mails.mails.length)
    .toBe(count)
    .then(() => mails.mails);
const status = ({ app }: OwnerScene): Promise<StatusAnswer> => app.parts.monitoring.readStatus();
/** A visitor's turn. */
const talk = async ({ app }: Pick<OwnerScene, 'app'>, message = 'Hello there'): Promise<void> => {
  const credentials = await app.session();
  expect((await app.call('agent_reply', { ...credentials, user_message: message })).status).toBe(200);
};
const breakProvider = async (scene: OwnerScene): Promise<void> => {
  provider.always(fake.refusal(401, 'no'));
  for (let turn = 0; turn < 3; turn += 1) await talk(scene);
};

describe('a provider that is down', () => {
  test('is told by one mail, and when it is back by another', async () => {
    const scene = await start();
    await talk(scene);
    await look(scene);
    await breakProvider(scene);
    await look(scene);
    expect(await status(scene)).toMatchObject({
      level: 'bad',
      providers: expect.arrayContaining([
        expect.objectContaining({ kind: 'chat', level: 'bad', reason: 'refused', failures_in_a_row: 3 }),
      ]),
      alarms: [],
    });
    // What passes within a minute is no alarm.
    expect(mails.mails).toHaveLength(0);
    await lookFor(scene, 4);
    const [told] = await arrived(1);
    expect(told?.subject).toBe('A provider is not answering: custom');
    expect(told?.text).toContain('It refuses the key, or there is no credit left.');
    expect(told?.text).toContain('https://twin.example/admin?tab=settings&section=status');
    expect((await status(scene)).alarms).toMatchObject([{ told: true, about: { kind: 'provider' } }]);

    provider.always(fake.streamed('Here I am again.'));
    await talk(scene);
    await lookFor(scene, 3);
    // It could be down again in a moment.
    expect((await status(scene)).alarms).toHaveLength(1);
    await lookFor(scene, 4);
    const [, over] = await arrived(2);
    expect(over?.subject).toBe('All right again: A provider is not answering: custom');
    expect((await status(scene)).alarms).toEqual([]);
    await lookFor(scene, 3);
    expect(mails.mails).toHaveLength(2);
  });

  test('is asked again without a visitor, and says nothing of what visitors said', async () => {
    const scene = await start();
    await breakProvider(scene);
    await lookFor(scene, 3);
    const [told] = await arrived(1);
    expect(told?.text).not.toContain('Hello there');
    provider.always(fake.completion('OK'));
    after(6 * MINUTE_MS);
    await look(scene);
    await expect.poll(async () => (await status(scene)).providers[0]?.failures_in_a_row).toBe(0);
    await lookFor(scene, 7);
    expect((await arrived(2))[1]?.subject).toMatch(/^All right again/);
  });

  test('of several instances is told once', async () => {
    const scene = await start();
    for (let at = 0; at < 2; at += 1) others.push(await startTestApp(environment(), options()));
    await breakProvider(scene);
    for (const app of others) await breakProvider({ ...scene, app });
    const allLook = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        after(MINUTE_MS);
        await Promise.all([scene.app, ...others].map((app) => look({ app })));
      }
    };
    await allLook(4);
    await arrived(1);
    expect((await status(scene)).instances).toHaveLength(3);
    expect((await status(scene)).alarms).toHaveLength(1);
    // It is over when none of them sees it any more.
    provider.always(fake.streamed('Here I am again.'));
    await talk(scene);
    await allLook(4);
    expect((await status(scene)).alarms).toHaveLength(1);
    for (const app of others) await talk({ app });
    await allLook(8);
    await arrived(2);
  });

  test('is over though another instance saw it fail once, and nobody talks there since', async () => {
    const scene = await start();
    const other = await startTestApp(environment(), options());
    others.push(other);
    await breakProvider(scene);
    await talk({ app: other });
    await lookFor(scene, 3);
    await arrived(1);
    provider.always(fake.completion('OK'));
    after(6 * MINUTE_MS);
    // Each instance reports for itself; what they see together is the worst of it.
    const failures = async () => {
      await other.parts.monitoring.readStatus();
      return (await status(scene)).providers[0]?.failures_in_a_row;
    };
    expect(await failures()).toBe(3);
    await expect.poll(failures).toBe(0);
    await lookFor(scene, 7);
    expect((await arrived(2))[1]?.subject).toMatch(/^All right again/);
  });

  test('stays an alarm over a restart, until it has answered', async () => {
    const scene = await start();
    await breakProvider(scene);
    await lookFor(scene, 3);
    await arrived(1);
    const restarted = await startTestApp(environment(), options());
    others.push(restarted);
    await scene.app.pool.query(`UPDATE instances SET seen_at = now() - interval '1 hour'`);
    for (let minute = 0; minute < 8; minute += 1) {
      after(MINUTE_MS);
      await look({ app: restarted });
    }
    expect(mails.mails).toHaveLength(1);
  });

  test('is not told where these mails are switched off, nor that it is over', async () => {
    const scene = await start();
    const value = { off: ['alarm_provider'], digest_day: 0, language: 'en' };
    const body = JSON.stringify({ group: 'mail', value, version: 0 });
    expect((await scene.ask('/settings', { method: 'PUT', body })).status).toBe(200);
    await breakProvider(scene);
    await lookFor(scene, 3);
    expect((await status(scene)).alarms).toMatchObject([{ told: false }]);
    provider.always(fake.streamed('Here I am again.'));
    await talk(scene);
    await lookFor(scene, 8);
    expect((await status(scene)).alarms).toEqual([]);
    const { rows } = await scene.app.pool.query('SELECT template FROM outgoing_mails');
    expect(rows).toEqual([]);
  });
});

test('a budget is told at 80 %, and is over below 70', async () => {
  const scene = await start({ RATE_LIMIT_SCALE: '1', LIMIT_SITE_MESSAGES_PER_DAY: '100' });
  const { totals } = scene.app.parts;
  totals.add('messages', 79);
  await lookFor(scene, 3);
  expect((await status(scene)).budgets).toContainEqual({
    level: 'good',
    budget: 'site_messages',
    used: 79,
    limit: 100,
  });
  totals.add('messages', 1);
  await lookFor(scene, 3);
  const [told] = await arrived(1);
  expect(told?.subject).toBe('A daily budget is used to 80 %');
  expect(told?.text).toContain('80 of 100');
  // Not over yet, though it is no longer above what raised it.
  totals.add('messages', -5);
  await lookFor(scene, 8);
  expect((await status(scene)).alarms).toHaveLength(1);
  totals.add('messages', -10);
  await lookFor(scene, 8);
  await arrived(2);
});

test('a job that keeps failing is told, and one that failed once is not', async () => {
  const scene = await start();
  const { jobWatch } = scene.app.parts.monitoring;
  jobWatch.ran('tell_hot_lead', new Error('no'));
  await lookFor(scene, 3);
  expect(await status(scene)).toMatchObject({ level: 'warning', jobs: { level: 'warning' } });
  jobWatch.ran('tell_hot_lead', new Error('no'));
  jobWatch.ran('tell_hot_lead', new Error('no'));
  // A mail cannot tell that mails cannot be sent.
  for (let run = 0; run < 5; run += 1) jobWatch.ran('send_mail', new Error('no'));
  await lookFor(scene, 3);
  // Nor does a job fail by itself whose provider is down.
  for (let run = 0; run < 5; run += 1) jobWatch.ran('analyse_session', new ProviderError('custom', 'timeout'));
  const [told] = await arrived(1);
  expect(told?.subject).toBe('Background work keeps failing');
  expect(told?.text).toContain('Lead notices by webhook (tell_hot_lead)');
  expect((await status(scene)).jobs).toMatchObject({ level: 'bad' });
  jobWatch.ran('tell_hot_lead', null);
  await lookFor(scene, 8);
  await arrived(2);
});

test('an alarm of a job is over once no server that answers has such a job any more', async () => {
  const scene = await start();
  const { jobWatch } = scene.app.parts.monitoring;
  for (const job of ['tell_hot_lead', 'retired']) {
    for (let run = 0; run < 3; run += 1) jobWatch.ran(job, new Error('no'));
  }
  await lookFor(scene, 3);
  await arrived(2);
  const restarted = await startTestApp(environment(), options());
  others.push(restarted);
  startWork(restarted);
  await expect.poll(() => restarted.parts.monitoring.jobWatch.names()).toContain('tell_hot_lead');
  await scene.app.pool.query(`UPDATE instances SET seen_at = now() - interval '1 hour'`);
  await lookFor({ ...scene, app: restarted }, 8);
  expect((await restarted.parts.monitoring.alarms.list()).map(({ about }) => about)).toMatchObject([
    { kind: 'job', status: { job: 'tell_hot_lead' } },
  ]);
});

test('a backup older than two days is told, where backups are made', async () => {
  const scene = await start({ BACKUPS_KEPT: '7' });
  await look(scene);
  after(47 * HOUR_MS);
  await lookFor(scene, 3);
  expect((await status(scene)).alarms).toEqual([]);
  after(2 * HOUR_MS);
  await lookFor(scene, 3);
  const [told] = await arrived(1);
  expect(told?.subject).toBe('There is no recent backup');
  expect((await status(scene)).alarms).toMatchObject([{ about: { kind: 'backup', last_at: null } }]);
});

test('a disk is told at 90 %, by the fullest of all instances, and is over below 85', async () => {
  const scene = await start();
  await look(scene);
  const fill = (percent: number) =>
    scene.app.pool.query(
      `INSERT INTO instances (id, host, version, started_at, report)
       VALUES ('00000000-0000-4000-8000-000000000001', 'twin-2', '1', now(), $1)
       ON CONFLICT (id) DO UPDATE SET report = excluded.report`,
      [
        JSON.stringify({
          ...{ providers: [], failing_jobs: [], done_jobs: [], budgets: [] },
          disks: [{ disk: 'data', host: 'twin-2', used_percent: percent, free_bytes: 4e9 }],
        }),
      ],
    );
  await fill(90);
  await lookFor(scene, 3);
  const [told] = await arrived(1);
  expect(told?.subject).toBe('A disk is 90 % full');
  expect(told?.text).toContain('twin-2');
  await fill(86);
  await lookFor(scene, 8);
  expect((await status(scene)).alarms).toHaveLength(1);
  await fill(84);
  await lookFor(scene, 8);
  await arrived(2);
});

describe('the status', () => {
  test('is for admins, and tells of everything once', async () => {
    const scene = await start();
    expect((await scene.ask('/status', { role: null })).status).toBe(401);
    expect((await scene.ask('/status', { role: 'viewer' })).status).toBe(403);
    const told: StatusAnswer = (await scene.ask('/status')).body;
    expect(told).toMatchObject({
      level: 'good',
      database: { level: 'good', embedded: true },
      jobs: { level: 'good', failing: [], late: [] },
      backups: { level: 'idle', last_at: null },
      mail: { level: 'good', configured: true, queued: 0, failed: 0, last: null },
      alarms: [],
    });
    expect(told.providers.map(({ kind, provider, level }) => [kind, provider, level])).toEqual([
      ['chat', 'custom', 'idle'],
      ['voice', 'embedded', 'idle'],
      ['embedding', 'embedded', 'idle'],
    ]);
    expect(told.instances).toHaveLength(1);
  });

  test('names a server by machine and port; one that starts there takes the place of one that was killed', async () => {
    const scene = await start();
    const [own] = (await status(scene)).instances;
    expect(own?.host).toBe(`${hostname()}:${new URL(scene.app.url).port}`);
    await scene.app.pool.query(
      `INSERT INTO instances (id, host, version, started_at, report) VALUES
         (gen_random_uuid(), $1, '1', '2020-01-01', $2), (gen_random_uuid(), 'other:3001', '1', '2020-01-01', $2)`,
      [own?.host, { providers: [], failing_jobs: [], done_jobs: [], budgets: [], disks: [] }],
    );
    await look(scene);
    expect((await status(scene)).instances.map(({ host }) => host)).toEqual([own?.host, 'other:3001']);
  });

  test('tells of jobs that are late, of mails that failed, and of an instance that has gone silent', async () => {
    const scene = await start();
    const { pool } = scene.app;
    await pool.query(
      `INSERT INTO job_requests (name, key, created_at) VALUES ('left', 'x', now() - interval '1 hour')`,
    );
    await pool.query(
      `INSERT INTO outgoing_mails (key, template, recipient, language, gave_up_at)
       VALUES ('b', 'digest', 'b@example.test', 'en', now())`,
    );
    await pool.query(
      `INSERT INTO instances (id, host, version, started_at, seen_at, report) VALUES
         (gen_random_uuid(), 'silent', '1', now() - interval '2 days', now() - interval '1 hour', '{}'),
         (gen_random_uuid(), 'forgotten', '1', now() - interval '9 days', now() - interval '2 days', '{}')`,
    );
    const told = await status(scene);
    expect(told.jobs.late).toMatchObject([{ job: 'left', purpose: 'other' }]);
    expect(told.mail).toMatchObject({ level: 'warning', failed: 1 });
    expect(told.instances.map(({ host, level }) => [host, level]).slice(1)).toEqual([['silent', 'warning']]);
    expect(told.level).toBe('warning');
  });
});
