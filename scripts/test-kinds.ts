/**
 * Sorts the unit and integration tests by what they start, from their import graphs, so that no list has to be kept:
 *
 * - `pure`: nothing. All of them share one process and belong to `npm run check`.
 * - `component`: the page's real app in a simulated document, by its name `*.component.test.tsx`.
 * - `shared`: a database, an app in this process or an encoder. Files share a process, its database and its encoder.
 * - `process`: the product or a database as a process, or the state of this one. Each file has a process of its own.
 * - `soak`: kills, loads and endurance, by their name `*.soak.test.ts`. Only `npm run test:soak` runs them.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type TestKind = 'pure' | 'component' | 'shared' | 'process' | 'soak';

const ROOT = path.dirname(import.meta.dirname);
const TESTS = ['contract', 'server', 'web', 'scripts', 'bench'].map((folder) => `${folder}/**/*.test.{ts,tsx}`);
/** `import ... from`, `export ... from`, `import '...'`, `import('...')` and files loaded by address; no types. */
const IMPORTS = new RegExp(
  [
    /(?:^|\n)\s*(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?\s*['"]([^'"]+)['"]/,
    /\bimport\(\s*['"]([^'"]+)['"]/,
    /new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
/** Modules that reach beyond pure computation. */
const OUTSIDE = /^(?:pg|fastify|playwright-core|node:(?:child_process|worker_threads|http|net|dgram|cluster))$/;
/** Helpers that start or stop processes, and what changes the process that a test runs in. */
const STARTS_PROCESSES = /^server\/testing\/(?:spawned-\w+|operator|database-writer)\.ts$/;
/** Gives a test's amounts, which are larger in `npm run test:soak`. */
const AMOUNTS = 'server/testing/load.ts';
const CHANGES_PROCESS =
  /\bvi\.mock\(|\bprocess\.chdir\(|\bexecFile|\bstartEmbedded\(|\btemporaryDataFolder\(|\bpreparedDataFolder\(/;

interface Module {
  files: string[];
  packages: string[];
  text: string;
}

const modules = new Map<string, Module>();

function read(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const found: Module = { files: [], packages: [], text };
  modules.set(file, found);
  for (const [, fixed, lazy, address] of text.matchAll(IMPORTS)) {
    const name = (fixed ?? lazy ?? address) as string;
    const local = name.startsWith('.')
      ? path.join(path.dirname(file), name)
      : name.startsWith('@understudy/contract/')
        ? `contract/${name.slice('@understudy/contract/'.length)}.ts`
        : null;
    if (local === null) found.packages.push(name);
    else if (/\.(?:ts|tsx|mjs)$/.test(local) && existsSync(path.join(ROOT, local))) found.files.push(local);
  }
  return found;
}

/** Everything that a file imports, itself included. */
function reachedFrom(file: string): string[] {
  const reached = new Set([file]);
  for (const one of reached) for (const next of read(one).files) reached.add(next);
  return [...reached];
}

/** The kind of a test file, by its path from the project's root. */
export function kindOf(file: string): TestKind {
  if (file.endsWith('.soak.test.ts')) return 'soak';
  if (file.endsWith('.component.test.tsx')) return 'component';
  const reached = reachedFrom(file);
  if (reached.some((one) => STARTS_PROCESSES.test(one)) || CHANGES_PROCESS.test(read(file).text)) return 'process';
  return reached.some((one) => read(one).packages.some((name) => OUTSIDE.test(name))) ? 'shared' : 'pure';
}

/** The test files of each kind, as paths from the project's root. */
export function testsByKind(): Record<TestKind, string[]> {
  const kinds: Record<TestKind, string[]> = { pure: [], component: [], shared: [], process: [], soak: [] };
  for (const file of allTests()) kinds[kindOf(file)].push(file);
  return kinds;
}

/** The test files that `npm run test:soak` runs: those of its kind, and those that do more there. */
export function soakTests(): string[] {
  return allTests().filter((file) => kindOf(file) === 'soak' || read(file).files.includes(AMOUNTS));
}

function allTests(): string[] {
  return globSync(TESTS, { cwd: ROOT, exclude: (name) => name.includes('node_modules') }).sort();
}
