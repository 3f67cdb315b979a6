import { expect, test } from 'vitest';
import { readLook, withLook } from './persona-look.ts';

const TEXT = `# Who I am.
name: Ada Lind

portrait: me.svg # drawn by Kim
services: []  # none yet
`;

test('reads portrait and color, and nothing from a text with a mistake', () => {
  expect(readLook(TEXT)).toEqual({ portrait: 'me.svg', color: null });
  expect(readLook('color: "#ABC"\n')).toEqual({ portrait: null, color: '#aabbcc' });
  expect(readLook('color: amber\nportrait:\n')).toEqual({ portrait: null, color: null });
  expect(readLook('name: [\n')).toBeNull();
  expect(readLook('')).toEqual({ portrait: null, color: null });
});

test('changes the lines of these keys only', () => {
  const withBoth = withLook(TEXT, { portrait: 'portrait-0123456789abcdef.webp', color: '#0a4d8c' });
  expect(withBoth).toBe(
    TEXT.replace('me.svg # drawn by Kim', "portrait-0123456789abcdef.webp # drawn by Kim\ncolor: '#0a4d8c'"),
  );
  expect(withLook(withBoth, { color: '#7a1f5c' })).toBe(withBoth.replace('0a4d8c', '7a1f5c'));
  expect(withLook(withBoth, { color: null, portrait: 'me.svg' })).toBe(TEXT);
  expect(withLook(TEXT, { color: null })).toBe(TEXT);
  expect(withLook('name: Ada', { color: '#0a4d8c' })).toBe("name: Ada\ncolor: '#0a4d8c'\n");
  expect(withLook('', { portrait: 'me.svg' })).toBe('portrait: me.svg\n');
});
