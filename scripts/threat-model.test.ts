import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemWithProof } from './test-proofs.ts';

/** The kinds of attackers, as the threat model's sections name them; a new kind gets its own section. */
const SECTIONS = [
  'A stranger on the network',
  'A hostile visitor',
  'Another page in a browser',
  'Between the visitor and the server',
  'A hostile provider or model',
  'Whoever holds a copy',
  'Another account or process on the machine',
  'People of the owner',
  'Too much of everything',
  'What we build on',
];

interface Row {
  line: number;
  section: string;
  threat: string;
  answer: string;
  proofs: string[];
}

/** The rows of docs/threat-model.md, without table headers. */
function readRows(): Row[] {
  const rows: Row[] = [];
  let section = '';
  const text = readFileSync(path.resolve(import.meta.dirname, '../docs/threat-model.md'), 'utf8');
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) section = line.slice(3);
    const [, threat, answer, proofs] = /^\| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? [];
    if (!threat || !answer || !proofs || threat === 'threat') continue;
    rows.push({ line: index + 1, section, threat, answer, proofs: proofs.split(/; (?=`)/) });
  }
  return rows;
}

const rows = readRows();

describe('docs/threat-model.md', () => {
  test('has a section for each kind of attacker, with threats in it, and no threat twice', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(SECTIONS);
    const threats = rows.map(({ threat }) => threat);
    expect(threats.filter((threat, index) => threats.indexOf(threat) !== index)).toEqual([]);
  });

  test('names in every row how the threat is stopped, and a test that exists', () => {
    const wrong = rows.flatMap(({ line, proofs }) =>
      proofs.flatMap((proof) => {
        const problem = problemWithProof(proof);
        return problem ? [`line ${line}: ${problem}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });
});
