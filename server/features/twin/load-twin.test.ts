import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MODE_IDS } from '@understudy/contract/twin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySampleTwin, loadSampleTwin, SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';
import { loadTwin, watchTwin } from './load-twin.ts';
import { TwinFileError } from './twin-files.ts';

let dir: string;
beforeEach(async () => {
  dir = await copySampleTwin();
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(path.join(dir, file), 'utf8');
  const after = change(before);
  expect(after, 'the edit changes something').not.toBe(before);
  await writeFile(path.join(dir, file), after);
}
const swap = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);

async function mistake(): Promise<TwinFileError> {
  // A malformed demo is left out; whoever saves it is told the same sentence.
  const error = await loadTwin(dir).then(
    ({ demoMistakes: [left] }) => left && new TwinFileError(left.file, left.line, left.problem),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TwinFileError);
  return error as TwinFileError;
}

/** The line of a file on which a text stands, from 1. */
async function lineOf(file: string, text: string): Promise<number> {
  const lines = (await readFile(path.join(dir, file), 'utf8')).split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

it.each(['name', 'first_name'])('a %s that fills a page is refused with its line', async (key) => {
  await edit('persona.yaml', swap(new RegExp(`^${key}: .*`, 'm'), `${key}: ${'Karl '.repeat(41)}`));
  const error = await mistake();
  expect(error.message).toContain(`'${key}' is longer than 200 characters`);
  expect(error.line).toBe(await lineOf('persona.yaml', `${key}: Karl`));
});

describe('the sample twin', () => {
  it('loads whole: seven modes, six models, at least fifteen passages', async () => {
    const twin = await loadSampleTwin();
    expect(twin.modes.map(({ id }) => id)).toEqual([...MODE_IDS]);
    expect(twin.models).toHaveLength(6);
    expect(twin.models.at(-1)?.id).toBe('embedded');
    expect(twin.defaultModel).toBe('llama-3.3-70b-versatile');
    expect(twin.knowledge.length).toBeGreaterThanOrEqual(25);
    expect(twin.demos.length).toBeGreaterThanOrEqual(1);
    expect(new Set(twin.modes.map(({ voiceId }) => voiceId)).size).toBe(MODE_IDS.length);
    expect(new Set(twin.voices.map(({ embedded }) => JSON.stringify(embedded))).size).toBe(MODE_IDS.length);
    expect(twin.portrait.mediaType).toBe('image/svg+xml');
  });

  it('names the consultant from one place', async () => {
    await edit('persona.yaml', swap('first_name: Orla', 'first_name: Quillon'));
    await edit('persona.yaml', swap('name: Orla Venstrom', 'name: Quillon Astor'));
    const twin = await loadTwin(dir);
    const spoken = JSON.stringify([twin.modes, twin.replies]);
    expect(spoken).toContain('Quillon Astor');
    expect(spoken).not.toMatch(/\{(name|first_name|email)\}/);
    expect(twin.consent.text).toMatch(/Quillon.*180 days/s);
  });

  it('gives each passage its file and the line of its heading', async () => {
    const twin = await loadSampleTwin();
    const prices = twin.knowledge.find(({ id }) => id === 'prices');
    expect(prices?.file).toBe('knowledge/prices.md');
    expect(prices?.line).toBe(await lineOf('knowledge/prices.md', '{#prices}'));
    expect(prices?.text).not.toMatch(/Asks:|Called:/);
    expect(prices?.called).toBe('the prices');
    expect(prices?.asked).toContain('how much do you charge');
  });
});

const MISTAKES: [string, string, (text: string) => string, string | null, RegExp][] = [
  ['an unknown key', 'persona.yaml', swap('tagline:', 'tag_line:'), 'tag_line', /unknown key 'tag_line'/],
  ['an unknown key within', 'persona.yaml', swap('  email:', '  mail:'), '  mail', /unknown key 'mail' in 'contact'/],
  ['a missing field', 'persona.yaml', swap(/^tagline:.*\n/m, ''), null, /'tagline' is missing/],
  ['an empty text', 'persona.yaml', swap(/^title:.*$/m, "title: ''"), 'title:', /'title' must not be empty/],
  ['a list for a text', 'persona.yaml', swap(/^title:.*$/m, 'title: [a]'), 'title:', /'title' must be a text/],
  [
    'a bad address',
    'persona.yaml',
    swap('orla@venstrom.example', 'nobody'),
    'nobody',
    /'contact.email' must be an email/,
  ],
  [
    'a service twice',
    'persona.yaml',
    swap('id: rehearsal', 'id: walkthrough'),
    null,
    /service 'walkthrough' stands twice/,
  ],
  [
    'a portrait that is not there',
    'persona.yaml',
    swap('portrait.svg', 'nobody.png'),
    'nobody.png',
    /portrait.*missing/,
  ],
  [
    'a portrait elsewhere',
    'persona.yaml',
    swap('portrait: portrait.svg', 'portrait: ../secret.svg'),
    'secret',
    /portrait/,
  ],
  [
    'a portrait of another kind',
    'persona.yaml',
    swap('portrait.svg', 'portrait.exe'),
    'portrait.exe',
    /must be an SVG/,
  ],
  ['broken YAML', 'persona.yaml', swap('languages: [English', 'languages: [[English'), null, /not valid YAML/],
  [
    'a quote that nobody closes, at the line where it begins',
    'persona.yaml',
    swap(/^tagline:.*$/m, 'tagline: "I keep it short'),
    'tagline:',
    /not valid YAML: Missing closing "quote/,
  ],
  [
    'the same in a list of lines',
    'modes/mentor.yaml',
    swap('your company?"', 'your company?'),
    'Welcome.',
    /not valid YAML: Missing closing "quote/,
  ],
  [
    'a colon within a text, with what to do about it',
    'persona.yaml',
    swap(/^tagline:.*$/m, 'tagline: One thing: to keep it short'),
    'tagline:',
    /not valid YAML, usually because a text holds a colon and needs quotes around it/,
  ],
  ['a key twice', 'persona.yaml', swap('title:', 'name: Twice\ntitle:'), 'Twice', /not valid YAML: .*unique/],
  ['a bad colour', 'modes/mentor.yaml', swap(/^color:.*$/m, 'color: reddish'), 'color:', /'color' must be a colour/],
  ['an unknown mode', 'modes/mentor.yaml', swap('id: mentor', 'id: mentro'), 'mentro', /'id' must be one of core/],
  ['a mode twice', 'modes/mentor.yaml', swap('id: mentor', 'id: core'), 'id: core', /mode 'core' is in another file/],
  [
    'no line at all',
    'modes/mentor.yaml',
    swap(/\nfollowup:\n( {2}.*\n)+/, '\nfollowup: []\n'),
    'followup',
    /at least|too small|>=1/i,
  ],
  [
    'two questions',
    'modes/mentor.yaml',
    swap('What is on your mind about your company?', 'Who? And why?'),
    'Who?',
    /must not hold two questions/,
  ],
  [
    'an unknown successor chain',
    'models.yaml',
    swap('successor: qwen/qwen3.6-27b', 'successor: qwen/qwen3-32b'),
    null,
    /lead back to themselves/,
  ],
  [
    'a cycle of transcribers',
    'models.yaml',
    swap('whisper-large-v3-turbo: null', 'whisper-large-v3-turbo: distil-whisper-large-v3-en'),
    null,
    /lead back/,
  ],
  ['a model twice', 'models.yaml', swap('id: qwen/qwen3-32b', 'id: openai/gpt-oss-120b'), null, /stands twice/],
  ['an unknown default', 'models.yaml', swap(/^default:.*$/m, 'default: gpt-2'), 'gpt-2', /'gpt-2' is not in the list/],
  ['a bad context length', 'models.yaml', swap('contextLength: 32k', 'contextLength: many'), 'many', /thousand tokens/],
  ['no front matter', 'knowledge/prices.md', swap('---\n', ''), null, /must begin with front matter/],
  [
    'a bad tag',
    'knowledge/prices.md',
    swap('tags: [price]', 'tags: [Big Price]'),
    'Big Price',
    /'tags\[0\]' must be lower-case/,
  ],
  [
    'a heading without an id',
    'knowledge/prices.md',
    swap(' {#discounts}', ''),
    '## Discounts',
    /write '## Discounts {#discounts}'$/,
  ],
  ['a bad id', 'knowledge/prices.md', swap('{#discounts}', '{#Dis counts}'), 'Dis counts', /the id 'Dis counts'/],
  [
    'a passage id twice',
    'knowledge/starting.md',
    swap('{#remote}', '{#prices}'),
    '{#prices}',
    /'prices' is taken already \(knowledge\/prices\.md:6\)/,
  ],
  [
    'a passage without text',
    'knowledge/prices.md',
    swap(/Every price is fixed[\s\S]*?(?=\n## )/, ''),
    '{#how-prices',
    /has no text/,
  ],
  [
    'text before a heading',
    'knowledge/prices.md',
    swap('## What it costs', 'Stray words.\n\n## What it costs'),
    'Stray',
    /before the first heading/,
  ],
  ['an answer without a question', 'demos/essential-demos.txt', swap(/^Human:.*\n/, ''), '{name}:', /no line 'Human:'/],
  [
    'a question without an answer',
    'demos/essential-demos.txt',
    (text) => `${text}\n\nHuman: And?\n`,
    'And?',
    /has no answer/,
  ],
  [
    'an unknown speaker',
    'demos/essential-demos.txt',
    swap('{name}:', 'Somebody:'),
    'Somebody',
    /must begin with 'Human:'/,
  ],
  [
    'a line of a show for no mode',
    'show/material.yaml',
    swap(/^openings:\n/m, 'openings:\n  melodrama: ["Oh!"]\n'),
    'melodrama',
    /melodrama/,
  ],
  [
    'a callback without what it calls back',
    'show/material.yaml',
    swap(/^callbacks:\n/m, 'callbacks:\n  - "Remember?"\n'),
    'Remember?',
    /must say \{setup\}/,
  ],
  [
    'a bit twice',
    'show/bits.yaml',
    (text) => `${text}\n- ${text.slice(text.indexOf('id:'), text.indexOf('\n- ', text.indexOf('id:')))}\n`,
    null,
    /stands twice/,
  ],
  [
    'a round without its answer',
    'show/games.yaml',
    swap(/^ +right: .*\n/m, ''),
    null,
    /with an 'answer' needs 'right'/,
  ],
  ['a fifth choice', 'show/games.yaml', swap(/answer: \d/, 'answer: 5'), 'answer: 5', /must be a number from 1 to 4/],
];

describe('a mistake in the files is one sentence with file and line', () => {
  it.each(MISTAKES)('%s', async (_, file, change, marker, sentence) => {
    await edit(file, change);
    const error = await mistake();
    const reported = file.startsWith('modes/') ? error.file.startsWith('modes/') : error.file === file;
    expect(reported, error.message).toBe(true);
    expect(error.message).toMatch(sentence);
    expect(error.message).toMatch(/^[\w/.-]+:\d+: [^\n]+$/);
    if (marker && error.file === file) expect(error.line).toBe(await lineOf(file, marker));
  });

  it('another file in the folder of the show', async () => {
    await writeFile(path.join(dir, 'show/puns.yaml'), '[]');
    expect((await mistake()).message).toBe(
      'show/puns.yaml: the folder show has show/material.yaml, show/replies.yaml, show/answers.yaml, ' +
        'show/bits.yaml, show/games.yaml, show/debates.yaml only',
    );
  });

  it('a missing file, folder or mode', async () => {
    await rm(path.join(dir, 'modes/futurist.yaml'));
    expect((await mistake()).message).toBe("modes: the mode 'futurist' is missing: add modes/futurist.yaml");
    await rm(path.join(dir, 'knowledge'), { recursive: true });
    await cp(path.join(SAMPLE_TWIN_DIR, 'modes'), path.join(dir, 'modes'), { recursive: true });
    expect((await mistake()).message).toBe('knowledge: the folder is missing');
    await rm(path.join(dir, 'persona.yaml'));
    expect((await mistake()).message).toBe('persona.yaml: the file is missing');
  });

  it('a file that is not text, an empty portrait', async () => {
    await writeFile(path.join(dir, 'models.yaml'), Buffer.from([0xff, 0xfe, 0x00, 0xd8]));
    expect((await mistake()).message).toBe('models.yaml: the file is not UTF-8 text');
    await writeFile(path.join(dir, 'portrait.svg'), '');
    expect((await mistake()).message).toMatch(/^persona\.yaml:\d+: the portrait 'portrait\.svg' is empty$/);
  });
});

it('names a file as whoever stands somewhere finds it', () => {
  const error = new TwinFileError('persona.yaml', 4, "unknown key 'nam'");
  expect(error.sentenceFrom('/srv/app/twin', '/srv/app')).toBe("twin/persona.yaml:4: unknown key 'nam'");
  expect(error.sentenceFrom('/srv/app/twin', '/srv/app/twin')).toBe("persona.yaml:4: unknown key 'nam'");
  expect(error.sentenceFrom('/srv/app/..twin', '/srv/app')).toBe("..twin/persona.yaml:4: unknown key 'nam'");
  expect(error.sentenceFrom('/srv/twin', '/srv/app')).toBe("/srv/twin/persona.yaml:4: unknown key 'nam'");
});

describe('watchTwin', () => {
  it('tells of each edit', async () => {
    let next = Promise.withResolvers<void>();
    const stop = watchTwin(
      dir,
      () => next.resolve(),
      (sentence) => next.reject(new Error(sentence)),
    );
    try {
      for (const words of ['First edit.', 'Second edit.']) {
        await edit('persona.yaml', swap(/^tagline:.*$/m, `tagline: ${words}`));
        await next.promise;
        next = Promise.withResolvers<void>();
      }
    } finally {
      stop();
    }
  });
});
