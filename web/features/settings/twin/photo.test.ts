import { expect, test } from 'vitest';
import { fitted, isSvg } from './photo.ts';

test('a photo is made smaller to fit, never larger', () => {
  expect(fitted(9_000, 6_700, 2_000)).toEqual({ width: 2_000, height: 1_489 });
  expect(fitted(300, 400, 2_000)).toEqual({ width: 300, height: 400 });
  expect(fitted(20, 60_000, 2_000)).toEqual({ width: 1, height: 2_000 });
});

test.each([
  ['me.svg', '', '', true],
  ['me.png', 'image/svg+xml', '', true],
  ['me.png', 'image/png', '<?xml version="1.0"?><svg xmlns="', true],
  ['me.jpg', 'image/jpeg', '\xff\xd8\xff', false],
  ['me.html', 'text/html', '<!doctype html>', false],
])('an SVG is known by its name, type or beginning: %s %s %s', (name, type, beginning, is) => {
  expect(isSvg(name, type, beginning)).toBe(is);
});
