import create from '@echogarden/espeak-ng-emscripten';
import { expect, test } from 'vitest';
import { knownVoices, voiceMistake } from './voices.ts';

test('every language that is read from the package is one that the synthesiser takes', async () => {
  const { eSpeakNGWorker: ESpeak } = await create();
  const espeak = new ESpeak();
  const languages = [...(knownVoices()?.languages ?? [])];
  expect(languages.length).toBeGreaterThan(100);
  expect(languages.filter((language) => espeak.set_voice(language) !== 0)).toEqual([]);
  expect(espeak.set_voice('en-gb-x-rq')).not.toBe(0);
});

test.each([
  ['en-us+f1', null],
  ['en-gb-x-rp+Annie', null],
  ['de', null],
  ['en-uss+f1', "eSpeak NG has no language 'en-uss'; there is 'en-us'"],
  ['en-gb-x-rq+m3', "eSpeak NG has no language 'en-gb-x-rq'; there is 'en-gb-x-rp'"],
  ['f1', "eSpeak NG has no language 'f1'"],
  ['en-us+annie', "eSpeak NG has no variant 'annie' of a voice; there is 'Annie'"],
  ['en-us+stepf', "eSpeak NG has no variant 'stepf' of a voice; there is 'steph'"],
  ['en-us+f9', "eSpeak NG has no variant 'f9' of a voice"],
])('%s: %s', (name, mistake) => {
  expect(voiceMistake(name)).toBe(mistake);
});

test('where the package is not installed nothing is said against a voice', () => {
  expect(voiceMistake('xx+yy', null)).toBeNull();
});
