import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PORTRAIT_MAX_BYTES } from '@understudy/contract/twin-calls';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportTwin } from '../../commands/twin-move.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { photo, sixtyMegapixels } from '../../testing/photo.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';
import { testKeyFile } from '../../testing/secret-key.ts';
import { addPicture, readPicture } from '../twin/index.ts';
import { LiveTwin } from '../twin/live-twin.ts';
import { loadTwin } from '../twin/load-twin.ts';
import { readArchive } from '../twin/moving/read-archive.ts';

let twinDir: string;
let database: TestDatabase;
let scene: OwnerScene;
beforeAll(async () => {
  twinDir = await copySampleTwin();
  database = await testDatabase();
  scene = await ownerScene({ LIMIT_MESSAGES_PER_MINUTE: '1000' }, { twinDir, database, pages: true });
});
afterAll(async () => {
  await scene.app.close();
  await database.close();
  await rm(twinDir, { recursive: true, force: true });
});

const upload = (bytes: Uint8Array | string, type = 'image/jpeg', role: 'viewer' | 'admin' = 'admin') =>
  scene.ask('/twin/pictures', {
    method: 'POST',
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    headers: { 'content-type': type },
    role,
  });
const persona = async () => (await scene.ask('/twin/persona.yaml')).body as { text: string; version: number };
const usePortrait = async (file: string) => {
  const { text, version } = await persona();
  const changed = text.replace(/^portrait: .*$/m, `portrait: ${file}`);
  return scene.ask('/twin/persona.yaml', { method: 'PUT', body: JSON.stringify({ text: changed, version }) });
};
const shown = async () => {
  const config = (await (await fetch(`${scene.app.url}/api/config`)).json()) as { consultant: { portrait: string } };
  const answer = await fetch(scene.app.url + config.consultant.portrait);
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()), at: config.consultant.portrait };
};

describe('a photo', () => {
  test('is drawn anew without what its file tells, and kept under the name of its content', async () => {
    const taken = await sharp(await photo({ width: 900, height: 600 }))
      // Turned by the camera, at a place on the map.
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { status, body } = await upload(taken);
    expect({ status, body }).toMatchObject({ status: 201, body: { width: 600, height: 900 } });
    expect(body.file).toMatch(/^portrait-[0-9a-f]{16}\.webp$/);
    expect((await upload(taken)).body.file).toBe(body.file);

    const kept = await readPicture(database.pool, body.file);
    const { format, exif, xmp, icc } = await sharp(kept?.bytes).metadata();
    expect({ format, exif, xmp, icc }).toEqual({ format: 'webp', exif: undefined, xmp: undefined, icc: undefined });
    const preview = await scene.ask(`/twin/pictures/${body.file}`);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { rows } = await database.pool.query("SELECT detail FROM audit_log WHERE action = 'twin_picture_added'");
    expect(rows[0].detail).toEqual(body);
  });

  test.each(['png', 'webp'] as const)('may be a %s; a large one is made smaller', async (format) => {
    const { body } = await upload(await photo({ width: 1700, height: 340 }, format), `image/${format}`);
    expect(body).toMatchObject({ width: 1600, height: 320 });
  });

  test('is for admins', async () => {
    expect((await upload(await photo({ width: 9, height: 9 }), 'image/jpeg', 'viewer')).status).toBe(403);
    expect((await scene.ask('/twin/pictures/portrait-0000000000000000.webp')).status).toBe(404);
    expect((await scene.ask('/twin/pictures/..%2Fpersona.yaml')).status).toBe(404);
  });
});

