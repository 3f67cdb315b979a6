import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The formatter's `lineWidth`. It breaks code there, but no strings, patterns, comments or YAML. */
const MAX_CHARS = 120;

test('no line of code or YAML is wider than the formatter allows', () => {
  const files = globSync('{bench,contract,scripts,server,web}/**/*.{mjs,mts,ts,tsx,yaml}', {
    exclude: (name) => name.includes('node_modules'),
  });
  expect(files.length).toBeGreaterThan(500);
  const wide = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > MAX_CHARS ? [`${file}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});
