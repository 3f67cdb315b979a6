import { brandRule } from '@understudy/contract/brand';
import type { Language } from '@understudy/contract/languages';
import { USUAL_VISITOR_PAGE } from '@understudy/contract/settings';
import type { PublicConfig } from '@understudy/contract/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderPage } from './render-page.ts';

const TEMPLATE = `<!doctype html>
<html lang="__LANGUAGE__">
<link rel="modulepreload" lang="de" href="/de.js"><link rel="modulepreload" lang="es" href="/es.js">
<template lang="de" data-shell="/">Guten Tag</template><template lang="es" data-shell="/">Hola</template>
<template lang="de" data-shell="/admin">Übersicht</template><!--visitors <script nonce="__NONCE__">fill()</script>-->
<!-- __TITLE__ is described here -->
<title>__TITLE__</title><!--admin <link rel="modulepreload" nonce="__NONCE__" href="/assets/back.js">-->
<!--admin <script nonce="__NONCE__">ask()</script>-->
<meta name="description" content="__DESCRIPTION__">__SOCIAL__
<script type="application/json" id="config" nonce="__NONCE__">__CONFIG__</script>`;

const NO_PROOF: PublicConfig['proof'] = { clients: [], quotes: [] };

const configOf = (consultant: object = {}, shows: object = {}, proof = NO_PROOF) =>
  ({
    consultant: {
      name: 'Ada Lind',
      title: 'Adviser',
      tagline: 'I keep it short.',
      portrait: '/twin/portrait',
      ...consultant,
    },
    visitor_page: { ...USUAL_VISITOR_PAGE, ...shows },
    proof,
  }) as PublicConfig;

/** Parts of prerendered first screens. */
const SHELL = `<template data-shell="/"><a class="x" href="/admin">Dashboard</a><a href="/chat">Chat</a>
<aside class="sample-note">Invented</aside>
<section aria-labelledby="early-access-title"><form>Email</form></section></template>
<template data-shell="/chat"><button type="submit" value="talk"><svg></svg>Talk</button></template>`;

test('the first screens are painted without what the owner does not show visitors', () => {
  const paint = (shows: object, sample = true) =>
    renderPage(SHELL, {
      ...{ path: '/', nonce: 'n', language: 'en', origin: 'https://twin.example' },
      config: { ...configOf({}, shows), sample },
      brand: null,
    }).html;
  expect(paint({})).toBe(SHELL);
  const bare = paint({ dashboard_link: false, waitlist: false, voice: false });
  expect(bare).not.toMatch(/admin|early-access|talk/);
  expect(bare).toContain('<a href="/chat">Chat</a>');
  expect(bare).toContain('Invented');
  expect(paint({}, false)).not.toContain('Invented');
});

test('of the marks in the first screens those stay for which there is a text', () => {
  const shell = `<template data-shell="/"><section aria-labelledby="proof-title"><ul><li>{{client_1}}</li>
<li class="x">{{client_2}}</li></ul><blockquote><p>{{quote_1}}</p><cite>{{by_1}}</cite></blockquote></section>
<button class="y">{{starter_1}}</button><button>{{starter_2}}</button></template>`;
  const paint = (shows: object, proof?: PublicConfig['proof']) =>
    renderPage(shell, {
      ...{ path: '/', nonce: 'n', language: 'en', origin: 'https://twin.example' },
      config: configOf({}, shows, proof),
      brand: null,
    }).html;
  const marksIn = (html: string) => html.match(/\{\{\w+\}\}/g) ?? [];
  expect(paint({ starters: ['A?', 'B?', 'C?'] }, { clients: ['A', 'B'], quotes: [{ text: 'Q', by: 'B' }] })).toBe(
    shell,
  );
  expect(marksIn(paint({ starters: ['A?'] }, { clients: ['A'], quotes: [] }))).toEqual([
    '{{client_1}}',
    '{{starter_1}}',
  ]);
  expect(paint({})).not.toMatch(/proof-title|button/);
});

const render = (path: string, config = configOf(), brand: string | null = null, language: Language = 'en') =>
  renderPage(TEMPLATE, { path, nonce: 'n0nce', language, origin: 'https://twin.example', config, brand });

const attributes = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map((m) => [m[1], m[2]]),
  );

/** The page's data as a browser parses it: everything up to the first closing script tag. */
const configIn = (html: string) => JSON.parse(/id="config"[^>]*>([\s\S]*?)<\/script/i.exec(html)?.[1] ?? '');

