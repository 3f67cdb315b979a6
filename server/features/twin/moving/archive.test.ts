import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_TWIN_DIR, SHIPPED_TWIN_DIRS } from '../../../testing/sample-twin.ts';
import { loadTwin } from '../load-twin.ts';
import { folderFiles } from '../twin-files.ts';
import { isTwinPart, LIMITS, MANIFEST_FILE } from './archive-format.ts';
import { memoryFiles } from './memory-files.ts';
import { readArchive } from './read-archive.ts';
import { gatherTwin, packTwin } from './write-archive.ts';

const MANIFEST = {
  format: 1,
  name: 'Orla Venstrom',
  exported_at: '2026-11-26T10:00:00.000Z',
  product_version: '0.1.0',
};
const SYMLINK = 0o120777;
const TEXT = new TextEncoder().encode('text');
/** Bytes in the header of a file, and in its row of the directory. */
const HEADERS = [
  { signature: 0x04034b50, flags: 6, crc: 14, unpacked: 22 },
  { signature: 0x02014b50, flags: 8, crc: 16, unpacked: 24 },
] as const;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'understudy-archive-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function read(bytes: Uint8Array) {
  const file = path.join(dir, 'twin.zip');
  await writeFile(file, bytes);
  return readArchive(file);
}

/** An archive with a manifest and more files. */
const zip = (files: Parameters<typeof zipSync>[0], manifest: unknown = MANIFEST, folder = 'twin/') =>
  zipSync({ [`${folder}${MANIFEST_FILE}`]: new TextEncoder().encode(JSON.stringify(manifest)), ...files });

/** Changes a number in both headers of every file. */
function patched(
  bytes: Uint8Array,
  field: 'flags' | 'crc' | 'unpacked',
  change: (value: number) => number,
): Uint8Array {
  const view = Buffer.from(bytes);
  for (const header of HEADERS)
    for (let at = 0; at + 4 <= view.length; at += 1) {
      if (view.readUInt32LE(at) !== header.signature) continue;
      const place = at + header[field];
      if (field === 'flags') view.writeUInt16LE(change(view.readUInt16LE(place)), place);
      else view.writeUInt32LE(change(view.readUInt32LE(place)) >>> 0, place);
    }
  return view;
}

describe('an exported twin', () => {
  test.each(SHIPPED_TWIN_DIRS)('is read as it was written: %s', async (folder) => {
    const { contents } = await gatherTwin(folderFiles(folder));
    const back = await read(packTwin(contents, MANIFEST));
    expect(back.manifest).toEqual(MANIFEST);
    expect(new Map([...back.contents].map(([file, bytes]) => [file, Buffer.from(bytes).toString()]))).toEqual(
      new Map([...contents].map(([file, bytes]) => [file, Buffer.from(bytes).toString()])),
    );
    const { portrait, ...twin } = await loadTwin(memoryFiles(back.contents));
    expect(twin).toEqual({ ...(await loadTwin(folder)), portrait: undefined });
    expect(back.contents.get(portrait.file ?? '')?.length).toBeGreaterThan(0);
  });

  test('that somebody unpacked and packed again is read as well', async () => {
    const files = { 'mine/persona.yaml': TEXT, 'mine/modes/a.yaml': TEXT, 'mine/knowledge/über uns.md': TEXT };
    const left = { '__MACOSX/mine/._persona.yaml': TEXT, 'mine/.DS_Store': TEXT, 'mine/modes/': new Uint8Array() };
    const { contents } = await read(zip({ ...files, ...left }, MANIFEST, 'mine/'));
    expect([...contents.keys()].sort()).toEqual(['knowledge/über uns.md', 'modes/a.yaml', 'persona.yaml']);
    expect([...(await read(zip({ 'persona.yaml': TEXT }, MANIFEST, ''))).contents.keys()]).toEqual(['persona.yaml']);
  });

  test('is not written with a name or a size that an import refuses', async () => {
    const { contents } = await gatherTwin(folderFiles(SAMPLE_TWIN_DIR));
    const withFile = (file: string, bytes: Uint8Array) => () =>
      packTwin(new Map([...contents, [file, bytes]]), MANIFEST);
    expect(withFile('knowledge/why?.md', TEXT)).toThrow('knowledge/why?.md has a name that not every system takes.');
    expect(withFile('knowledge/a.md', new Uint8Array(LIMITS.text + 1))).toThrow(/^knowledge\/a\.md has 1\.0 MB; up to/);
  });
});

