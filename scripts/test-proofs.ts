import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Checks a proof in a table of the documentation, which names a test as `path/of/file › part of its title` in
 * backquotes. Returns what is wrong with it; null if the test exists.
 */
export function problemWithProof(proof: string): string | null {
  const [, file, fragment] = /^`(\S+) › (.+)`$/.exec(proof) ?? [];
  if (!file || !fragment) return `"${proof}" names no test`;
  const found = [`${file}.test.ts`, `${file}.test.tsx`].find((name) => existsSync(path.join(ROOT, name)));
  if (!found) return `no file ${file}.test.ts`;
  const source = readFileSync(path.join(ROOT, found), 'utf8');
  return isInTitle(source, fragment) ? null : `no test "${fragment}" in ${found}`;
}

/** Whether some string of the file, a title or the row of a table of cases, contains the fragment. */
function isInTitle(source: string, fragment: string): boolean {
  const held = source.split('\n').filter((line) => line.includes(fragment) && !/^\s*(\/\/|\*|\/\*)/.test(line));
  return held.some((line) => /['"`]/.test(line.slice(0, line.indexOf(fragment))));
}
