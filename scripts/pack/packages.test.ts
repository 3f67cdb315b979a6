import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { packagesOf } from './packages.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'understudy-packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
});

/** Installs a package with that manifest. */
function install(folder: string, manifest: object = {}): void {
  mkdirSync(path.join(root, folder), { recursive: true });
  const name = folder.split('node_modules/').at(-1);
  const whole = { name, version: '1.0.0', license: 'MIT', ...manifest };
  writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify(whole));
}
const foldersOf = (...without: string[]) => packagesOf(root, ['server'], without).map(({ folder }) => folder);

test('a release contains what is needed at run time, at any depth, and no development dependency', () => {
  install('server', {
    dependencies: { web: '1', '@understudy/contract': '*' },
    optionalDependencies: { here: '1', elsewhere: '1' },
    devDependencies: { tests: '1' },
  });
  install('node_modules/web', {
    dependencies: { deep: '2' },
    peerDependencies: { peer: '1', types: '1' },
    peerDependenciesMeta: { types: { optional: true } },
  });
  install('node_modules/web/node_modules/deep', { dependencies: { web: '1' } });
  for (const name of ['deep', 'here', 'peer', 'tests']) install(`node_modules/${name}`);
  const expected = ['here', 'peer', 'web', 'web/node_modules/deep'].map((name) => `node_modules/${name}`);
  expect(foldersOf()).toEqual(expected);
  const [here] = packagesOf(root, ['server']);
  expect(here).toEqual({ name: 'here', version: '1.0.0', license: 'MIT', folder: 'node_modules/here' });
});

test('what is left out takes along what only it needs', () => {
  install('server', { dependencies: { one: '1' }, optionalDependencies: { voice: '1' } });
  install('node_modules/one');
  install('node_modules/voice', { dependencies: { sound: '1' } });
  install('node_modules/sound');
  expect(foldersOf('voice')).toEqual(['node_modules/one']);
});

test('a missing dependency is named', () => {
  install('server', { dependencies: { gone: '1' } });
  expect(() => foldersOf()).toThrow('gone, which server needs, is not installed.');
});
