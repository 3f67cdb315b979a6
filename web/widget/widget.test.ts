import { expect, test } from 'vitest';
import { createListeners } from './events.ts';
import { inkOn, readOptions } from './options.ts';
import { wordsIn } from './words.ts';

const SETUP = {
  origins: [],
  color: '#e7a13a',
  position: 'right',
  label: 'Ask AI Dana',
  name: 'AI Dana Reyes',
} as const;
const read = (given: Record<string, string>) => readOptions(given, { ...SETUP, origins: [] });

test('without attributes it is as the owner set it', () => {
  expect(read({})).toEqual({
    form: 'floating',
    into: '',
    height: 640,
    color: '#e7a13a',
    position: 'right',
    label: 'Ask AI Dana',
    language: null,
    theme: null,
    mode: null,
    opensOnLoad: false,
  });
});

test('attributes win, and those that make no sense are as if they were not there', () => {
  expect(
    read({
      inline: '#twin',
      height: '500',
      color: '#0af',
      position: 'left',
      label: ' Hello ',
      theme: 'dark',
      open: '',
    }),
  ).toMatchObject({
    form: 'inline',
    into: '#twin',
    height: 500,
    color: '#00aaff',
    position: 'left',
    label: 'Hello',
    theme: 'dark',
    opensOnLoad: true,
  });
  expect(
    read({ height: '9e9', color: 'url(x)', position: 'top', label: ' ', theme: 'pink', open: 'false' }),
  ).toMatchObject({
    height: 320,
    color: '#e7a13a',
    position: 'right',
    label: 'Ask AI Dana',
    theme: null,
    opensOnLoad: false,
  });
});

test.each(['#000000', '#ffffff', '#e7a13a', '#777777', '#ff0000', '#0000ff', '#1b6e3c', '#ffff00'])(
  'text on %s has a contrast of at least 4.5:1',
  (color) => {
    const part = (at: number, of: string) => {
      const value = Number.parseInt(of.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    const light = (of: string) => 0.2126 * part(1, of) + 0.7152 * part(3, of) + 0.0722 * part(5, of) + 0.05;
    const [one, other] = [light(color), light(inkOn(color))];
    expect(Math.max(one, other) / Math.min(one, other)).toBeGreaterThanOrEqual(4.5);
  },
);

test('it speaks the first language that it knows, and English otherwise', () => {
  expect(wordsIn([null, 'de-AT', 'es'], 'AI Dana').title).toBe('Chat mit AI Dana');
  expect(wordsIn(['xx', ''], 'AI $& Dana').title).toBe('Chat with AI $& Dana');
});

test('listeners are told until they leave, late ones that it is ready, and one that fails harms nobody', () => {
  const failures: unknown[] = [];
  const heard: string[] = [];
  const { on, off, emit } = createListeners((error) => failures.push(error));
  on('open', () => {
    throw new Error('theirs');
  });
  const leave = on('open', () => heard.push('one'));
  const other = () => void heard.push('other');
  on('open', other);
  emit('open', {});
  leave();
  off('open', other);
  off('close', other);
  emit('open', {});
  emit('ready', {});
  on('ready', () => heard.push('ready'));
  on('message', ({ from }) => heard.push(from));
  emit('message', { from: 'twin' });
  expect(heard).toEqual(['one', 'other', 'ready', 'twin']);
  expect(failures).toHaveLength(2);
});
