import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERROR_STATUS } from '@understudy/contract/errors';
import { FIXED_MEMORIES, FIXED_SENTENCES, FIXED_VALUES } from '@understudy/contract/fixed-sentences';
import { LANGUAGES } from '@understudy/contract/languages';
import { REMEMBERED_TITLE } from '@understudy/contract/remembered';
import { SCORE_REASONS } from '@understudy/contract/score-reasons';
import { SUMMARY_LABELS } from '@understudy/contract/summary-labels';
import { describe, expect, it } from 'vitest';
import { AUTH_ERRORS } from '../server/features/accounts/auth-error.ts';
import { messageParts } from '../web/build/message-parts.ts';
import { textsInCode } from './page-texts.ts';

const WEB = path.join(path.dirname(import.meta.dirname), 'web');
const AREAS = globSync('texts/en/*.json', { cwd: WEB }).map((file) => path.basename(file));
const read = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(WEB, 'texts', language, area), 'utf8'));

/** Texts for the console, for the owner's own site, and for the knowledge. */
const NOT_IN_CATALOGUE =
  /^(platform\/report-error\.ts: \[understudy\]|features\/settings\/(widget-form\.ts: <|twin\/answer\.ts))/;

describe('finding texts in code', () => {
  const found = (code: string) => textsInCode(code, 'a.tsx').map(({ text }) => text);

  it.each([
    ['<p>Talk to {name} now</p>', ['Talk to', 'now']],
    ['<a aria-label="Close" className="Big Blue" href="Some Where">{x}</a>', ['Close']],
    [`const words = 'You can ' + n + ' times.';`, ['You can {} times.']],
    [`const words = \`For \${days} days, then it’s gone.\`;`, ['For {} days, then it’s gone.']],
    [`const state = busy ? 'Saving' : 'Save';`, ['Saving', 'Save']],
    [`setSaid('Copied.');`, ['Copied.']],
    [`<p>{isLate ? 'was due' : 'due'} {isNew && \`by \${who}\`}</p>`, ['was due', 'due', 'by {}']],
    [`const words = \`\${count} found\`;`, ['{} found']],
    [`const title = \`Use \${name}\`;`, ['Use {}']],
    [`<a aria-label={\`Close: \${name}\`} title={isOn ? 'in use' : undefined} />`, ['Close: {}', 'in use']],
  ])('finds those of %s', (code, texts) => {
    expect(found(code)).toEqual(texts);
  });

  it.each([
    `import x from './Some file.ts';`,
    `throw new Error('The button has no label.');`,
    `cn('inline-flex min-h-11', isBig && 'Text Big')`,
    `if (event.key === 'Escape') close();`,
    `type State = 'Not yet' | 'Done';`,
    `t('landing.startConversation')`,
    `const state = 'idle';`,
    `<p>{state === 'idle' ? <Idle /> : null}</p>`,
    `const key = \`\${id} \${since}\`;`,
    `const path = \`M\${left} 20V\${foot}\`;`,
  ])('finds none in %s', (code) => {
    expect(found(code)).toEqual([]);
  });
});