describe('what is refused, in a sentence', () => {
  const invalid = { status: 400, body: { code: 'invalid_picture' } };
  const refused = async (bytes: Uint8Array | string, type: string, sentence: RegExp) => {
    const answer = await upload(bytes, type);
    expect(answer).toMatchObject({ ...invalid, body: { ...invalid.body, error: expect.stringMatching(sentence) } });
  };

  test('60 megapixels', async () => {
    const large = await sixtyMegapixels();
    expect(large.length).toBeLessThan(PORTRAIT_MAX_BYTES);
    await refused(large, 'image/jpeg', /9000 × 6700 pixels; 4096 × 4096 are the most/);
  });

  test.each(['image/png', 'image/jpeg', 'image/webp'])('an SVG with a script, sent as %s', async (type) => {
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await refused(svg, type, /^An SVG file can contain scripts/);
  });

  test('an SVG sent as one, and a body without a type', async () => {
    for (const type of ['image/svg+xml', 'application/octet-stream', 'image/gif'])
      expect((await upload('<svg xmlns="http://www.w3.org/2000/svg"/>', type)).status).toBe(415);
  });

  test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s', async (format) => {
    const whole = await photo({ width: 400, height: 400 }, format);
    await refused(whole.subarray(0, whole.length / 2), `image/${format}`, /damaged or incomplete/);
    await refused(whole.subarray(0, 20), `image/${format}`, /damaged or incomplete/);
  });

  test('another kind than was said, no picture, nothing', async () => {
    const small = { width: 20, height: 20 };
    await refused(await photo(small, 'png'), 'image/jpeg', /^The file is a PNG, but was sent as image\/jpeg/);
    await refused('%PDF-1.7', 'image/png', /not a JPEG, PNG or WebP/);
    await refused('GIF89a\x01\x00\x01\x00', 'image/png', /not a JPEG, PNG or WebP/);
    expect((await upload('', 'image/png')).status).toBe(400);
  });

  test('a picture that moves', async () => {
    const frames = sharp({
      create: { width: 10, height: 20, channels: 3, background: '#fff', pageHeight: 10, noise: NOISE },
    });
    await refused(await frames.webp({ loop: 0 }).toBuffer(), 'image/webp', /animated/);
    const png = await photo({ width: 20, height: 20 }, 'png');
    const at = png.indexOf('IDAT') - 4;
    const actl = Buffer.from('acTL').toString('hex');
    const chunk = Buffer.from(`00000008${actl}00000002000000005f3b5e91`, 'hex');
    await refused(Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]), 'image/png', /animated/);
  });

  test('more than 4 MiB', async () => {
    const answer = await upload(Buffer.alloc(PORTRAIT_MAX_BYTES + 1), 'image/png');
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });
});

const NOISE = { type: 'gaussian' as const, mean: 128, sigma: 30 };

