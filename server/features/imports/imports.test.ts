import type { ServerResponse } from 'node:http';
import type { ImportPassage, ImportPassages, KnowledgeImport } from '@understudy/contract/imports';
import { TWIN_TEXT_MAX_BYTES } from '@understudy/contract/twin-calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { docxOf, pdfOf, silentPdf, swellingDocx } from '../../testing/documents.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { startWebsite, type Website } from '../../testing/website.ts';
import { createImports } from './run-imports.ts';

let scene: OwnerScene;
let site: Website;
beforeAll(async () => {
  site = await startWebsite();
  scene = await ownerScene({}, { fetching: { allowsLoopback: true, timeoutMs: 1_500 } });
});
afterAll(async () => {
  await scene.app.close();
  site.close();
});

type Role = 'admin' | 'owner';
const post = (path: string, body: unknown = {}, role: Role = 'admin') =>
  scene.ask(`/imports${path}`, { method: 'POST', body: JSON.stringify(body), role });
const upload = (name: string, bytes: Uint8Array, role: Role = 'admin') =>
  scene.ask(`/imports/file?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream' },
    role,
  });
const get = async (id: string): Promise<KnowledgeImport> => (await scene.ask(`/imports/${id}`)).body;
/** The import once it is no longer read. */
const settled = async ({ status, body }: { status: number; body: KnowledgeImport }): Promise<KnowledgeImport> => {
  expect(status).toBe(202);
  await expect.poll(async () => (await get(body.id)).state, { interval: 20 }).not.toBe('reading');
  return get(body.id);
};
const passagesOf = async ({ id }: KnowledgeImport): Promise<ImportPassage[]> =>
  ((await scene.ask(`/imports/${id}/passages`)).body as ImportPassages).items;
const pasted = async (title: string, text: string, role: Role = 'admin') =>
  settled(await post('', { kind: 'text', title, text }, role));
const take = async ({ id }: KnowledgeImport, decision = 'taken') => (await post(`/${id}/decide`, { decision })).body;
const apply = ({ id }: KnowledgeImport, role: Role = 'admin') => post(`/${id}/apply`, {}, role);
const knowledge = async (file: string) => (await scene.ask(`/twin/${encodeURIComponent(file)}`)).body;
const heard = async (user_message: string) =>
  (await scene.app.call('agent_reply', { ...(await scene.app.session()), user_message })).body.text as string;

const VISITS =
  '# Visits\n\n## Where can I park my bicycle?\n\nThe bicycle rack is behind the orange gate.\n\n' +
  '## Dogs\n\nDogs are welcome.\n';

describe('an import', () => {
  test('becomes knowledge that the twin answers from, in one version, audited and undone like any change', async () => {
    const read = await pasted('Visiting us', VISITS);
    expect(read).toMatchObject({ state: 'ready', changes: { new: 2 }, decisions: { proposed: 2 }, file: null });
    const [first] = await passagesOf(read);
    expect(first).toMatchObject({
      position: 0,
      headings: ['Visits', 'Where can I park my bicycle?'],
      text: 'The bicycle rack is behind the orange gate.',
      asks: ['Where can I park my bicycle'],
      change: 'new',
      old: null,
    });
    const nothing = await apply(read);
    expect([nothing.status, nothing.body.error]).toEqual([400, 'Take at least one passage first.']);
    const edited = await scene.ask(`/imports/${read.id}/passages/0`, {
      method: 'PATCH',
      body: JSON.stringify({ text: 'The rack is behind the violet gate.', decision: 'taken' }),
    });
    expect(edited.body).toMatchObject({ decision: 'taken', source: 'The bicycle rack is behind the orange gate.' });
    const applied = await apply(read);
    expect(applied.body).toMatchObject({
      file: 'knowledge/visiting-us.md',
      version: 1,
      added: 1,
      changed: 0,
      removed: 0,
    });
    expect((await knowledge('knowledge/visiting-us.md')).text).toBe(
      '---\ntopic: "Visiting us"\ntags: [visiting-us]\n---\n\n' +
        '## Where can I park my bicycle? {#where-can-i-park-my-bicycle}\n' +
        'Asks: Where can I park my bicycle\n\nThe rack is behind the violet gate.\n',
    );
    expect(await heard('Where can I park my bicycle?')).toContain('violet gate');
    expect((await apply(read)).body).toMatchObject({ code: 'conflict', error: 'This import was added already.' });
    const { rows } = await scene.app.pool.query("SELECT detail FROM audit_log WHERE action = 'knowledge_imported'");
    expect(rows).toHaveLength(1);
    expect(rows[0].detail).toMatchObject({ file: 'knowledge/visiting-us.md', version: 1, source: 'Visiting us' });
    const undone = await scene.ask('/twin/undo', {
      method: 'POST',
      body: JSON.stringify({ file: 'knowledge/visiting-us.md', version: 1 }),
    });
    expect(undone.status).toBe(200);
    expect((await knowledge('knowledge/visiting-us.md')).removed).toBe(true);
  });

  test('of a PDF and of a Word document shows where each passage stands', async () => {
    const pdf = await settled(
      await upload(
        'Guide.pdf',
        await pdfOf([
          ['# Terms', 'We begin in May.'],
          ['# Fees', 'None.'],
        ]),
      ),
    );
    expect((await passagesOf(pdf)).map(({ title, page, url }) => [title, page, url])).toEqual([
      ['Terms', 1, null],
      ['Fees', 2, null],
    ]);
    const word = await settled(await upload('services.docx', docxOf(['# Workshops', 'Two days.'])));
    expect((await passagesOf(word))[0]).toMatchObject({ title: 'Workshops', text: 'Two days.' });
  });

  test.each([
    ['10,000 pages', () => silentPdf(10_000), { code: 'pdf_too_many_pages', values: { pages: '10000', most: '500' } }],
    ['a zip bomb', () => swellingDocx(8), { code: 'archive_too_large', values: {} }],
  ])('of %s fails with a reason, and can be deleted', async (name, bytes, problem) => {
    const failed = await settled(await upload(name, bytes()));
    expect(failed).toMatchObject({ state: 'failed', problem });
    expect(await passagesOf(failed)).toEqual([]);
    expect((await scene.ask(`/imports/${failed.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await scene.ask(`/imports/${failed.id}`)).status).toBe(404);
  });

  test('is refused where the request does not fit, in a sentence', async () => {
    for (const [body, sentence] of [
      [{ kind: 'text', title: 'x', text: ' ' }, 'The field "text" does not fit: must not be empty.'],
      [{ kind: 'site', url: 'https://a.example', pages: [] }, /pages/],
      [{ kind: 'site', url: 'a.example', pages: Array.from({ length: 51 }, (_, at) => `a.example/${at}`) }, /50 pages/],
    ] as const) {
      const { status, body: answer } = await post('', body);
      expect(status).toBe(400);
      expect(answer.error).toMatch(sentence);
    }
    for (const [answer, code] of [
      [await upload('a.txt', new Uint8Array(0)), 'file_empty'],
      [await post('', { kind: 'page', url: 'ftp://a.example' }), 'no_scheme'],
    ] as const)
      expect(answer).toMatchObject({ status: 422, body: { code: 'unreadable', problem: { code, values: {} } } });
    expect((await upload('a.txt', new Uint8Array(21 * 1024 * 1024))).body.code).toBe('body_too_large');
    const viewer = await scene.ask('/imports', { role: 'viewer' });
    expect(viewer.status).toBe(403);
    expect((await scene.ask('/imports/not-an-id')).status).toBe(404);
  });

  test('is edited within limits', async () => {
    const read = await pasted('Limits', '# A\n\nSome text.');
    const patch = (body: unknown) =>
      scene.ask(`/imports/${read.id}/passages/0`, { method: 'PATCH', body: JSON.stringify(body) });
    expect((await patch({ text: 'word '.repeat(500) })).body.error).toBe(
      'A paragraph has 2,499 characters, and 2,000 are the most. Add an empty line in it.',
    );
    expect((await patch({ title: '' })).status).toBe(400);
    const { body } = await patch({ text: '# One\n\n\nTags: two', title: 'A {b}', asks: ['One; two?'] });
    expect(body).toMatchObject({ text: 'One\n\ntags: two', title: 'A {b}', decision: 'proposed' });
    await take(read);
    await apply(read);
    expect((await knowledge('knowledge/limits.md')).text).toContain(
      '## A (b) {#a-b}\nAsks: One, two\n\nOne\n\ntags: two\n',
    );
    expect((await patch({ title: 'Late' })).status).toBe(404);
  });
});