describe('a page of the product', () => {
  test('is sent with the first screen and the texts of its language only', () => {
    const { html } = render('/', configOf(), null, 'de');
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('href="/de.js"');
    expect(html).toContain('Guten Tag');
    expect(html).not.toMatch(/es\.js|Hola/);
  });

  test('is sent with no first screen but its own, and with the script of its readers only', () => {
    const screens = (path: string) => render(path, configOf(), null, 'de').html.match(/Guten Tag|Übersicht/g);
    expect(screens('/')).toEqual(['Guten Tag']);
    expect(screens('/admin')).toEqual(['Übersicht']);
    for (const path of ['/auth', '/admin/users', '/privacy', '/widget']) expect(screens(path)).toBeNull();
    for (const path of ['/', '/widget']) expect(render(path).html).toContain('<script nonce="n0nce">fill()</script>');
    for (const path of ['/admin', '/auth']) expect(render(path).html).not.toContain('fill()');
  });

  test('asks for the script of the owner’s side ahead where it is one of its pages, and nowhere else', () => {
    const ahead = '<link rel="modulepreload" nonce="n0nce" href="/assets/back.js">';
    const script = '<script nonce="n0nce">ask()</script>';
    for (const path of ['/admin', '/admin/session/5', '/auth']) {
      expect(render(path).html).toContain(ahead);
      expect(render(path).html).toContain(script);
    }
    for (const path of ['/', '/chat', '/privacy', '/nowhere'])
      expect(render(path).html).not.toMatch(/back\.js|ask\(\)/);
  });

  test('is in the consultant’s color where visitors see it, and otherwise the same byte for byte', () => {
    const [, rule] =
      /<style nonce="n0nce" id="brand">(.*)<\/style>/.exec(render('/', configOf(), '#0A4d8c').html) ?? [];
    expect(rule).toBe(brandRule('#0a4d8c'));
    for (const path of ['/', '/chat', '/privacy', '/widget', '/nowhere']) {
      const { html } = render(path, configOf(), '#0a4d8c');
      expect(html.replace(`\n    <style nonce="n0nce" id="brand">${rule}</style>`, '')).toBe(render(path).html);
      expect(html).toContain(rule);
    }
    for (const path of ['/admin', '/auth']) expect(render(path, configOf(), '#0a4d8c').html).not.toContain('brand');
  });

  test.each([
    ['/', 'AI Ada Lind: I keep it short.'],
    ['/chat', 'Chat with AI Ada Lind'],
    ['/personalities', 'Personalities of AI Ada Lind'],
    ['/privacy', 'Privacy: AI Ada Lind'],
    ['/admin', 'AI Ada Lind Dashboard'],
    ['/admin/session/5', 'Session Details: AI Ada Lind'],
    ['/admin/waitlist', 'Waitlist: AI Ada Lind'],
    ['/admin/users', 'Users: AI Ada Lind'],
    ['/admin/audit', 'Audit log: AI Ada Lind'],
    ['/auth', 'Sign in: AI Ada Lind Admin'],
  ])('%s carries the consultant’s name in title, description and social tags', (path, title) => {
    const { html, found } = render(path);
    expect(found).toBe(true);
    expect(html).toContain(`<title>${title}</title>`);
    const meta = attributes(html);
    expect(meta).toMatchObject({
      'og:title': title,
      'og:url': `https://twin.example${path}`,
      'og:image': 'https://twin.example/twin/portrait',
      'og:site_name': 'AI Ada Lind',
      'twitter:card': 'summary',
    });
    expect(meta['description']).toContain('Ada Lind');
    expect(html).toContain(`<link rel="canonical" href="https://twin.example${path}">`);
    expect(html).not.toMatch(/__[A-Z]+__|<!--|\{name\}/);
  });

  test('tells search engines and previews of it in the language it is sent in', () => {
    const german = attributes(render('/chat', configOf(), null, 'de').html);
    expect(german).toMatchObject({
      'og:title': 'Mit KI Ada Lind chatten',
      'og:site_name': 'KI Ada Lind',
      description: 'Fragen Sie den KI-Zwilling von Ada Lind nach Leistungen, Preisen und den ersten Schritten.',
    });
    const spanish = render('/auth', configOf(), null, 'es').html;
    expect(spanish).toContain('<title>Iniciar sesión: administración de la IA de Ada Lind</title>');
    expect(attributes(spanish)['description']).toBe('Para el propietario de la IA de Ada Lind.');
  });

  test.each(['/nowhere', '/chat/more', '/admin/session', '/admin/session/5/6', '/CHAT', '//'])(
    '%s is none, and says so',
    (path) => {
      const { html, found } = render(path);
      expect(found).toBe(false);
      expect(html).toContain('<title>Page not found: AI Ada Lind</title>');
    },
  );
});

describe('what operators and visitors write', () => {
  test('cannot leave its place in the page, and is all there', () => {
    const hostile = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom(
        '"><script>x()</script>',
        '</script><svg onload=x>',
        '<!--',
        "$& $$ $' $`",
        '__CONFIG__',
        '{title}{name}',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, fc.webPath(), (name, tagline, path) => {
        const config = configOf({ name, tagline });
        const { html } = render(path, config);
        expect(configIn(html)).toEqual(JSON.parse(JSON.stringify(config)));
        // The page's own, and the one that fills in a first screen.
        expect(html.match(/<script/gi)).toHaveLength(2);
        expect(html).not.toMatch(/<svg|<!--/);
      }),
    );
  });

  test('is not read as a pattern', () => {
    const { html } = render('/', configOf({ name: 'A$&B', tagline: "Save $$ and $' more {title}" }));
    expect(html).toContain('<title>AI A$&amp;B: Save $$ and $&#39; more {title}</title>');
  });
});
