import { describe, expect, test } from 'vitest';
import { createSession } from './calls.ts';
import { SETTINGS_SCHEMAS } from './settings-calls.ts';
import {
  HOST_TITLE_MAX_CHARS,
  HOST_URL_MAX_CHARS,
  posted,
  readColor,
  readFromFrame,
  readHostPage,
  readOrigin,
  readToFrame,
} from './widget.ts';

describe('an allowed origin', () => {
  test.each([
    ['https://www.example.com', 'https://www.example.com'],
    [' https://Example.com/ ', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['https://example.com:8443', 'https://example.com:8443'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s is read as %s', (typed, origin) => expect(readOrigin(typed)).toEqual({ origin }));

  test.each([
    ['www.example.com', 'no_https'],
    ['http://example.com', 'http'],
    ['javascript:alert(1)', 'no_https'],
    ['null', 'no_https'],
    ['https://example.com/blog', 'path'],
    ['https://example.com?a=1', 'path'],
    ['https://me:secret@example.com', 'credentials'],
    ['https://*.example.com', 'star'],
    ['https://[::1]:3000', 'no_address'],
    ["https://a.example; script-src 'none'", 'no_address'],
    ['https://', 'no_address'],
    [`https://${'a'.repeat(200)}.example`, 'too_long'],
  ])('%s is refused: %s', (typed, problem) => expect(readOrigin(typed)).toMatchObject({ problem }));

  test('stands once in the settings, however it was typed, and a bad one is named with its place', () => {
    const usual = { color: '#ABC', position: 'left', label: 'Ask' };
    const schema = SETTINGS_SCHEMAS.widget;
    expect(schema.parse({ ...usual, origins: ['https://a.example', 'https://A.example/'] })).toEqual({
      ...usual,
      color: '#aabbcc',
      origins: ['https://a.example'],
    });
    const [issue] =
      schema.safeParse({ ...usual, origins: ['https://a.example', 'http://b.example'] }).error?.issues ?? [];
    expect(issue?.path).toEqual(['origins', 1]);
    expect(issue?.message).toBe('http://b.example must start with https://; http:// works for localhost only');
    for (const wrong of [{ color: 'red' }, { position: 'top' }, { label: ' ' }, { label: 'x'.repeat(41) }])
      expect(schema.safeParse({ ...usual, origins: [], ...wrong }).success).toBe(false);
  });
});

test.each([
  ['#e7a13a', '#e7a13a'],
  [' #FFF ', '#ffffff'],
  ['red', null],
  ['#12345', null],
  ['#e7a13a;x', null],
  [undefined, null],
])('the color %s is read as %s', (typed, color) => expect(readColor(typed)).toBe(color));

describe('the page around the widget', () => {
  test('is told without query, fragment, password and invisible characters, and not at any length', () => {
    expect(
      readHostPage({
        title: '  Prices\u0000 \u202Eevil\u2066\n| Reyes ',
        url: 'https://me:pw@reyes.example/prices/2026?utm=1&token=abc#x',
      }),
    ).toEqual({ title: 'Prices evil | Reyes', url: 'https://reyes.example/prices/2026' });
    const long = readHostPage({ title: '😀'.repeat(900), url: `https://reyes.example/${'a'.repeat(900)}` });
    expect([...(long?.title ?? '')]).toHaveLength(HOST_TITLE_MAX_CHARS);
    expect(long?.url).toHaveLength(HOST_URL_MAX_CHARS);
    expect(readHostPage({ title: 'x\uD800', url: 'https://a.example' })?.title.isWellFormed()).toBe(true);
  });

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'about:blank', 'prices'])(
    'is not one at %s',
    (url) => {
      expect(readHostPage({ title: 'Prices', url })).toBeNull();
      const start = { visitor_id: crypto.randomUUID(), consent: true, page: { title: 'Prices', url } };
      expect(createSession.safeParse(start).error?.issues[0]?.path).toEqual(['page', 'url']);
    },
  );
});

describe('a message between the page and the frame', () => {
  const page = { title: 'Prices', url: 'https://reyes.example/prices?x=1' };

  test('is read if it is one of the widget’s', () => {
    for (const message of [{ type: 'ready' }, { type: 'close' }, { type: 'lead' }, { type: 'message', from: 'twin' }])
      expect(readFromFrame(posted(message as never))).toEqual(message);
    const hello = { type: 'hello', open: true, focus: false } as const;
    expect(readToFrame(posted({ ...hello, page }))).toEqual({
      ...hello,
      page: { title: 'Prices', url: 'https://reyes.example/prices' },
    });
    expect(readToFrame(posted({ ...hello, page: null }))).toEqual({ ...hello, page: null });
    expect(readToFrame(posted({ type: 'closed' }))).toEqual({ type: 'closed' });
  });

  test.each([
    null,
    undefined,
    'ready',
    42,
    [],
    { type: 'ready' },
    { widget: 'understudy.0', type: 'ready' },
    { widget: 'understudy.1', type: 'message' },
    { widget: 'understudy.1', type: 'message', from: 'owner' },
    { widget: 'understudy.1', type: 'hello', open: 'yes', focus: true },
    { widget: 'understudy.1', type: 'say', text: 'hello' },
  ])('is ignored otherwise: %j', (data) => {
    expect(readFromFrame(data)).toBeNull();
    expect(readToFrame(data)).toBeNull();
  });

  test('carries nothing but what is expected', () => {
    expect(readFromFrame({ ...posted({ type: 'message', from: 'visitor' }), text: 'secret' })).toEqual({
      type: 'message',
      from: 'visitor',
    });
    const { page: read } = readToFrame(
      posted({ type: 'hello', open: true, focus: true, page: { title: 'x', url: 'y' } }),
    ) as {
      page: unknown;
    };
    expect(read).toBeNull();
  });
});
