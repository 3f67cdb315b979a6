import { expect, test } from 'vitest';
import { hasVisibleText } from './visible.ts';

test.each(['a', '…', '👍', '你好', '[pause:1s] Yes', '[1]', '[pausing]'])('%j shows something', (text) => {
  expect(hasVisibleText(text)).toBe(true);
});

test.each([
  '',
  ' \n\t',
  '[pause:2s]',
  ' [pause:1s] [Pause: 0.5 seconds]\n',
  '[pause:',
  '[pau',
  '[',
  '\u200b\u2060\ufeff',
  '\u0000\u0007',
  '\u{e0041}\u{e0042}',
  '\u3164',
])('%j shows nothing', (text) => {
  expect(hasVisibleText(text)).toBe(false);
});
