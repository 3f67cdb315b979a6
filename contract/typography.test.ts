import { expect, it } from 'vitest';
import { typographic } from './typography.ts';

it.each([
  ["I'm an AI, Orla's twin.", 'I’m an AI, Orla’s twin.'],
  ['She calls it "the book" ("of cues").', 'She calls it “the book” (“of cues”).'],
  ["'Who calls the cue', about \"it's mine\"", '‘Who calls the cue’, about “it’s mine”'],
  ['„schon gesetzt“ und «aquí»', '„schon gesetzt“ und «aquí»'],
])('sets %s', (plain, set) => {
  expect(typographic(plain)).toBe(set);
  // As it is written, word by word.
  for (let end = 0; end <= plain.length; end += 1) expect(set).toContain(typographic(plain.slice(0, end)));
});