describe('a persona that names an uploaded picture', () => {
  test('shows it at once, everywhere and in an export; undo brings the earlier one back', async () => {
    const before = await shown();
    const { file } = (await upload(await photo({ width: 500, height: 500 }))).body;
    const saved = await usePortrait(file);
    expect({ status: saved.status, error: saved.body.error }).toEqual({ status: 200, error: undefined });
    const after = await shown();
    expect(after.at).not.toBe(before.at);
    expect(after.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(after.headers.get('content-type')).toBe('image/webp');
    expect(after.bytes).toEqual(Buffer.from((await readPicture(database.pool, file))?.bytes ?? []));
    const etag = after.headers.get('etag') ?? '';
    const again = await fetch(`${scene.app.url}/twin/portrait`, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache']);

    const other = new LiveTwin({ dir: twinDir, twin: await loadTwin(twinDir), pool: database.pool });
    await other.refresh();
    expect(other.twin().portrait.file).toBe(file);

    const zip = path.join(twinDir, '..', `${path.basename(twinDir)}.zip`);
    vi.stubEnv('DATABASE_URL', database.url);
    vi.stubEnv('SECRET_KEY_FILE', testKeyFile());
    vi.stubEnv('TWIN_DIR', twinDir);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await exportTwin(zip, false).finally(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    });
    const { contents } = await readArchive(zip);
    await rm(zip);
    expect(Buffer.from(contents.get(file) ?? [])).toEqual(after.bytes);
    expect(contents.has('portrait.svg')).toBe(false);

    const { version } = await persona();
    const undo = JSON.stringify({ file: 'persona.yaml', version });
    expect((await scene.ask('/twin/undo', { method: 'POST', body: undo })).status).toBe(200);
    expect((await shown()).bytes).toEqual(before.bytes);
    // And back, though no current text names the picture.
    const restore = JSON.stringify({ file: 'persona.yaml', version });
    expect((await scene.ask('/twin/restore', { method: 'POST', body: restore })).status).toBe(200);
    expect((await shown()).bytes).toEqual(after.bytes);
  });

  test('cannot name one that is not there', async () => {
    const { status, body } = await usePortrait('portrait-00000000deadbeef.webp');
    expect(status).toBe(400);
    expect(body.error).toMatch(/^persona\.yaml:\d+: the portrait cannot be used: .* missing$/);
  });

  test('in the folder: it starts without the database, and shows the picture once that is there', async () => {
    const { file } = (await upload(await photo({ width: 120, height: 120 }))).body;
    const dir = await copySampleTwin();
    const there = path.join(dir, 'persona.yaml');
    await writeFile(there, (await readFile(there, 'utf8')).replace(/^portrait: .*$/m, `portrait: ${file}`));
    const fresh = await testDatabase();
    const live = new LiveTwin({ dir, twin: await loadTwin(dir), pool: fresh.pool });
    await live.refresh();
    expect(live.problem).toMatch(/the portrait cannot be used/);
    const { bytes } = (await readPicture(database.pool, file)) ?? { bytes: new Uint8Array() };
    await inTransaction(fresh.pool, (client) =>
      addPicture(client, live.folder, { bytes, width: 120, height: 120 }, 'test'),
    );
    await live.reload();
    expect(live.problem).toBeNull();
    expect(live.twin().portrait.bytes).toEqual(bytes);
    await fresh.close();
    await rm(dir, { recursive: true, force: true });
  });
});

test('fifty pictures are kept, the oldest that no persona ever named go first', async () => {
  const { rows: named } = await database.pool.query("SELECT text FROM twin_texts WHERE text LIKE '%portrait-%'");
  const kept = /portrait-\w+\.webp/.exec(named[0].text)?.[0];
  await database.pool.query(
    `INSERT INTO twin_pictures (file, media_type, bytes, width, height, added_at, added_by)
     SELECT 'portrait-' || lpad(n::text, 16, '0') || '.webp', 'image/webp', '\\x00', 1, 1,
       now() - interval '1 hour' + n * interval '1 second', 'test' FROM generate_series(1, 60) n`,
  );
  await database.pool.query("UPDATE twin_pictures SET added_at = now() - interval '1 year' WHERE file = $1", [kept]);
  const { file } = (await upload(await photo({ width: 50, height: 50 }))).body;
  const { rows } = await database.pool.query('SELECT file FROM twin_pictures');
  const files = rows.map((row) => row.file);
  expect(files).toHaveLength(50);
  expect(files).toContain(kept);
  expect(files).toContain(file);
  expect(files).toContain('portrait-0000000000000060.webp');
  expect(files).not.toContain('portrait-0000000000000001.webp');
});

test('the sample twin shows its own picture', async () => {
  const { portrait } = await loadTwin(twinDir);
  expect(Buffer.from(portrait.bytes)).toEqual(await readFile(path.join(twinDir, 'portrait.svg')));
});

test('a color of the persona is that of visitors’ pages, and of the widget’s button until another is set', async () => {
  const paint = async (color: string | null) => {
    const { text, version } = await persona();
    const bare = text.replace(/^color: .*\n/m, '');
    const changed = color === null ? bare : bare.replace(/^portrait: /m, `color: "${color}"\nportrait: `);
    const body = JSON.stringify({ text: changed, version });
    expect((await scene.ask('/twin/persona.yaml', { method: 'PUT', body })).status).toBe(200);
  };
  const page = async () => (await fetch(scene.app.url, { headers: { accept: 'text/html' } })).text();
  const widget = async () => (await (await fetch(`${scene.app.url}/api/widget`)).json()) as { color: string };
  const saveWidget = async (color: string) => {
    const { version, usual } = (await scene.ask('/settings')).body.widget;
    const value = { ...usual, origins: ['https://www.example.com'], color };
    await scene.ask('/settings', { method: 'PUT', body: JSON.stringify({ group: 'widget', value, version }) });
    await scene.app.parts.settings.refresh();
  };
  expect([(await page()).includes('id="brand"'), (await widget()).color]).toEqual([false, '#e7a13a']);
  await paint('#0a4d8c');
  expect(await page()).toContain('--primary:light-dark(#0a4d8c,#0a4d8c)');
  expect((await widget()).color).toBe('#0a4d8c');
  await saveWidget('#0a4d8c');
  await paint('#7a1f5c');
  expect((await widget()).color).toBe('#7a1f5c');
  await saveWidget('#123456');
  await paint(null);
  expect([(await page()).includes('id="brand"'), (await widget()).color]).toEqual([false, '#123456']);
});
