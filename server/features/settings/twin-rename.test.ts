import { appendFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TwinRenamePreview, TwinTextDetail } from '@understudy/contract/twin-texts';
import type { PublicConfig } from '@understudy/contract/wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';

const NADIA = { name: 'Nadia El-Amin', first_name: 'Nadia', email: 'nadia@elamin.example' };
const DEMO = 'demos/essential-demos.txt';

let twinDir: string;
let database: TestDatabase;
let scene: OwnerScene;
beforeEach(async () => {
  twinDir = await copySampleTwin();
  database = await testDatabase();
  scene = await ownerScene({}, { twinDir, database });
});
afterEach(async () => {
  await scene.app.close();
  await database.close();
  await rm(twinDir, { recursive: true, force: true });
});

const post = (path: string, body: unknown, role: 'viewer' | 'admin' = 'admin') =>
  scene.ask(`/twin/${path}`, { method: 'POST', body: JSON.stringify(body), role });
const put = (file: string, body: unknown) => scene.ask(`/twin/${file}`, { method: 'PUT', body: JSON.stringify(body) });
const read = async (file: string): Promise<TwinTextDetail> => (await scene.ask(`/twin/${file}`)).body;
const edit = async (file: string, change: (text: string) => string) => {
  const { text, version } = await read(file);
  const changed = change(text);
  expect(changed).not.toBe(text);
  expect(await put(file, { text: changed, version })).toMatchObject({ status: 200 });
};
const preview = async (to: object): Promise<TwinRenamePreview> => {
  const { status, body } = await post('rename/preview', to);
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body;
};
const versionsOf = ({ texts }: TwinRenamePreview) =>
  Object.fromEntries(texts.map(({ file, version }) => [file, version]));
const rename = async (to: object) => post('rename', { ...to, versions: versionsOf(await preview(to)) });
const config = async () => (await fetch(`${scene.app.url}/api/config`)).json() as Promise<PublicConfig>;
const demos = async () => (await fetch(`${scene.app.url}/demos/essential-demos.txt`)).text();
/** Everything that the twin says about itself, on pages and in answers. */
async function everywhere(): Promise<string> {
  const said: string[] = [JSON.stringify(await config()), await demos()];
  const session = await scene.app.session();
  for (const user_message of ['Who are you?', 'What does it cost?', 'Are you an AI?', 'How do we start?'])
    said.push((await scene.app.call('agent_reply', { ...session, user_message })).body.text);
  return said.join('\n');
}

