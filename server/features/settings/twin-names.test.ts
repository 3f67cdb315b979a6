import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { parking } from '../../testing/parking.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';
import { temporaryFolder } from '../../testing/spawned-writer.ts';

let twinDir: string;
let scene: OwnerScene;
beforeAll(async () => {
  twinDir = await copySampleTwin();
  scene = await ownerScene({}, { twinDir });
});
afterAll(async () => {
  await scene.app.close();
  await rm(twinDir, { recursive: true, force: true });
});

const get = (file: string) => scene.ask(`/twin/${file}`);
const put = (file: string, body: unknown) => scene.ask(`/twin/${file}`, { method: 'PUT', body: JSON.stringify(body) });
const remove = (file: string, version: number) => scene.ask(`/twin/${file}?version=${version}`, { method: 'DELETE' });
const post = (path: string, body: unknown) =>
  scene.ask(`/twin/${path}`, { method: 'POST', body: JSON.stringify(body) });

describe('names', () => {
  test.each([
    '../package.json',
    '..%2f..%2fpackage.json',
    'knowledge/..%2f..%2fpackage.json',
    'knowledge%2f..%2f..%2fetc%2fpasswd.md',
    '%2fetc%2fpasswd',
    'knowledge/a%00.md',
    'knowledge/a/b.md',
    'knowledge/.hidden.md',
    'knowledge/A b.md',
    'knowledge/no-such.md',
    'knowledge/..%5c..%5cx.md',
    'outfits.yaml',
    'replies/mine.yaml',
    'demos/A b.txt',
    'demos/a/b.txt',
    'portrait.svg',
    'modes/new.yaml',
    '__proto__',
    'knowledge/%E2%80%AEdm.md',
  ])('%s opens nothing', async (name) => {
    expect((await get(name)).status).toBe(404);
    const isNew = name === 'knowledge/no-such.md';
    if (!isNew) expect((await put(name, { text: parking('Nowhere.'), version: 0 })).status).toBe(404);
    expect((await remove(name, 0)).status).toBe(404);
    expect((await post('restore', { file: decodeURIComponent(name), version: 0 })).status).toBe(404);
    const preview = await post('preview', { texts: [{ file: decodeURIComponent(name), text: 'x' }] });
    expect(preview.status).toBe(isNew ? 200 : 404);
  });

  test('that lead out of the folder by a link are not followed', async () => {
    const outside = path.join(await temporaryFolder(), 'secret.md');
    await writeFile(outside, parking('The secret is marzipan.'));
    await symlink(outside, path.join(twinDir, 'knowledge/linked.md'));
    const { body } = await get('knowledge/linked.md');
    expect(body).toMatchObject({ text: '', folder_text: null });
    await rm(path.join(twinDir, 'knowledge/linked.md'));
  });

  test.each(['persona.yaml', 'modes/mentor.yaml', 'voices.yaml', 'models.yaml'])(
    'of what the twin needs are not removed: %s',
    async (file) => {
      const { status, body } = await remove(file, 0);
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error:
          `The twin cannot do without ${file}: ` +
          'only knowledge, replies, sample exchanges and the show can be removed.',
      });
    },
  );
});
