import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverEnvironment } from '../../../../scripts/server-command.mjs';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import type { KilledImport } from '../../../testing/killed-import.ts';
import { SAMPLE_TWIN_DIR, SHIPPED_TWIN_DIRS } from '../../../testing/sample-twin.ts';
import { COMMAND_IMPORTER } from '../../settings/twin-import.ts';
import { addEdit, newestEdits, overlayOf } from '../edit-store.ts';
import { LiveTwin } from '../live-twin.ts';
import { loadTwin } from '../load-twin.ts';
import { finishTwinImport } from './import-twin.ts';
import { completeSwap } from './swap-folder.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../../testing/killed-import.ts');
const from = SHIPPED_TWIN_DIRS[1] as string;
const execute = promisify(execFile);

let parent: string;
let database: TestDatabase;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'understudy-killed-'));
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(parent, { recursive: true, force: true });
});

/** Starts on a folder as the server does. */
async function started(dir: string): Promise<LiveTwin> {
  await completeSwap(dir);
  const finishImport = () => finishTwinImport(database.pool, dir, COMMAND_IMPORTER);
  const live = new LiveTwin({ dir, twin: await loadTwin(dir), pool: database.pool, finishImport });
  await live.refresh();
  return live;
}

test.each([
  ['complete', 'old'],
  ['put aside', 'old'],
  ['put in place', 'new'],
  ['save', 'new'],
  ['commit', 'new'],
  ['tidy up', 'new'],
])(
  'an import that is killed before the step "%s" leaves the %s twin, whole',
  async (step, whole) => {
    await database.pool.query('TRUNCATE twin_texts, audit_log');
    const dir = path.join(parent, step, 'twin');
    await cp(SAMPLE_TWIN_DIR, dir, { recursive: true });
    const text = '---\ntopic: Ferry\ntags: [ferry]\n---\n## The ferry {#ferry}\nAsks: when does it leave\n\nAt dawn.\n';
    const ferry = { file: 'knowledge/ferry.md', version: 1, text, removed: false, saved_by: 'me', folder_hash: null };
    await addEdit(database.pool, ferry);
    // A server that runs meanwhile sees one or the other as well.
    const running = await started(dir);

    const about: KilledImport = { url: database.url, dir, from, step };
    const killed = execute(process.execPath, [PROGRAM, JSON.stringify(about)], { env: serverEnvironment(process.env) });
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });

    for (const live of [await started(dir), running]) {
      await live.refresh();
      expect(live.problem).toBeNull();
      expect(live.twin().persona.name).toBe(whole === 'old' ? 'Orla Venstrom' : 'Mathilde Corvasier');
      expect(live.twin().knowledge.some(({ id }) => id === 'ferry')).toBe(whole === 'old');
    }
    const edits = [...overlayOf(await newestEdits(database.pool)).values()].filter((one) => one !== null);
    expect(edits).toEqual(whole === 'old' ? [text] : []);
    const { rows } = await database.pool.query("SELECT 1 FROM audit_log WHERE action = 'twin_imported'");
    expect(rows).toHaveLength(whole === 'old' ? 0 : 1);
    expect(await readdir(dir)).not.toContain('.import.json');
  },
  120_000,
);