describe('a hostile archive', () => {
  test.each([
    [
      'leads out of the folder',
      { 'twin/../evil.md': TEXT },
      /cannot be read: invalid relative path: twin\/\.\.\/evil\.md/,
    ],
    ['leads out by backslashes', { 'twin\\..\\..\\evil.md': TEXT }, /cannot be read: invalid relative path/],
    ['has an absolute path', { '/etc/cron.d/evil': TEXT }, /cannot be read: absolute path/],
    ['has a drive', { 'C:/evil.md': TEXT }, /cannot be read: absolute path/],
    ['has a file beside the folder', { 'persona.yaml': TEXT }, /^'persona\.yaml' is not a file of a twin\./],
    ['has a file of no kind', { 'twin/modes/run.sh': TEXT }, /^'modes\/run\.sh' is not a file of a twin\./],
    ['has a folder of no kind', { 'twin/hooks/a.yaml': TEXT }, /is not a file of a twin\./],
    ['has a hidden file', { 'twin/.import.json': TEXT }, /is not a file of a twin\./],
    ['has a deeper folder', { 'twin/modes/a/b.yaml': TEXT }, /is not a file of a twin\./],
    ['has a device of Windows', { 'twin/knowledge/con.md': TEXT }, /is not a file of a twin\./],
    ['has a stream of Windows', { 'twin/knowledge/a.md:b.md': TEXT }, /is not a file of a twin\./],
    ['has a name for the terminal', { 'twin/ü\u001b[2J.md': TEXT }, /^'ü\?\[2J\.md' is not a file of a twin\./],
    [
      'has a file twice',
      { 'twin/modes/A.yaml': TEXT, 'twin/modes/a.yaml': TEXT },
      /^The archive has modes\/a\.yaml twice\./,
    ],
    ['has a link', { 'twin/persona.yaml': [TEXT, { os: 3, attrs: SYMLINK << 16 }] }, /^'persona\.yaml' is a link/],
    ['has a text that is too long', { 'twin/persona.yaml': new Uint8Array(LIMITS.text + 1) }, /unpacks to 1\.0 MB/],
  ] as [string, Parameters<typeof zipSync>[0], RegExp][])('that %s is refused', async (_name, files, sentence) => {
    await expect(read(zip(files))).rejects.toThrow(sentence);
  });

  test('that unpacks to far more than it holds is refused before it is unpacked', async () => {
    const zeros = new Uint8Array(LIMITS.picture);
    const bomb = zip({ 'twin/a.png': zeros, 'twin/b.png': zeros, 'twin/c.png': zeros, 'twin/d.png': zeros });
    expect(bomb.length).toBeLessThan(LIMITS.archive / 100);
    await expect(read(bomb)).rejects.toThrow('The archive unpacks to 67.1 MB; 50.3 MB are the most.');
  });

  test('that lies about its size is refused while it is unpacked', async () => {
    const bomb = patched(zip({ 'twin/a.png': new Uint8Array(LIMITS.text) }), 'unpacked', (bytes) =>
      Math.min(bytes, 1_000),
    );
    await expect(read(bomb)).rejects.toThrow(/cannot be unpacked: too many bytes in the stream/);
  });

  test.each([
    [
      'is encrypted',
      patched(zip({ 'twin/persona.yaml': TEXT }), 'flags', (flags) => flags | 1),
      /is encrypted\. Pack it/,
    ],
    ['is damaged', patched(zip({ 'twin/persona.yaml': TEXT }), 'crc', (crc) => crc ^ 1), /is damaged\./],
    ['is cut off', zip({ 'twin/persona.yaml': TEXT }).subarray(0, 100), /cannot be read: /],
    ['is no zip', TEXT, /cannot be read: .*[^.]\.$/],
    ['is empty', new Uint8Array(), /cannot be read: /],
    [
      'has no manifest',
      zipSync({ 'twin/persona.yaml': TEXT }),
      /^This is not an exported twin: .* is missing in it\.$/,
    ],
    ['has a manifest of another kind', zip({}, { format: 'x' }), /^This is not an exported twin: .* cannot be read\.$/],
    [
      'comes from a newer product',
      zip({}, { ...MANIFEST, format: 2 }),
      /exported by Understudy 0\.1\.0, which is newer/,
    ],
    [
      'has too many files',
      zip(Object.fromEntries(Array.from({ length: LIMITS.files }, (_, at) => [`twin/modes/${at}x.yaml`, TEXT]))),
      /^The archive has 1001 files; 1000 are the most\./,
    ],
  ])('that %s is refused', async (_name, bytes, sentence) => {
    await expect(read(bytes)).rejects.toThrow(sentence);
  });

  test('that is no file is refused', async () => {
    await expect(readArchive(path.join(dir, 'none.zip'))).rejects.toThrow(/^There is no file .*none\.zip\.$/);
    await expect(readArchive(dir)).rejects.toThrow(/is not a file\.$/);
  });
});

test.each([
  'persona.constructor',
  'toString/a.yaml',
  'modes/.yaml',
  'portrait.',
  '.svg',
  'replies/a.yml',
  '__proto__/x.md',
])('%s is no part of a twin', (file) => expect(isTwinPart(file)).toBe(false));
