import { emptyBody } from '../../settings-calls.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Settings', access: 'admin' } as const;

const run = { problem: null, rows: 40_317, host: 'twin-1', name: 'understudy-2026-11-26T03-00-12Z-daily.backup' };
const backups = {
  folder: '/srv/understudy/data.backups',
  kept: 7,
  days: 35,
  encrypted: true,
  running: null,
  last: { ...run, at: '2026-11-26T03:00:14.000Z', took_ms: 1_860 },
  last_test: { ...run, at: '2026-11-23T03:00:21.000Z', took_ms: 4_920 },
  items: [
    { name: run.name, kind: 'daily' as const, made_at: '2026-11-26T03:00:12.000Z', bytes: 1_122_516, encrypted: true },
  ],
};

export const backupOperations = {
  read_backups: {
    ...base,
    method: 'get',
    path: '/api/admin/backups',
    summary: 'List backups',
    about:
      'The backups in the folder of the instance that answers, newest first, and how the latest backup and restore ' +
      'test went, on whichever instance. Files cannot be downloaded.',
    answer: backups,
  },
  make_backup: {
    ...base,
    method: 'post',
    path: '/api/admin/backups',
    summary: 'Make a backup',
    about: 'Begins a backup and does not wait for it: `running` and then `last` say how it goes.',
    body: emptyBody,
    errors: ['conflict'],
    send: {},
    answer: { ...backups, running: 'backup' as const },
  },
  test_restore: {
    ...base,
    method: 'post',
    path: '/api/admin/backups/test',
    summary: 'Test a restore',
    about:
      'Begins to restore the newest backup into a database that is thrown away, and does not wait for it: `running` ' +
      'and then `last_test` say how it goes.',
    body: emptyBody,
    errors: ['conflict'],
    send: {},
    answer: { ...backups, running: 'test' as const },
  },
  read_status: {
    ...base,
    method: 'get',
    path: '/api/admin/status',
    summary: 'Read the status',
    about:
      'Whether all is well, over all instances: database, disks, providers, budgets, background jobs, backups, mail, ' +
      'and what owners were told by mail and is not over.',
    answer: {
      checked_at: '2026-11-26T09:30:00.000Z',
      level: 'warning' as const,
      database: { level: 'good' as const, embedded: true, took_ms: 3 },
      disks: [
        { level: 'good' as const, disk: 'data' as const, host: 'twin-1', used_percent: 41, free_bytes: 58_200_000_000 },
      ],
      providers: [
        {
          ...{ level: 'warning' as const, kind: 'chat' as const, provider: 'groq', host: 'api.groq.com' },
          ...{ reason: 'timeout' as const, failed_at: '2026-11-26T09:29:12.000Z' },
          ...{ succeeded_at: '2026-11-26T09:28:40.000Z', failures_in_a_row: 1 },
          failing_since: '2026-11-26T09:29:12.000Z',
        },
      ],
      budgets: [{ level: 'good' as const, budget: 'site_tokens' as const, used: 1_204_300, limit: 20_000_000 }],
      jobs: { level: 'good' as const, failing: [], late: [] },
      backups: {
        ...{ level: 'good' as const, daily: true, last_at: '2026-11-26T03:00:12.000Z', failed: false },
        ...{ tested_at: '2026-11-23T03:00:21.000Z', test_failed: false },
      },
      mail: {
        ...{ level: 'good' as const, configured: true, queued: 0, failed: 0 },
        last: { at: '2026-11-26T08:00:02.000Z', ok: true },
      },
      instances: [
        {
          ...{ level: 'good' as const, host: 'twin-1', version: '0.9.0', started_at: '2026-11-24T18:02:11.000Z' },
          seen_at: '2026-11-26T09:30:00.000Z',
        },
      ],
      alarms: [],
    },
  },
} satisfies Operations;
