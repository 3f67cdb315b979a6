import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@understudy/contract/languages';
import { describe, expect, it } from 'vitest';
import { textsInCode } from './page-texts.ts';

const WEB = path.join(path.dirname(import.meta.dirname), 'web');
const AREAS = globSync('texts/en/*.json', { cwd: WEB }).map((file) => path.basename(file));
const read = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(WEB, 'texts', language, area), 'utf8'));

/** The placeholders and tags of a message, in a fixed order. */
const partsOf = (message: string) =>
  [...new Set([...message.matchAll(/\{(\w+)|<(\w+)\/?>/g)].map(([, value, tag]) => value ?? `<${tag}>`))].sort();

describe('finding texts in code', () => {
  const found = (code: string) => textsInCode(code, 'a.tsx').map(({ text }) => text);

  it.each([
    ['<p>Talk to {name} now</p>', ['Talk to', 'now']],
    ['<a aria-label="Close" className="Big Blue" href="Some Where">{x}</a>', ['Close']],
    [`const words = 'You can ' + n + ' times.';`, ['You can {} times.']],
    [`const words = \`For \${days} days, then it’s gone.\`;`, ['For {} days, then it’s gone.']],
    [`const state = busy ? 'Saving' : 'Save';`, ['Saving', 'Save']],
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
    expect(outside).toEqual([]);
  });

  it.each(AREAS)('of %s are all used', (area) => {
    const code = globSync('{app,features,platform,ui}/**/*.{ts,tsx}', { cwd: WEB })
      .map((file) => readFileSync(path.join(WEB, file), 'utf8'))
      .join('\n');
    // An id that is put together ends or begins with a placeholder: `personalities.${id}.name`.
    const patterns = [...code.matchAll(/['"`]([a-z]\w*(?:\.(?:\w+|\$\{[^}]+\}))+)['"`]/g)].map(
      ([, id = '']) => new RegExp(`^${id.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '\\w+')}$`),
    );
    const unused = Object.keys(read('en', area)).filter((id) => !patterns.some((pattern) => pattern.test(id)));
    expect(unused).toEqual([]);
  });

  const translated = LANGUAGES.filter((language) => language !== 'en');
  describe.each(translated)('in %s', (language) => {
    it.each(AREAS)('of %s have the placeholders and tags of the English ones', (area) => {
      const english = read('en', area);
      for (const [id, message] of Object.entries(read(language, area))) {
        expect(english, id).toHaveProperty([id]);
        expect(partsOf(message), id).toEqual(partsOf(english[id] ?? ''));
      }
    });
  });
});