describe('the texts of the page', () => {
  it('stand in the catalogue, not in the code', () => {
    const files = globSync('{app,features,platform,ui}/**/*.{ts,tsx}', { cwd: WEB }).filter(
      (file) => !/\.test\.|\/testing\//.test(file),
    );
    const outside = files.flatMap((file) =>
      textsInCode(readFileSync(path.join(WEB, file), 'utf8'), file).map(({ text }) => `${file}: ${text}`),
    );
    expect(outside.filter((text) => !NOT_IN_CATALOGUE.test(text))).toEqual([]);
  });

  it.each(AREAS)('of %s are all used', (area) => {
    // What the server keeps in English is worded by code that mails share.
    const code = globSync(['{app,features,platform,ui}/**/*.{ts,tsx}', '../contract/fixed-words.ts'], { cwd: WEB })
      .map((file) => readFileSync(path.join(WEB, file), 'utf8'))
      .join('\n');
    // An id that is put together ends or begins with a placeholder: `personalities.${id}.name`.
    const patterns = [...code.matchAll(/['"`]([a-z]\w*(?:\.(?:\w+|\$\{[^}]+\}))+)['"`]/g)].map(
      ([, id = '']) => new RegExp(`^${id.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '\\w+')}$`),
    );
    const unused = Object.keys(read('en', area)).filter((id) => !patterns.some((pattern) => pattern.test(id)));
    expect(unused).toEqual([]);
  });

  it('that the owner’s first screens show come with them, and no others', () => {
    const pages = ['admin/admin-pages', 'admin/account-menu', 'admin/waiting-bar', 'sign-in-page'];
    const parts = ['dashboard/components/{sessions-tab,*-dialog,score-help}', 'auth/components/password-question'];
    const starts = [
      ...pages.map((page) => `app/pages/${page}.{ts,tsx}`),
      ...parts.map((part) => `features/${part}.tsx`),
    ];
    const modules = new Set(globSync(starts, { cwd: WEB }).map((file) => path.join(WEB, file)));
    let code = '';
    // The set grows during iteration.
    for (const file of modules) {
      const text = readFileSync(file, 'utf8');
      code += text;
      for (const [, from = ''] of text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^']*?from )?'(\.[^']+\.tsx?)';$/gm))
        modules.add(path.join(path.dirname(file), from));
    }
    // Put together from a value of the contract.
    const families = [...code.matchAll(/[`]([a-z]\w*(?:\.\w+)*\.)\$\{/g)].map(([, beginning = '']) => beginning);
    const isShown = (id: string) => code.includes(`'${id}'`) || code.includes(`"${id}"`);
    const shown = (id: string) => isShown(id) || families.some((beginning) => id.startsWith(beginning));
    expect(Object.keys(read('en', 'owner.json')).filter((id) => !shown(id))).toEqual([]);
    expect(Object.keys(read('en', 'owner-pages.json')).filter(shown)).toEqual([]);
  });

  it.each(LANGUAGES)('tell of the list of memories by its name, in %s', (language) => {
    const { 'memory.title': title, 'memory.forgetAllMore': forgetAll } = read(language, 'chat.json');
    if (language === 'en') expect(title).toBe(REMEMBERED_TITLE);
    for (const name of [title, forgetAll]) expect(read(language, 'pages.json')['privacy.memoriesWhy']).toContain(name);
  });

  it('tell every error of the server and of its sign-in', () => {
    const codes = [...Object.keys(ERROR_STATUS), ...Object.keys(AUTH_ERRORS).map((code) => `auth_${code}`)];
    expect(Object.keys(read('en', 'server.json'))).toEqual(
      expect.arrayContaining(codes.map((code) => `errors.${code}`)),
    );
  });

  it('tell the reasons of a score as the server writes them', () => {
    const english = read('en', 'server.json');
    const reasons = Object.entries(english).filter(([id]) => id.startsWith('reasons.'));
    expect(Object.fromEntries(reasons.map(([id, text]) => [id.slice('reasons.'.length), text]))).toEqual(SCORE_REASONS);
  });

  it('tell the fixed sentences of items and summaries as the server writes them', () => {
    const fixed = Object.entries(read('en', 'server.json')).filter(([id]) => id.startsWith('fixed.'));
    expect(Object.fromEntries(fixed.map(([id, text]) => [id.slice('fixed.'.length), text]))).toEqual({
      ...FIXED_SENTENCES,
      ...FIXED_VALUES,
      ...FIXED_MEMORIES,
    });
  });

  it('tell the labels in a summary as the server writes them', () => {
    const english = read('en', 'server.json');
    const ids = SUMMARY_LABELS.map((label) => [`summary.${label.toLowerCase().replaceAll(' ', '_')}`, label]);
    expect(english).toMatchObject(Object.fromEntries(ids));
  });

  const translated = LANGUAGES.filter((language) => language !== 'en');
  describe.each(translated)('in %s', (language) => {
    it.each(AREAS)('of %s have the placeholders and tags of the English ones', (area) => {
      const english = read('en', area);
      for (const [id, message] of Object.entries(read(language, area))) {
        expect(english, id).toHaveProperty([id]);
        const [told, original] = [messageParts(message), messageParts(english[id] ?? '')];
        expect(told.parts, id).toEqual(original.parts);
        // A language may tell more apart than English does.
        expect(told.choices, id).toEqual(expect.arrayContaining(original.choices));
      }
    });

    it.each(AREAS)('of %s choose plurals as the language does', (area) => {
      const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const [id, message] of Object.entries(read(language, area)))
        for (const categories of messageParts(message).plurals) {
          // A number is a case of its own: `=0 {none}`.
          expect(known, id).toEqual(expect.arrayContaining(categories.filter((name) => !/^\d+$/.test(name))));
          expect(categories, id).toContain('other');
        }
    });

    it.each(AREAS)('of %s are complete', (area) => {
      expect(Object.keys(read(language, area)).sort()).toEqual(Object.keys(read('en', area)).sort());
    });
  });
});