describe('a rename', () => {
  test('is previewed, saved as a whole, spoken at once, and undone by one call', async () => {
    await edit(DEMO, (text) => text.replace('{name}:', 'Orla Venstrom:'));
    await edit('knowledge/prices.md', (text) =>
      text
        .replace('## What it costs', '## What Orla costs')
        .replace(/Asks: /, 'Asks: what does Orla Venstrom charge; '),
    );
    await edit('modes/core.yaml', (text) =>
      text
        .replace(/^name: .*$/m, 'name: Orla')
        .replace(/^description: .*$/m, "description: Orla's own voice, Ms Venstrom's even."),
    );
    await scene.ask('/settings', {
      method: 'PUT',
      body: JSON.stringify({
        group: 'offers',
        version: 0,
        value: { book_call: 'Call Orla', leave_email: 'Write', get_summary: 'Sum up', invitation: 'Shall Orla call?' },
      }),
    });
    const before = await everywhere();
    expect(before).toContain('Orla Venstrom');

    const shown = await preview(NADIA);
    expect(shown.problem).toBeNull();
    expect(shown.texts.map(({ file }) => file)).toEqual([
      DEMO,
      'knowledge/prices.md',
      'modes/core.yaml',
      'persona.yaml',
    ]);
    const after = (file: string) => shown.texts.find((text) => text.file === file)?.after;
    expect(after(DEMO)).toMatch(/^\{name\}: /m);
    expect(after('knowledge/prices.md')).toContain('## What {first_name} costs {#prices}');
    expect(after('knowledge/prices.md')).toContain('what does {name} charge');
    expect(after('modes/core.yaml')).toContain("\nname: '{first_name}'\n");
    expect(after('modes/core.yaml')).toContain("\ndescription: '{first_name}''s own voice, Ms {last_name}''s even.'\n");
    expect(after('persona.yaml')).toMatch(/^name: Nadia El-Amin\nfirst_name: Nadia$/m);
    expect(after('persona.yaml')).toContain('email: nadia@elamin.example');
    expect(shown.offers).toEqual([
      { before: 'Call Orla', after: 'Call {first_name}' },
      { before: 'Shall Orla call?', after: 'Shall {first_name} call?' },
    ]);
    // Nothing was stored.
    expect(await everywhere()).toContain('Orla Venstrom');

    const { status, body } = await post('rename', { ...NADIA, versions: versionsOf(shown) });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    const now = await everywhere();
    expect(now).toContain('Nadia El-Amin');
    expect(now).toContain('Call Nadia');
    expect(now).toContain("Nadia's own voice, Ms El-Amin's even.");
    expect(now).not.toMatch(/orla|\{\w*name\}/i);
    expect(await demos()).toMatch(/^Nadia El-Amin: /m);

    const { history } = await read('persona.yaml');
    expect(history[0]?.with).toEqual([DEMO, 'knowledge/prices.md', 'modes/core.yaml']);
    const undone = await post('undo', { file: DEMO, version: 2 });
    expect(undone.body).toMatchObject({ saved: { length: 4 } });
    const back = await everywhere();
    expect(back).toContain('Orla Venstrom');
    expect(back).toContain('Call Orla');
    expect(back).not.toContain('Nadia');
    expect(await read('persona.yaml')).toMatchObject({
      text: await readFile(path.join(twinDir, 'persona.yaml'), 'utf8'),
    });
    const { rows } = await database.pool.query(
      `SELECT action, detail -> 'to' ->> 'name' AS name FROM audit_log
       WHERE action IN ('twin_renamed', 'twin_texts_undone') ORDER BY id`,
    );
    expect(rows).toEqual([
      { action: 'twin_renamed', name: 'Nadia El-Amin' },
      { action: 'twin_texts_undone', name: null },
    ]);
  });

  test('of the sample changes its persona alone: the other texts follow it', async () => {
    const shown = await preview(NADIA);
    expect(shown.texts.map(({ file }) => file)).toEqual(['persona.yaml']);
    expect(shown.left).toEqual([]);
    expect((await rename(NADIA)).status).toBe(200);
    expect(await everywhere()).not.toMatch(/orla|venstrom/i);
  });

  test('gives the consent another version, and each name its own', async () => {
    const version = async () => (await config()).consent?.version;
    const first = await version();
    await rename(NADIA);
    const second = await version();
    expect((await config()).consent?.text).toContain('Nadia');
    const { version: newest } = await read('persona.yaml');
    await post('undo', { file: 'persona.yaml', version: newest });
    expect(await version()).toBe(first);
    await rename({ ...NADIA, name: 'Petra Kvist', first_name: 'Petra' });
    expect(new Set([first, second, await version()]).size).toBe(3);
  });

  test('leaves addresses alone, and tells what it left', async () => {
    await edit('knowledge/prices.md', (text) =>
      text.replace(
        /(\{#prices\}.*?\n\n)/s,
        '$1Write to Orla.x@y.example or www.orla.example/Orla, says ORLA, not Orlando. Orla-led; Orla’s.\n\n',
      ),
    );
    await appendFile(path.join(twinDir, 'voices.yaml'), '# Chosen by Orla.\n');
    await appendFile(path.join(twinDir, 'outfits.yaml'), 'coat: what Venstrom wears\n');
    const { name, first_name } = NADIA;
    const shown = await preview({ name, first_name });
    expect(shown.texts.find(({ file }) => file === 'knowledge/prices.md')?.after).toContain(
      'Write to Orla.x@y.example or www.orla.example/Orla, says ORLA, not Orlando. {first_name}-led; {first_name}’s.',
    );
    expect(shown.left.map(({ file }) => file)).toEqual([
      'knowledge/prices.md',
      'persona.yaml',
      'voices.yaml',
      'outfits.yaml',
    ]);
    expect(shown.left[1]?.text).toBe('email: orla@venstrom.example');
  });

  test('is refused where an offer would become too long', async () => {
    const offers = (await scene.ask('/settings')).body.offers.usual;
    const body = JSON.stringify({
      group: 'offers',
      version: 0,
      value: { ...offers, book_call: `Orla ${'x'.repeat(35)}` },
    });
    expect((await scene.ask('/settings', { method: 'PUT', body })).status).toBe(200);
    const shown = await preview(NADIA);
    expect(shown.problem).toMatch(/too long/);
    expect((await post('rename', { ...NADIA, versions: versionsOf(shown) })).body.error).toBe(shown.problem);
    expect((await config()).consultant.name).toBe('Orla Venstrom');
  });

  test('is refused where the texts are others than those that were shown, and without the role', async () => {
    const shown = await preview(NADIA);
    await edit('persona.yaml', (text) => text.replace('Adviser to growing companies', 'Adviser'));
    const stale = await post('rename', { ...NADIA, versions: versionsOf(shown) });
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await config()).consultant.name).toBe('Orla Venstrom');
    for (const call of ['rename', 'rename/preview', 'undo', 'save'])
      expect((await post(call, NADIA, 'viewer')).status).toBe(403);
  });

  test.each([
    ['', 'Nadia'],
    ['Nadia: the best', 'Nadia'],
    ['Nadia\nEl-Amin', 'Nadia'],
    ['{name}', 'Nadia'],
    ['Nadia', ' '],
    ['n'.repeat(81), 'N'],
  ])('to %j is refused', async (name, first_name) => {
    expect((await post('rename/preview', { name, first_name })).status).toBe(400);
  });

  test.each([
    ["Séan O'Neill", 'Séan'],
    ['Yes', 'Yes'],
    ['Dr. Ngozi A. Obi', 'Ngozi'],
    ['- dash', '2024'],
    ['$& $1', "$'"],
  ])('to %s is spoken as it is written', async (name, first_name) => {
    const { status, body } = await rename({ name, first_name });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect((await config()).consultant).toMatchObject({ name, first_name });
  });

  test('of a broken persona is told with its line', async () => {
    await appendFile(path.join(twinDir, 'persona.yaml'), '\nunknown: 1\n');
    expect((await post('rename/preview', NADIA)).body.error).toMatch(/^persona\.yaml:\d+: unknown key/);
  });
});

