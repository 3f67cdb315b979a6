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
} satisfies Operations;
