import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemWithProof } from './test-proofs.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const STAGES = ['voice', 'lead analysis', "owner's side", 'show', 'later'];

interface Row {
  /** Line in the table's file, from 1. */
  line: number;
  section: string;
  rule: string;
  proofs: string[];
}

/** The rows of docs/spec-coverage.md, without table headers. */
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
        const problem = problemWithProof(proof);
        if (problem) wrong.push(`line ${line}: ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
