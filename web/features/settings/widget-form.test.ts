import { expect, it } from 'vitest';
import { snippetsFor, widgetForm } from './widget-form.ts';

const VALUE = {
  origins: ['https://a.example', 'https://b.example'],
  color: '#e7a13a',
  position: 'right' as const,
  label: 'Ask AI {first_name}',
};

it('has one origin per line, and reads what it wrote', () => {
  const form = widgetForm.toForm(VALUE);
  expect(form.origins).toBe('https://a.example\nhttps://b.example');
  expect(widgetForm.read(form)).toEqual({ value: VALUE });
  const typed = { ...form, origins: ' https://A.example/ \n\nhttps://a.example', color: '#ABC', label: ' Ask ' };
  expect(widgetForm.read(typed)).toEqual({
    value: { origins: ['https://a.example'], color: '#aabbcc', position: 'right', label: 'Ask' },
  });
});

it('says of each bad line what is wrong with it', () => {
  const form = { ...widgetForm.toForm(VALUE), origins: 'a.example\nhttps://b.example\nhttps://c.example/blog' };
  expect(widgetForm.read({ ...form, label: ' ', color: 'red' })).toEqual({
    problems: [
      {
        field: 'origins',
        message:
          'Line 1: “a.example” must start with https://, like https://www.example.com.\n' +
          'Line 3: “https://c.example/blog” has something after the address: ' +
          'https://c.example is enough for all of its pages.',
      },
      { field: 'label', message: 'Enter a text.' },
      { field: 'color', message: 'Enter a color like #e7a13a.' },
    ],
  });
  const many = Array.from({ length: 51 }, (_, at) => `https://a${at}.example`).join('\n');
  expect(widgetForm.read({ ...form, origins: many })).toEqual({
    problems: [{ field: 'origins', message: 'Enter at most 50 addresses.' }],
  });
});

it('tells what has changed', () => {
  const before = widgetForm.toForm(VALUE);
  const after = {
    origins: 'https://b.example\nhttps://c.example',
    color: '#000000',
    position: 'left',
    label: 'Hi',
  } as const;
  expect(widgetForm.changes(before, after)).toEqual([
    'https://c.example is allowed',
    'https://a.example is no longer allowed',
    'button text: “Hi” (was “Ask AI {first_name}”)',
    'button color: #000000 (was #e7a13a)',
    'button position: Bottom left (was Bottom right)',
  ]);
  expect(widgetForm.changes(before, before)).toEqual([]);
});

it('gives code with the address filled in', () => {
  const { floating, inline } = snippetsFor('https://twin.example');
  expect(floating).toBe('<script async crossorigin src="https://twin.example/widget.js"></script>');
  expect(inline).toContain('data-inline="#twin"');
});
