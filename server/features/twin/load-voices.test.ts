import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copySampleTwin } from '../../testing/sample-twin.ts';
import { loadTwin } from './load-twin.ts';

let dir: string;
beforeEach(async () => {
  dir = await copySampleTwin();
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test.each<[string, string, [from: string, to: string], RegExp]>([
  ['a voice twice', 'voices.yaml', ['id: af_bella', 'id: af_heart'], /the voice 'af_heart' stands twice/],
  ['an unknown default voice', 'voices.yaml', ['default: af_heart', 'default: nobody'], /'nobody' is not in the list/],
  [
    'a mode without its voice',
    'voices.yaml',
    ['id: bm_fable', 'id: x'],
    /'bm_fable' of the mode 'storyteller' is missing/,
  ],
  ['a voice no synthesiser has', 'voices.yaml', ['en-us+m7', 'en us; m7'], /a language and variant/],
  [
    'a misspelt language',
    'voices.yaml',
    ['en-gb-x-rp+linda', 'en-gb-x-rq+linda'],
    /^voices.yaml:21: eSpeak NG has no language 'en-gb-x-rq'; there is 'en-gb-x-rp'$/,
  ],
  [
    'a misspelt variant',
    'voices.yaml',
    ['en-us+steph', 'en-us+stepf'],
    /^voices.yaml:13: eSpeak NG has no variant 'stepf' of a voice; there is 'steph'$/,
  ],
  ['a voice that a provider lacks', 'voices.yaml', ['groq: diana, ', ''], /groq/],
  [
    'speech models that lead back',
    'models.yaml',
    ['v1-english: null', 'v1-english: playai-tts'],
    /lead back to themselves/,
  ],
])('%s is one sentence with file and line', async (_, name, [from, to], sentence) => {
  const file = path.join(dir, name);
  const before = await readFile(file, 'utf8');
  expect(before).toContain(from);
  await writeFile(file, before.replace(from, to));
  const error = await loadTwin(dir).catch((thrown: unknown) => thrown);
  expect(String((error as Error).message)).toMatch(sentence);
  expect(String((error as Error).message)).toMatch(/^[\w.]+:\d+: /);
});
