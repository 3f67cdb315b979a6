import { renameSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { type OwnerScene, ownerScene } from '../../../testing/owner-scene.ts';
import { PARKING, parking } from '../../../testing/parking.ts';
import { SAMPLE_TWIN_DIR, SHIPPED_TWIN_DIRS } from '../../../testing/sample-twin.ts';
import { COMMAND_IMPORTER } from '../../settings/twin-import.ts';
import { addEdit, editOf, newestEdits, overlayOf } from '../edit-store.ts';
import { readPicture, withPictures } from '../pictures.ts';
import { folderFiles, overlaidFiles } from '../twin-files.ts';
import { finishTwinImport, type ImportPlan, importTwin } from './import-twin.ts';
import { memoryFiles, type TwinContents } from './memory-files.ts';
import { gatherTwin } from './write-archive.ts';

const OTHER = SHIPPED_TWIN_DIRS[1] as string;

let parent: string;
let dir: string;
let database: TestDatabase;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'understudy-import-'));
  dir = path.join(parent, 'twin');
  await cp(SAMPLE_TWIN_DIR, dir, { recursive: true });
  database = await testDatabase();
});
afterEach(async () => {
  await database.close();
  await rm(parent, { recursive: true, force: true });
});

const inFolder = (file: string) => readFile(path.join(dir, file), 'utf8');
const sample = (file: string) => readFile(path.join(SAMPLE_TWIN_DIR, file), 'utf8');
const edit = (file: string, text: string | null, removed = false) =>
  addEdit(database.pool, { file, version: 1, text, removed, saved_by: 'me@example.test', folder_hash: null });
const contentsOf = async (folder: string) => (await gatherTwin(folderFiles(folder))).contents;
const overlay = async () => overlayOf(await newestEdits(database.pool));
/** What visitors meet. */
const met = async () =>
  texts((await gatherTwin(overlaidFiles(withPictures(folderFiles(dir), database.pool), await overlay()))).contents);
const texts = (contents: TwinContents) =>
  Object.fromEntries([...contents].map(([file, bytes]) => [file, Buffer.from(bytes).toString()]));
const run = async (contents: TwinContents, plans: ImportPlan[] = []) => {
  const confirm = (plan: ImportPlan) => plans.push(plan) > 0;
  return importTwin({ pool: database.pool, dir, contents, importer: COMMAND_IMPORTER, confirm });
};
const audited = async () =>
  (await database.pool.query("SELECT actor, detail FROM audit_log WHERE action = 'twin_imported'")).rows;
const withText = (contents: TwinContents, file: string, change: (text: string) => string): TwinContents =>
  new Map([...contents, [file, new TextEncoder().encode(change(texts(contents)[file] ?? ''))]]);

