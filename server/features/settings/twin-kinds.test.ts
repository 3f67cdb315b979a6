import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TwinText } from '@understudy/contract/twin-texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';

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

const REPLIES = 'replies/replies.yaml';
const inFolder = (file: string) => readFile(path.join(twinDir, file), 'utf8');
const get = (file: string) => scene.ask(`/twin/${file}`);
const put = (file: string, text: string, version = 0) =>
  scene.ask(`/twin/${file}`, { method: 'PUT', body: JSON.stringify({ text, version }) });
const remove = (file: string, version: number) => scene.ask(`/twin/${file}?version=${version}`, { method: 'DELETE' });
const restore = (file: string, version: number) =>
  scene.ask('/twin/restore', { method: 'POST', body: JSON.stringify({ file, version }) });
const item = async (file: string): Promise<TwinText | undefined> =>
  (await scene.ask('/twin')).body.items.find((text: TwinText) => text.file === file);
const heard = async (user_message: string) =>
  (await scene.app.call('agent_reply', { ...(await scene.app.session()), user_message })).body.text;

test('voices and models are edited, and the running server follows them', async () => {
  const voices = await inFolder('voices.yaml');
  expect((await put('voices.yaml', voices.replace('pitch: 42', 'pitch: 43'))).body).toMatchObject({
    kind: 'voices',
    version: 1,
  });
  expect(scene.app.parts.twin().voices.find(({ id }) => id === 'af_heart')?.embedded.pitch).toBe(43);
  const models = await inFolder('models.yaml');
  const renamed = models.replace('name: Embedded', 'name: The quick one');
  expect((await put('models.yaml', renamed)).body).toMatchObject({ kind: 'models', version: 1 });
  const config = await (await fetch(`${scene.app.url}/api/config`)).json();
  expect(JSON.stringify(config)).toContain('The quick one');
  const refused = await put('models.yaml', renamed.replace(/^default: .*$/m, 'default: none'), 1);
  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('models.yaml:5: the default') },
  });
  for (const file of ['voices.yaml', 'models.yaml']) expect((await restore(file, 0)).body.edited_at).toBeNull();
});

test('replies are added where the folder has none, heard, removed and put back', async () => {
  const { body } = await scene.ask('/twin/moves');
  expect(body.items).toContainEqual({ move: 'thanks', slot: 'acknowledge', lines: expect.any(Array) });
  expect((await get(REPLIES)).status).toBe(404);
  expect((await put(REPLIES, 'no_such_move: [Hello.]\n')).body.error).toContain(`${REPLIES}:1: there is no move`);
  expect((await put(REPLIES, 'bye: [With marzipan on top.]\n')).body).toMatchObject({ kind: 'replies', version: 1 });
  expect(await heard('Goodbye!')).toContain('marzipan');
  expect((await remove(REPLIES, 1)).body).toMatchObject({ removed: true, version: 2 });
  expect(await heard('Goodbye!')).not.toContain('marzipan');
  expect((await restore(REPLIES, 1)).body).toMatchObject({ removed: false, version: 3 });
  expect(await heard('Goodbye!')).toContain('marzipan');
});

test('sample exchanges are added, removed and put back', async () => {
  const file = 'demos/second.txt';
  const text = 'Human: What do you do?\n\n{name}: I help companies.\n';
  expect((await put(file, text)).body).toMatchObject({ kind: 'demo', version: 1 });
  expect(scene.app.parts.twin().demos.map((demo) => demo.file)).toContain('demos/second.txt');
  expect((await remove(file, 1)).body).toMatchObject({ removed: true });
  expect(scene.app.parts.twin().demos.map((demo) => demo.file)).not.toContain('demos/second.txt');
  expect(await item(file)).toMatchObject({ removed: true });
  const shipped = 'demos/essential-demos.txt';
  expect((await remove(shipped, 0)).body).toMatchObject({ removed: true, version: 1 });
  expect((await fetch(`${scene.app.url}/api/config`)).status).toBe(200);
  expect((await restore(shipped, 0)).body).toMatchObject({ removed: false, text: await inFolder(shipped) });
});

test('a rename puts placeholders into replies and what is read of models, never into voices or ids', async () => {
  const { version } = (await get(REPLIES)).body;
  await put(REPLIES, 'thanks: [Orla says you are welcome.]\n', version);
  const models = (await inFolder('models.yaml')).replace('id: qwen/qwen3-32b', 'id: Orla/tuned');
  const described = models.replace('Compact and precise', 'Trained on what Orla wrote');
  await put('models.yaml', described, (await get('models.yaml')).body.version);
  const voices = (await inFolder('voices.yaml')).replace('Warm and calm', 'Orla herself');
  await put('voices.yaml', voices, (await get('voices.yaml')).body.version);
  const { body } = await scene.ask('/twin/rename/preview', {
    method: 'POST',
    body: JSON.stringify({ name: 'Nadia El-Amin', first_name: 'Nadia' }),
  });
  const after = new Map(body.texts.map((text: { file: string; after: string }) => [text.file, text.after]));
  expect(after.get(REPLIES)).toBe("thanks: ['{first_name} says you are welcome.']\n");
  expect(after.get('models.yaml')).toContain('Trained on what {first_name} wrote');
  expect(after.get('models.yaml')).toContain('id: Orla/tuned');
  expect(after.has('voices.yaml')).toBe(false);
  expect(body.left).toContainEqual(expect.objectContaining({ file: 'voices.yaml', text: 'name: Orla herself' }));
  expect(body.problem).toBeNull();
});
