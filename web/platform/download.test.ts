import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowCounter } from './download.ts';

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('counting the rows of an export', () => {
  it('counts every CSV row once, whatever is in the cells and wherever the pieces are cut', () => {
    const words = fc.string({ unit: fc.constantFrom('a', '"', '\n', '\r', ',', 'é') });
    fc.assert(
      fc.property(
        fc.array(fc.array(words, { minLength: 1, maxLength: 3 })),
        fc.integer({ min: 1, max: 7 }),
        (rows, size) => {
          const lines = [['id'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`);
          const bytes = new TextEncoder().encode(`\uFEFF${lines.join('')}`);
          const counter = createRowCounter('csv');
          let count = 0;
          for (let at = 0; at < bytes.length; at += size) count = counter.read(bytes.subarray(at, at + size));
          expect(count).toBe(rows.length);
        },
      ),
    );
  });

  it('counts a JSON line a line', () => {
    const counter = createRowCounter('jsonl');
    expect(counter.read(new TextEncoder().encode('{"a":"\\""}\n{"a"'))).toBe(1);
    expect(counter.read(new TextEncoder().encode(':1}\n'))).toBe(2);
  });
});