describe('an imported twin', () => {
  test('is the one that was exported: edits are in its files, and none lie over them', async () => {
    const tagline = (await sample('persona.yaml')).replace(/^tagline:.*$/m, 'tagline: Edited for {first_name}.');
    await edit('persona.yaml', tagline);
    await edit(PARKING, parking('At the harbour.'));
    await edit('knowledge/prices.md', null, true);
    const exported = await met();
    expect(exported['persona.yaml']).toBe(tagline);
    expect(exported['knowledge/prices.md']).toBeUndefined();
    const { contents } = await gatherTwin(overlaidFiles(folderFiles(dir), await overlay()));

    await run(await contentsOf(OTHER));
    expect(await met()).toEqual({ ...texts(await contentsOf(OTHER)), 'README.md': await sample('README.md') });
    expect([...(await overlay()).values()].filter((text) => text !== null)).toEqual([]);

    await run(contents);
    expect(await met()).toEqual(exported);
    expect(await inFolder('persona.yaml')).toBe(tagline);
    expect(await inFolder(PARKING)).toContain('At the harbour.');
    expect(await readdir(parent)).toEqual(['twin', expect.stringContaining('twin.before-'), expect.any(String)]);
  });

  test('tells what it changes, and is audited once', async () => {
    await edit('modes/mentor.yaml', await sample('modes/mentor.yaml'));
    const plans: ImportPlan[] = [];
    await run(await contentsOf(OTHER), plans);
    expect(plans[0]).toMatchObject({ from: 'Orla Venstrom', edited: ['modes/mentor.yaml'], consentVersion: null });
    const changes = new Map(plans[0]?.files.map(({ file, change }) => [file, change]));
    expect(changes.get('knowledge/business.md')).toBe('new');
    expect(changes.get('knowledge/scope.md')).toBe('removed');
    expect(changes.get('portrait.svg')).toBe('changed');
    expect(changes.get('models.yaml')).toBeUndefined();
    expect(await audited()).toEqual([
      {
        actor: 'command line',
        detail: expect.objectContaining({ name: 'Mathilde Corvasier', before: plans[0]?.before }),
      },
    ]);
    await finishTwinImport(database.pool, dir, COMMAND_IMPORTER);
    expect(await audited()).toHaveLength(1);
  });

  test('leaves what is not the twin’s: a repository, notes, the README; and the old folder as it was', async () => {
    await mkdir(path.join(dir, '.git'));
    await writeFile(path.join(dir, '.git/HEAD'), 'ref');
    await writeFile(path.join(dir, 'modes/notes.txt'), 'mine');
    await symlink('/etc/hostname', path.join(dir, 'link'));
    const plans: ImportPlan[] = [];
    await run(await contentsOf(OTHER), plans);
    expect(await readdir(dir)).toEqual(expect.arrayContaining(['.git', 'README.md', 'link']));
    expect(await inFolder('modes/notes.txt')).toBe('mine');
    expect(await inFolder('.git/HEAD')).toBe('ref');
    const old = path.join(parent, plans[0]?.before ?? '');
    expect(await contentsOf(old)).toEqual(await contentsOf(SAMPLE_TWIN_DIR));
  });

  test('gets a free version of its consent sentence where its own stands for another', async () => {
    const own = await contentsOf(OTHER);
    const contents = withText(own, 'persona.yaml', (text) => text.replace(/version: '\d'/, "version: '3'"));
    const plans: ImportPlan[] = [];
    await run(contents, plans);
    expect(plans[0]?.consentVersion).toBe('4');
    expect(await inFolder('persona.yaml')).toBe(texts(own)['persona.yaml']?.replace(/version: '\d'/, 'version: "4"'));
    // The old folder's sentence stays known, although nobody ever edited it.
    await run(contents, plans);
    expect(plans[1]?.consentVersion).toBe('4');
    expect(plans[1]?.files).toEqual([]);
  });

  test('keeps a portrait that it takes away for the version before, and leaves one that it has', async () => {
    const own = await contentsOf(SAMPLE_TWIN_DIR);
    const before = async () => (await editOf(database.pool, 'persona.yaml', 1))?.text;
    await run(withText(own, 'persona.yaml', (text) => text.replace(/^tagline:.*$/m, 'tagline: Another.')));
    expect(await before()).toBe(await sample('persona.yaml'));

    await database.pool.query('TRUNCATE twin_texts');
    await writeFile(path.join(dir, 'me.JPG'), 'a photo');
    const persona = (await sample('persona.yaml')).replace(/^portrait: .*$/m, 'portrait: me.JPG # in June');
    await writeFile(path.join(dir, 'persona.yaml'), persona);
    await run(own);
    const file = /portrait-\w+\.jpg/.exec((await before()) ?? '')?.[0] ?? '';
    expect(await before()).toBe(persona.replace('me.JPG', file));
    expect(await readPicture(database.pool, file)).toMatchObject({
      mediaType: 'image/jpeg',
      bytes: Buffer.from('a photo'),
    });
  });

  test('comes into the folder that a link leads to, and where there is no folder yet', async () => {
    const real = path.join(parent, 'real');
    await cp(SAMPLE_TWIN_DIR, real, { recursive: true });
    dir = path.join(parent, 'link');
    await symlink(real, dir);
    await run(await contentsOf(OTHER));
    expect(await readFile(path.join(real, 'persona.yaml'), 'utf8')).toContain('Mathilde');
    dir = path.join(parent, 'new');
    const plans: ImportPlan[] = [];
    await run(await contentsOf(OTHER), plans);
    expect(plans[0]).toMatchObject({ from: null, before: null });
    expect(await inFolder('persona.yaml')).toContain('Mathilde');
  });

  test('goes on where a server that starts meanwhile takes the last step', async () => {
    const onStep = (step: string) => {
      if (step === 'put in place') renameSync(`${dir}.imported`, dir);
    };
    const about = { pool: database.pool, dir, contents: await contentsOf(OTHER), importer: COMMAND_IMPORTER };
    expect(await importTwin({ ...about, confirm: () => true, onStep })).toBe(true);
    expect((await met())['persona.yaml']).toContain('Mathilde');
    expect(await audited()).toHaveLength(1);
  });

  test('that nobody confirms, or that cannot be put in place, changes nothing', async () => {
    await edit('modes/mentor.yaml', await sample('modes/mentor.yaml'));
    const before = { met: await met(), edits: await newestEdits(database.pool) };
    const about = { pool: database.pool, dir, contents: await contentsOf(OTHER), importer: COMMAND_IMPORTER };
    expect(await importTwin({ ...about, confirm: () => false })).toBe(false);
    for (const failing of ['complete', 'put aside', 'put in place']) {
      const onStep = (step: string) => {
        if (step === failing) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
      };
      await expect(importTwin({ ...about, confirm: () => true, onStep })).rejects.toThrow(
        /cannot be replaced \(EBUSY\)\. It is mounted there.* Nothing was changed\.$/,
      );
    }
    expect({ met: await met(), edits: await newestEdits(database.pool) }).toEqual(before);
    expect(await readdir(parent)).toEqual(['twin']);
    expect(await audited()).toEqual([]);
  });
});

