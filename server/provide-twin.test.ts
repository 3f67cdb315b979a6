import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { provideTwin } from './provide-twin.ts';
import { temporaryFolder } from './testing/spawned-writer.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PERSONA = path.join('twin', 'persona.yaml');

test('a state folder gets a copy of the sample twin once, and edits stay', async () => {
  const state = path.join(await temporaryFolder(), 'state');
  const folder = path.join(state, 'twin');
  provideTwin(ROOT, folder);
  const files = (at: string) => readdirSync(at, { recursive: true }).sort();
  expect(files(folder)).toEqual(files(path.join(ROOT, 'twin')));
  expect(readFileSync(path.join(state, PERSONA))).toEqual(readFileSync(path.join(ROOT, PERSONA)));
  writeFileSync(path.join(state, PERSONA), 'edited');
  // What a start that was killed left half copied; no process has this id.
  mkdirSync(path.join(state, 'twin.new-999999999'));
  provideTwin(ROOT, folder);
  expect(readFileSync(path.join(state, PERSONA), 'utf8')).toBe('edited');
  expect(readdirSync(state)).toEqual(['twin']);
});
