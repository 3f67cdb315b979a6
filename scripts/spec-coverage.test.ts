import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const STAGES = ['voice', 'lead analysis', "owner's side", 'show', 'later'];

interface Row {
  /** Line in the table's file, from 1. */
  line: number;
  section: string;
  rule: string;
  proofs: string[];
}

/** The rows of docs/spec-coverage.md, without the heads of its tables. */
function readRows(): Row[] {
  const rows: Row[] = [];
  let section = '';
  const lines = readFileSync(path.join(ROOT, 'docs/spec-coverage.md'), 'utf8').split('\n');
  for (const [index, text] of lines.entries()) {
    if (text.startsWith('## ')) section = text.slice(3);
    const cells = /^\| (.+) \| (.+) \|$/.exec(text);
    if (!cells?.[1] || !cells[2] || cells[1] === 'rule') continue;
    rows.push({ line: index + 1, section, rule: cells[1], proofs: cells[2].split(/; (?=`|not yet)/) });
  }
  return rows;
}

/** Whether some string of the file, a title or the row of a table of cases, holds the fragment. */
function isInTitle(source: string, fragment: string): boolean {
  const held = source.split('\n').filter((line) => line.includes(fragment) && !/^\s*(\/\/|\*|\/\*)/.test(line));
  return held.some((line) => /['"`]/.test(line.slice(0, line.indexOf(fragment))));
}

const rows = readRows();

describe('docs/spec-coverage.md', () => {
  test('speaks of all nine sections, in their order, and of no rule twice', () => {
    const numbers = rows.map(({ section }) => Number.parseInt(section, 10)).filter(Number.isInteger);
    expect([...new Set(numbers)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    const keys = rows.map(({ section, rule }) => `${section}: ${rule}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('names a test that exists, or the stage to come, in every row', () => {
    const wrong: string[] = [];
    for (const { line, proofs } of rows) {
      for (const proof of proofs) {
        const stage = /^not yet \((.+)\)$/.exec(proof)?.[1];
        if (stage && STAGES.includes(stage)) continue;
        const [, file, fragment] = /^`(\S+) › (.+)`$/.exec(proof) ?? [];
        if (!file || !fragment) wrong.push(`line ${line}: "${proof}" is neither a test nor a stage`);
        else if (!existsSync(path.join(ROOT, `${file}.test.ts`))) wrong.push(`line ${line}: no file ${file}.test.ts`);
        else if (!isInTitle(readFileSync(path.join(ROOT, `${file}.test.ts`), 'utf8'), fragment))
          wrong.push(`line ${line}: no test "${fragment}" in ${file}.test.ts`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
