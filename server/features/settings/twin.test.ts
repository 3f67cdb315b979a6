import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TWIN_TEXT_MAX_BYTES } from '@understudy/contract/twin-calls';
import type { TwinText, TwinTextDetail } from '@understudy/contract/twin-texts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { TEST_INTERVALS } from '../../testing/intervals.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { PARKING, parking } from '../../testing/parking.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';
import { temporaryFolder } from '../../testing/spawned-writer.ts';

let twinDir: string;
let database: TestDatabase;
let scene: OwnerScene;
beforeAll(async () => {
  twinDir = await copySampleTwin();
  database = await testDatabase();
  scene = await ownerScene({}, { twinDir, database });
});
afterAll(async () => {
  await scene.app.close();
  await database.close();
  await rm(twinDir, { recursive: true, force: true });
});

const inFolder = (file: string) => readFile(path.join(twinDir, file), 'utf8');
const get = (file: string) => scene.ask(`/twin/${file}`);
const put = (file: string, body: unknown, role: 'admin' | 'owner' = 'admin') =>
  scene.ask(`/twin/${file}`, { method: 'PUT', body: JSON.stringify(body), role });
const remove = (file: string, version: number) => scene.ask(`/twin/${file}?version=${version}`, { method: 'DELETE' });
const post = (path: string, body: unknown) =>
  scene.ask(`/twin/${path}`, { method: 'POST', body: JSON.stringify(body) });
const item = async (file: string): Promise<TwinText | undefined> =>
  (await scene.ask('/twin')).body.items.find((text: TwinText) => text.file === file);
/** Saves over the current version, whatever it is. */
const save = async (file: string, change: (text: string) => string) => {
  const { body } = await get(file);
  return put(file, { text: change(body.text), version: body.version });
};
const heard = async (app = scene.app, user_message = 'Where can I park my car?') =>
  (await app.call('agent_reply', { ...(await app.session()), user_message })).body.text;
const audited = async (file: string) =>
  (
    await database.pool.query("SELECT actor, action, detail FROM audit_log WHERE detail ->> 'file' = $1 ORDER BY id", [
      file,
    ])
  ).rows;

