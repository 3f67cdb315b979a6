import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { csvLine } from './export-sessions.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

/** Typed text: any characters but those that PostgreSQL's text type cannot hold. */
const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
/** Rows as a third-party CSV parser reads them. */
const read = (csv: string): string[][] => parse(csv, { bom: true, relaxColumnCount: false });
/** A cell without the apostrophe that neutralises a formula. */
const plain = (cell: string | undefined, written: string) => (cell === `'${written}` ? cell.slice(1) : cell);

describe('any words at all', () => {
  test('are read back from a line as they were written', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 2, maxLength: 5 }), (cells) => {
        const [back, ...more] = read(csvLine(cells));
        expect(more).toEqual([]);
        expect(back?.map((cell, index) => plain(cell, cells[index] ?? ''))).toEqual(cells);
      }),
      { numRuns: 1_000 },
    );
  });

  test('are the same in a file of what is kept, as CSV and as JSON lines', async () => {
    const names = [...new Set(fc.sample(words, 200).filter((name) => name.trim()))];
    for (const name of names) await scene.keep({ contact_name: name });
    const { body: csv } = await scene.ask('/export?format=csv');
    const [head, ...rows] = read(csv);
    const column = head?.indexOf('Contact') ?? -1;
    const found = new Set(rows.map((row) => row[column]));
    for (const name of names) expect(found.has(name) || found.has(`'${name}`)).toBe(true);
    const { body: lines } = await scene.ask('/export?format=jsonl');
    const kept = lines
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line).contact_name);
    expect(kept.toSorted()).toEqual(names.toSorted());
  });
});