describe('a later import of the same source', () => {
  test('shows what is new, changed, unchanged and gone, and replaces only what is taken', async () => {
    const text = (parking: string, last: string) =>
      `# Stay\n\n## Parking\n\n${parking}\n\n## Water\n\nThere is water.\n\n${last}`;
    const first = await pasted('Stay', text('The lot is free.', '## Cats\n\nNo cats, please.\n'));
    await take(first);
    const { file } = (await apply(first)).body;
    const before = await knowledge(file);
    const better = before.text.replace('There is water.', 'There is very good water.');
    const ownText = `${better}\n## Own {#own-passage}\n\nMine.\n`;
    await scene.ask(`/twin/${file}`, { method: 'PUT', body: JSON.stringify({ text: ownText, version: 1 }) });
    const second = await pasted('stay', text('The lot costs 5 euros.', '## Birds\n\nBirds are fine.\n'));
    expect(second).toMatchObject({ file, changes: { new: 1, changed: 1, unchanged: 1, gone: 1 } });
    const found = await passagesOf(second);
    expect(found.map(({ title, change, old }) => [title, change, old?.text ?? null])).toEqual([
      ['Parking', 'changed', 'The lot is free.'],
      ['Water', 'unchanged', 'There is very good water.'],
      ['Birds', 'new', null],
      ['Cats', 'gone', 'No cats, please.'],
    ]);
    await take(second);
    expect((await apply(second)).body).toMatchObject({ file, version: 3, added: 1, changed: 1, removed: 1 });
    const after = (await knowledge(file)).text as string;
    expect([...after.matchAll(/\{#([\w-]+)\}/g)].map(([, id]) => id)).toEqual([
      'parking',
      'water',
      'birds',
      'own-passage',
    ]);
    expect(after).toContain('The lot costs 5 euros.');
    expect(after).toContain('There is very good water.');
    const third = await pasted('Stay', text('The lot costs 5 euros.', '## Birds\n\nBirds are fine.\n'));
    expect(third.changes).toEqual({ new: 0, changed: 0, unchanged: 3, gone: 0 });
  });

  test('of more than a text can hold is spread over several, which are undone together', async () => {
    const paragraph = 'This sentence about weaving is repeated until the chapter is long enough. '.repeat(9).trim();
    const chapters = Array.from({ length: 400 }, (_, at) => `## Chapter ${at}\n\n${paragraph}`);
    const read = await pasted('Long book', chapters.join('\n\n'));
    await take(read);
    const { body } = await apply(read);
    expect(body).toMatchObject({ file: 'knowledge/long-book.md', version: 1, added: 400 });
    const sizes = [];
    for (const file of ['knowledge/long-book.md', 'knowledge/long-book-2.md']) {
      sizes.push(Buffer.byteLength((await knowledge(file)).text));
    }
    expect(Math.max(...sizes)).toBeLessThan(TWIN_TEXT_MAX_BYTES);
    const again = await pasted('Long book', chapters.join('\n\n').replace('## Chapter 399', '## Chapter 399b'));
    expect(again.changes).toEqual({ new: 0, changed: 0, unchanged: 400, gone: 0 });
    await scene.ask('/twin/undo', { method: 'POST', body: JSON.stringify({ file: body.file, version: 1 }) });
    expect((await knowledge('knowledge/long-book-2.md')).removed).toBe(true);
  });

  test('by two owners at once: the second one compares with what the first one added', async () => {
    const [one, two] = await Promise.all([
      pasted('Both', '# Both\n\nThe first text.', 'admin'),
      pasted('Both', '# Both\n\nThe other text.', 'owner'),
    ]);
    await Promise.all([take(one), take(two)]);
    const answers = await Promise.all([apply(one, 'admin'), apply(two, 'owner')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [late, winner] = answers[0]?.status === 409 ? [one, two] : [two, one];
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(/was changed in the meantime/);
    expect(await passagesOf(late)).toMatchObject([{ change: 'changed', decision: 'proposed' }]);
    await take(late);
    expect((await apply(late)).body).toMatchObject({ file: 'knowledge/both.md', version: 2, changed: 1 });
    expect((await get(winner.id)).state).toBe('applied');
  });
});

describe('a web page', () => {
  test('is imported as it was shown, though it answers differently the second time; its scripts are gone', async () => {
    let times = 0;
    site.routes['/about'] = (_request, response) => {
      times += 1;
      const what = times === 1 ? 'I teach weaving.' : 'Buy my pills.';
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>About</title><main><h1>About</h1><p>${what}<script>steal()</script></p></main>`);
    };
    const read = await settled(await post('', { kind: 'page', url: `${site.url}/about` }));
    expect(await passagesOf(read)).toMatchObject([{ text: 'I teach weaving.', url: `${site.url}/about` }]);
    await take(read);
    const { file } = (await apply(read)).body;
    expect(times).toBe(1);
    const { text } = await knowledge(file);
    expect(text).toContain('I teach weaving.');
    expect(text).not.toMatch(/steal|script|pills/);
  });

  test('that redirects to a private address, never ends, or is no page fails with a reason', async () => {
    site.routes['/inside'] = (_request, response) => response.writeHead(302, { location: 'http://192.168.0.1/' }).end();
    site.routes['/endless'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = setInterval(() => response.write('<p>x</p>'), 20);
      response.on('close', () => clearInterval(more));
    };
    const problem = async (path: string) =>
      (await settled(await post('', { kind: 'page', url: site.url + path }))).problem;
    const { host } = new URL(site.url);
    expect(await problem('/inside')).toEqual({ code: 'private_address', values: { host: '192.168.0.1' } });
    expect(await problem('/endless')).toEqual({ code: 'timeout', values: { host, seconds: '1.5' } });
    expect(await problem('/nowhere')).toEqual({ code: 'status_gone', values: { host, status: '404' } });
  });

  test('is chosen from a sitemap; pages that fail are noted, and what pages share is kept once', async () => {
    site.routes['/robots.txt'] = `User-agent: *\nSitemap: ${site.url}/map.xml\n`;
    site.routes['/map.xml'] = `<sitemapindex><sitemap><loc>${site.url}/pages.xml</loc></sitemap></sitemapindex>`;
    site.routes['/pages.xml'] =
      `<urlset>${['/a', '/b', '/c'].map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')}</urlset>`;
    const page = (name: string) =>
      `<title>${name}</title><main><h1>${name}</h1><p>This is ${name}.</p><h2>Call</h2><p>Call us.</p></main>`;
    Object.assign(site.routes, { '/a': page('Alpha'), '/b': page('Beta') });
    const { body } = await post('/site-pages', { url: site.url });
    expect(body).toEqual({
      sitemap: `${site.url}/map.xml`,
      pages: ['/a', '/b', '/c'].map((path) => site.url + path),
      total: 3,
    });
    const read = await settled(await post('', { kind: 'site', url: body.sitemap, pages: body.pages }));
    expect((await passagesOf(read)).map(({ headings, text }) => [headings.join(' > '), text])).toEqual([
      ['Alpha', 'This is Alpha.'],
      ['Alpha > Call', 'Call us.'],
      ['Beta', 'This is Beta.'],
    ]);
    const values = { host: new URL(site.url).host, status: '404' };
    const notes = [{ url: `${site.url}/c`, problem: { code: 'status_gone', values } }];
    expect(read).toMatchObject({ done: 3, total: 3, notes });
    expect((await post('/site-pages', { url: `${site.url}/none.xml` })).body).toMatchObject({
      ...{ code: 'unreadable', problem: { code: 'status_gone', values } },
    });
  });
});

describe('reading', () => {
  test('is canceled, also while it waits or is reviewed, and leaves nothing', async () => {
    site.routes['/slow'] = () => undefined;
    const { body: slow } = await post('', { kind: 'page', url: `${site.url}/slow` });
    await expect.poll(async () => (await get(slow.id)).waiting).toBe(false);
    const { body: waiting } = await post('', { kind: 'text', title: 'W', text: 'Waits.' });
    expect(waiting).toMatchObject({ state: 'reading', waiting: true });
    expect((await post(`/${slow.id}/cancel`)).body.state).toBe('canceled');
    await expect.poll(async () => (await get(waiting.id)).state).toBe('ready');
    expect((await post(`/${waiting.id}/cancel`)).body.state).toBe('canceled');
    expect((await apply(waiting)).body.error).toBe('This import was canceled.');
    expect((await get(slow.id)).state).toBe('canceled');
  });

  test('goes on at the next start if the server stops meanwhile', async () => {
    const { pool, parts } = scene.app;
    const held: ServerResponse[] = [];
    site.routes['/later'] = (_, response) => void held.push(response);
    const deps = { pool, live: parts.live, log: createLog('silent'), everyMs: 60_000 };
    const other = createImports({ ...deps, fetching: { allowsLoopback: true } });
    const { rows } = await pool.query(
      `INSERT INTO imports (kind, source, source_key, urls, created_by) VALUES ('page', 'x', 'page:x', $1, 'x')
       RETURNING id`,
      [JSON.stringify([`${site.url}/later`])],
    );
    const { id } = rows[0];
    other.nudge();
    await expect.poll(() => site.asked.includes('/later')).toBe(true);
    const page = '<main><h1>Later</h1><p>Here it is.</p></main>';
    site.routes['/later'] = page;
    await other.close();
    // The running server may have taken it before the other one, and still waits.
    for (const response of held) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    await expect.poll(async () => (await get(id)).state).toBe('ready');
    expect((await passagesOf(await get(id)))[0]?.text).toBe('Here it is.');
  });

  test('that a stopped server left is taken up again, and given up after three times', async () => {
    const { pool } = scene.app;
    const add = async (attempts: number) => {
      const { rows } = await pool.query(
        `INSERT INTO imports (kind, source, source_key, input, created_by, reading_until, attempts)
         VALUES ('text', 'Left', 'text:left', 'Left behind.', 'x', now() - interval '1 second', $1) RETURNING id`,
        [attempts],
      );
      return rows[0].id as string;
    };
    const [again, never] = [await add(1), await add(3)];
    await expect.poll(async () => (await get(again)).state).toBe('ready');
    await expect.poll(async () => (await get(never)).problem).toEqual({ code: 'server_stopped', values: {} });
  });
});