describe('a text of the twin', () => {
  test('is listed by kind and read as the folder has it', async () => {
    const { body } = await scene.ask('/twin');
    expect(body.problem).toBeNull();
    const kinds = body.items.map(({ kind }: TwinText) => kind);
    expect(kinds[0]).toBe('persona');
    expect(kinds.filter((kind: string) => kind === 'mode')).toHaveLength(7);
    expect(new Set(kinds)).toEqual(
      new Set(['persona', 'mode', 'voices', 'models', 'knowledge', 'demo', 'show', 'calendar']),
    );
    const folder_text = await inFolder('modes/mentor.yaml');
    const prices = await item('knowledge/prices.md');
    expect(prices?.passage_ids).toEqual(
      [...(await inFolder('knowledge/prices.md')).matchAll(/\{#(.+)\}/g)].map(([, id]) => id),
    );
    expect(prices?.passage_ids).toContain('prices');
    const detail = {
      text: folder_text,
      folder_text,
      version: 0,
      passage_ids: [],
      edited_at: null,
      folder_changed: false,
      history: [],
    };
    expect((await get('modes/mentor.yaml')).body).toMatchObject(detail);
    expect((await get(encodeURIComponent('modes/mentor.yaml'))).body).toMatchObject(detail);
  });

  test('is changed: the next question hears it, the folder keeps its own', async () => {
    const before = await inFolder('knowledge/prices.md');
    const { body, status } = await save('knowledge/prices.md', (text) =>
      text.replace(/(\{#prices\}.*?\n\n)[^\n]+/s, '$1A day costs forty-two marmalades.'),
    );
    expect({ status, problem: body.error }).toEqual({ status: 200, problem: undefined });
    expect(body).toMatchObject({ version: 1, folder_text: before, folder_changed: false });
    expect(body.edited_by).toMatch(/^admin-/);
    expect(await heard(scene.app, 'What does it cost?')).toContain('forty-two marmalades');
    expect(await inFolder('knowledge/prices.md')).toBe(before);
    expect(await audited('knowledge/prices.md')).toEqual([
      {
        actor: body.edited_by,
        action: 'twin_text_changed',
        detail: { file: 'knowledge/prices.md', version: 1, size: Buffer.byteLength(body.text) },
      },
    ]);
  });

  test('of knowledge is added, changed, removed and put back, each in the history', async () => {
    expect(await heard()).not.toContain('harbour');
    expect((await put(PARKING, { text: parking('Cars stand by the harbour.'), version: 0 })).status).toBe(200);
    expect(await heard()).toContain('harbour');
    expect((await put(PARKING, { text: parking('Cars stand by the lighthouse.'), version: 1 })).status).toBe(200);
    expect(await heard()).toContain('lighthouse');
    expect(await item(PARKING)).toMatchObject({ passage_ids: ['parking'] });
    expect((await remove(PARKING, 2)).body).toMatchObject({ removed: true, text: '', version: 3 });
    expect(await heard()).not.toContain('lighthouse');
    expect(await item(PARKING)).toMatchObject({ removed: true, passage_ids: [] });
    const restored = await post('restore', { file: PARKING, version: 1 });
    expect(restored.body).toMatchObject({ removed: false, version: 4, text: parking('Cars stand by the harbour.') });
    expect(await heard()).toContain('harbour');
    const history = (restored.body as TwinTextDetail).history;
    expect(history.map(({ version, removed, text }) => [version, removed, text?.split('\n').at(-2)])).toEqual([
      [4, false, 'Cars stand by the harbour.'],
      [3, true, undefined],
      [2, false, 'Cars stand by the lighthouse.'],
      [1, false, 'Cars stand by the harbour.'],
    ]);
    const actions = (await audited(PARKING)).map(({ action }) => action);
    expect(actions).toEqual(['twin_text_changed', 'twin_text_changed', 'twin_text_removed', 'twin_text_restored']);
  });

  test('of the folder is removed by a mark and comes back', async () => {
    const file = 'knowledge/stories.md';
    expect((await remove(file, 0)).body).toMatchObject({ removed: true, version: 1 });
    expect(scene.app.parts.twin().knowledge.some((passage) => passage.file === file)).toBe(false);
    const back = await post('restore', { file, version: 0 });
    expect(back.body).toMatchObject({ removed: false, edited_at: null, version: 2, text: await inFolder(file) });
    expect(scene.app.parts.twin().knowledge.some((passage) => passage.file === file)).toBe(true);
  });

  test('tells that the folder’s own has changed since', async () => {
    const file = 'demos/essential-demos.txt';
    await save(file, (text) => `${text.trim()}\n\nHuman: And?\nOrla Venstrom: And so.\n`);
    expect(await item(file)).toMatchObject({ folder_changed: false });
    await writeFile(path.join(twinDir, file), `${await inFolder(file)}\n`);
    expect(await item(file)).toMatchObject({ folder_changed: true });
    expect((await get(file)).body.text).toContain('And so.');
  });
});

/** With translations of its own, as each version of the consent needs. */
const retranslated = (text: string, mark = 'Auch') =>
  text
    .replace('Dieses Gespräch', `${mark} dieses Gespräch`)
    .replace('Conservar esta conversación', `${mark}: conservar esta conversación`);

describe('what does not fit', () => {
  test('is refused with file and line, and the twin goes on', async () => {
    const { body } = await get('modes/mentor.yaml');
    const broken = body.text.replace(/^color:.*$/m, 'colour: "#123456"');
    const line = broken.split('\n').findIndex((row: string) => row.startsWith('colour')) + 1;
    const refused = await put('modes/mentor.yaml', { text: broken, version: 0 });
    const error = `modes/mentor.yaml:${line}: unknown key 'colour'`;
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', error } });
    expect((await get('modes/mentor.yaml')).body).toMatchObject({ version: 0, text: body.text });
    expect((await scene.ask('/twin')).body.problem).toBeNull();
    expect(await heard()).not.toBe('');
    expect(await audited('modes/mentor.yaml')).toEqual([]);
  });

  test('with the other texts is refused too', async () => {
    const twice = parking('Twice.').replaceAll('#parking', '#prices');
    const { body } = await put('knowledge/zebra.md', { text: twice, version: 0 });
    expect(body.error).toMatch(/^knowledge\/zebra\.md:6: the passage id 'prices' is taken already/);
  });

  test('never leaves one consent version with two sentences', async () => {
    const other = (text: string) => text.replace('Keep this conversation', 'Always keep this conversation');
    const refused = await save('persona.yaml', other);
    expect(refused.body.error).toMatch(/^persona\.yaml:\d+: the consent text is another than the one of version '3'/);
    const untranslated = (text: string) => other(text).replace("version: '3'", "version: '4'");
    const stale = await save('persona.yaml', untranslated);
    expect(stale.body.error).toMatch(/^persona\.yaml:\d+: this is still the translation of version '3'/);
    expect((await save('persona.yaml', (text) => retranslated(untranslated(text)))).status).toBe(200);
    const config = await (await fetch(`${scene.app.url}/api/config`)).json();
    expect(config).toMatchObject({ consent: { version: '4' } });
    const { session_id } = await scene.app.session();
    const { rows } = await database.pool.query('SELECT consent_version FROM sessions WHERE id = $1', [session_id]);
    expect(rows).toEqual([{ consent_version: '4' }]);
    // A page loaded before the edit has shown the other sentence.
    const earlier = { visitor_id: crypto.randomUUID(), consent: true, consent_version: '3' };
    const started = (await scene.app.call('create_session', earlier)).body;
    const agreed = await database.pool.query('SELECT consent_version FROM sessions WHERE id = $1', [
      started.session_id,
    ]);
    expect(agreed.rows).toEqual([{ consent_version: '3' }]);
    // These versions of the sentence never existed; without consent the version does not matter.
    for (const consent_version of ['5', '3-7-7-7', '4-unlimited-365-730']) {
      const never = { ...earlier, consent_version };
      expect(await scene.app.call('create_session', never)).toMatchObject({
        status: 409,
        body: { code: 'consent_changed', error: expect.stringContaining('has changed since you opened this page') },
      });
      expect((await scene.app.call('create_session', { ...never, consent: false })).status).toBe(200);
    }
    // A translation of a version may come, but not change.
    const german = (text: string) => text.replace('Auch dieses Gespräch', 'Dies');
    const changed = await save('persona.yaml', german);
    expect(changed.body.error).toMatch(/^persona\.yaml:\d+: the consent text is another than the one of version '4'/);
    const back = await save('persona.yaml', (text) => text.replace("version: '4'", "version: '3'"));
    expect(back.status).toBe(400);
    expect((await post('restore', { file: 'persona.yaml', version: 0 })).status).toBe(200);
  });

  test('remembers the sentence of a consent version however long ago, and for the folder’s text too', async () => {
    const { body } = await get('persona.yaml');
    const agreed = (version: string, before: string) =>
      retranslated(
        body.text.replace("version: '3'", `version: '${version}'`).replace('Keep this conversation', before),
        version,
      );
    expect((await save('persona.yaml', () => agreed('70', 'Long ago, keep this conversation'))).status).toBe(200);
    await database.pool.query(
      `INSERT INTO twin_texts (file, version, text, removed, saved_by)
       SELECT 'persona.yaml', max(version) + n, $1, false, 'test' FROM twin_texts, generate_series(1, 60) AS n
       WHERE file = 'persona.yaml' GROUP BY n`,
      [body.text],
    );
    const again = await save('persona.yaml', () => agreed('70', 'Keep this conversation'));
    expect(again.body.error).toMatch(/^persona\.yaml:\d+: the consent text is another than the one of version '70'/);
    expect((await save('persona.yaml', () => agreed('71', 'Edited, keep this conversation'))).status).toBe(200);
    const folder = await inFolder('persona.yaml');
    await writeFile(path.join(twinDir, 'persona.yaml'), agreed('71', 'In the folder, keep this conversation'));
    const back = await post('restore', { file: 'persona.yaml', version: 0 });
    await writeFile(path.join(twinDir, 'persona.yaml'), folder);
    expect(back).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(back.body.error).toMatch(/^persona\.yaml:\d+: the consent text is another than the one of version '71'/);
    expect((await post('restore', { file: 'persona.yaml', version: 0 })).status).toBe(200);
  });

  test.each<[string, unknown]>([
    ['no version', { text: 'x' }],
    ['a version of another kind', { text: 'x', version: '1' }],
    ['no text', { text: null, version: 0 }],
    ['what no database keeps', { text: 'a\u0000b', version: 0 }],
    ['half a character', { text: 'a\ud800', version: 0 }],
    ['more than there is', { text: 'x', version: 0, file: 'y' }],
    ['too large a text', { text: 'ä'.repeat(TWIN_TEXT_MAX_BYTES / 2 + 1), version: 0 }],
    ['nothing', null],
  ])('as a body is refused: %s', async (_, body) => {
    expect((await put('knowledge/method.md', body)).status).toBe(400);
  });

  test('fits to the last byte, however JSON writes it, and not beyond', async () => {
    const paragraph = 'é'.repeat(1_900);
    const others = Array.from(
      { length: 7 },
      (_, at) => `## Part ${at} {#part-${at}}\n\n${Array(9).fill(paragraph).join('\n\n')}\n`,
    );
    const begun = `${parking('Cars stand by the harbour.')}\n${others.join('\n')}\n## The rest {#rest}\n\n`;
    const room = TWIN_TEXT_MAX_BYTES - Buffer.byteLength(begun);
    const whole = Math.floor(room / Buffer.byteLength(`${paragraph}\n\n`));
    const left = room - whole * Buffer.byteLength(`${paragraph}\n\n`);
    const text = `${begun}${`${paragraph}\n\n`.repeat(whole)}${'é'.repeat(Math.floor(left / 2))}`;
    const escaped = JSON.stringify({ text, version: 0 }).replaceAll('é', '\\u00e9');
    const { status } = await scene.ask('/twin/knowledge/largest.md', { method: 'PUT', body: escaped });
    // It would be valid as a question's answer; only its passage's id exists in another file already.
    expect(status).toBe(400);
    const saved = await put('knowledge/largest.md', { text: text.replaceAll('#parking', '#largest'), version: 0 });
    expect(saved.status).toBe(200);
    expect((await remove('knowledge/largest.md', 1)).status).toBe(200);
    const huge = { text: 'x'.repeat(3 * 1024 * 1024), version: 0 };
    expect((await put('knowledge/largest.md', huge)).status).toBe(413);
  });
});

describe('two at once', () => {
  test('of one version one is kept; the other is told who was faster', async () => {
    const { body } = await get('knowledge/opinions.md');
    const owner = await put('knowledge/opinions.md', { text: body.text, version: 0 }, 'owner');
    const late = await put('knowledge/opinions.md', { text: body.text, version: 0 });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(late.body.error).toContain(`${owner.body.edited_by} changed knowledge/opinions.md on `);
    const both = await Promise.all(
      Array.from({ length: 6 }, () => put('knowledge/opinions.md', { text: body.text, version: 1 })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await get('knowledge/opinions.md')).body.version).toBe(2);
  });

  test('what fits alone and not together is not kept together', async () => {
    const both = await Promise.all(
      ['knowledge/dog.md', 'knowledge/cat.md'].map((file) =>
        put(file, {
          text: parking('Pets wait outside.').replaceAll('#parking', '#pets').replaceAll(' car', ' dog'),
          version: 0,
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await scene.ask('/twin')).body.problem).toBeNull();
  });
});

describe('the twin with its edits', () => {
  test('is the same in another instance, at its start and after each edit', async () => {
    const folder = await temporaryFolder();
    await cp(twinDir, folder, { recursive: true });
    const other = await startTestApp({}, { database, twinDir: folder });
    const file = 'knowledge/ferry.md';
    const text = (answer: string) =>
      parking(answer)
        .replaceAll('#parking', '#ferry')
        .replace(/Asks:.*/, 'Asks: when does the ferry leave');
    try {
      expect(await heard(other)).toContain('harbour');
      other.parts.live.watch(TEST_INTERVALS.twinLookMs);
      await put(file, { text: text('The ferry leaves at dawn.'), version: 0 });
      const there = () => other.parts.twin().knowledge.some((passage) => passage.file === file);
      await expect.poll(there).toBe(true);
      expect(await heard(other, 'When does the ferry leave?')).toContain('dawn');
    } finally {
      await other.close();
    }
  });

  test('a turn keeps the twin that it began with', async () => {
    const before = scene.app.parts.speaker();
    await put(PARKING, { text: parking('Cars swim.'), version: 4 });
    expect(scene.app.parts.speaker()).not.toBe(before);
    const about = { knowledge: 0.9, offtopic: 0.1, private: 0, ai: 0 };
    const question = { text: 'where can I park my car', about, previous: null, told: null };
    const { candidates } = await before.answers.find(question);
    expect(candidates[0]?.passage.text).toContain('harbour');
    expect(await heard()).toContain('swim');
  });
});