describe('on the owner’s side', () => {
  let scene: OwnerScene;
  afterEach(() => scene.app.close());

  test('each text has the import in its history, and one undo brings all texts back, with the portrait', async () => {
    scene = await ownerScene({}, { twinDir: dir, database });
    await edit('persona.yaml', (await sample('persona.yaml')).replace(/^tagline:.*$/m, 'tagline: Edited.'));
    await edit(PARKING, parking('At the harbour.'));
    const { 'portrait.svg': picture, 'persona.yaml': persona, ...before } = await met();
    expect(Buffer.from(scene.app.parts.twin().portrait.bytes).toString()).toBe(picture);
    await run(await contentsOf(OTHER));
    await scene.app.parts.live.refresh();
    expect(scene.app.parts.twin().persona.name).toBe('Mathilde Corvasier');

    const { body } = await scene.ask('/twin/persona.yaml');
    expect(body.history[0]).toMatchObject({ version: 3, by: 'command line', text: null });
    expect(body.history[0].with).toEqual(expect.arrayContaining([PARKING, 'knowledge/scope.md', 'modes/core.yaml']));
    const undone = await scene.ask('/twin/undo', {
      method: 'POST',
      body: JSON.stringify({ file: 'persona.yaml', version: 3 }),
    });
    expect(undone).toMatchObject({ status: 200 });
    const { portrait, persona: now } = scene.app.parts.twin();
    const { [portrait.file ?? '']: shown, 'persona.yaml': named, ...after } = await met();
    expect(after).toEqual(before);
    expect(named).toBe(persona?.replace('portrait: portrait.svg', `portrait: ${portrait.file}`));
    expect(now.tagline).toBe('Edited.');
    expect(portrait).toMatchObject({
      file: expect.stringMatching(/^portrait-[0-9a-f]{16}\.svg$/),
      mediaType: 'image/svg+xml',
    });
    expect(shown).toBe(picture);
    expect((await scene.ask(`/twin/pictures/${portrait.file}`)).status).toBe(404);
  });

  test('a text that was saved after the import began to count is not put aside', async () => {
    scene = await ownerScene({}, { twinDir: dir, database });
    await run(await contentsOf(OTHER));
    const tagline = (await inFolder('persona.yaml')).replace(/^tagline:.*$/m, 'tagline: Newer.');
    const { body } = await scene.ask('/twin/persona.yaml');
    const saved = { text: tagline, version: body.version };
    expect((await scene.ask('/twin/persona.yaml', { method: 'PUT', body: JSON.stringify(saved) })).status).toBe(200);
    await finishTwinImport(database.pool, dir, COMMAND_IMPORTER);
    expect((await overlay()).get('persona.yaml')).toBe(tagline);
    expect(await memoryFiles(await contentsOf(dir)).text('persona.yaml')).not.toBe(tagline);
  });
});