describe('texts that only fit together', () => {
  test('are saved together, all or none, where each alone is refused', async () => {
    const persona = (await read('persona.yaml')).text
      .replace(/^name: .*$/m, 'name: Nadia')
      .replace("version: '3'", "version: '4'");
    const demo = 'Human: And?\n\nNadia: Yes.\n';
    expect((await put(DEMO, { text: demo, version: 0 })).status).toBe(400);
    const texts = [
      { file: DEMO, text: demo, version: 0 },
      { file: 'persona.yaml', text: persona, version: 0 },
    ];
    const stale = await post('save', { texts: texts.map((one) => ({ ...one, version: one.file === DEMO ? 3 : 0 })) });
    expect(stale.status).toBe(409);
    expect((await read('persona.yaml')).version).toBe(0);
    expect((await post('save', { texts })).body).toEqual({
      saved: [
        { file: DEMO, version: 1 },
        { file: 'persona.yaml', version: 1 },
      ],
    });
    expect((await demos()).startsWith(demo)).toBe(true);
    const { body } = await put(DEMO, { text: demo.replace('Yes', 'No'), version: 1 });
    expect(body).toMatchObject({ version: 2 });
    // One of the texts was changed since, so neither is undone.
    expect((await post('undo', { file: 'persona.yaml', version: 1 })).status).toBe(409);
    expect(await demos()).toContain('No.');
    expect((await post('undo', { file: 'persona.yaml', version: 9 })).status).toBe(404);
  });
});
