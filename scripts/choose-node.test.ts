import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseNode } from './choose-node.mjs';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'understudy-node-')));
});
afterEach(() => rm(folder, { recursive: true }));

/** A program that prints a Node version. @returns its folder, for PATH */
async function node(version: string, where = version): Promise<string> {
  const bin = path.join(folder, where);
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'node'), `#!/bin/sh\necho v${version}\n`, { mode: 0o755 });
  return bin;
}

const PINNED = { file: '/project/node_modules/node/bin/node', version: '24.21.0' };
const choose = (...folders: string[]) => chooseNode(PINNED, { PATH: folders.join(path.delimiter) }).file;

test('without another Node, or in a PATH of folders that are not there, the pinned one runs', async () => {
  expect(choose()).toBe(PINNED.file);
  expect(choose('/nowhere', folder)).toBe(PINNED.file);
  expect(chooseNode(PINNED, {})).toEqual(PINNED);
});

test.each(['24.22.0', '24.21.1', '24.100.0'])('the machine’s own %s is preferred', async (version) => {
  const own = await node(version);
  expect(choose(own)).toBe(path.join(own, 'node'));
});

test.each(['24.21.0', '24.9.0', '22.99.0', '26.3.0', '24.22.0-nightly20261101', 'nonsense'])(
  'the machine’s own %s is not',
  async (version) => {
    expect(choose(await node(version))).toBe(PINNED.file);
  },
);

test('of several the newest runs, wherever it stands in PATH, and the one that runs npm counts too', async () => {
  const [older, newest, newer] = [await node('24.22.0'), await node('24.30.2'), await node('24.30.1')];
  expect(choose(older, newest, newer)).toBe(path.join(newest, 'node'));
  const environment = { PATH: older, npm_node_execpath: path.join(newer, 'node') };
  expect(chooseNode(PINNED, environment)).toEqual({ file: path.join(newer, 'node'), version: '24.30.1' });
});

test('one that npm put into a project does not count, by a link neither', async () => {
  const installed = await node('24.99.0', 'elsewhere/node_modules/node/bin');
  const link = path.join(folder, 'bin');
  await mkdir(link);
  await symlink(path.join(installed, 'node'), path.join(link, 'node'));
  expect(choose(installed, link)).toBe(PINNED.file);
});

test('a file that cannot be run is passed over', async () => {
  const broken = path.join(folder, 'broken');
  await mkdir(broken);
  await writeFile(path.join(broken, 'node'), '', { mode: 0o644 });
  const own = await node('24.22.0');
  expect(choose(broken, own)).toBe(path.join(own, 'node'));
});
