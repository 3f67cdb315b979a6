import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverEnvironment } from '../../scripts/server-command.mjs';
import { loadTwin } from '../features/twin/load-twin.ts';
import { asksIn, withAsks } from '../features/twin/parse-knowledge.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import * as fake from '../testing/fake-replies.ts';
import { temporaryDataFolder, temporaryFolder } from '../testing/spawned-writer.ts';

const COMMAND = path.join(import.meta.dirname, 'twin.ts');
const SAMPLE = path.join(import.meta.dirname, '../../examples/twins/tax-adviser');
const execute = promisify(execFile);

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(() => provider.close());

/** A threshold: the sample folder's passages with the fewest questions are below it, most are not. */
async function few(): Promise<number> {
  const counts = (await loadTwin(SAMPLE)).knowledge.map(({ asked }) => asked.length);
  return counts.sort((one, other) => one - other)[10] ?? 0;
}

/**
 * Runs the command on a copy of a sample folder.
 *
 * @param dataDir where a model may have been connected
 */
async function suggest(
  args: string[],
  model: Record<string, string> = { LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model' },
  dataDir?: string,
) {
  const folder = await temporaryFolder();
  const twinDir = path.join(folder, 'twin');
  await cp(SAMPLE, twinDir, { recursive: true });
  const env = serverEnvironment({
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    DATA_DIR: dataDir ?? path.join(folder, 'data'),
    TWIN_DIR: twinDir,
    ...model,
  });
  const { stdout, stderr, code } = await execute(process.execPath, [COMMAND, ...args], { env }).then(
    (done) => ({ ...done, code: 0 }),
    (error) => error,
  );
  return { stdout, stderr, code, twinDir };
}

describe('npm run twin -- suggest', () => {
  it('proposes questions for the passages that have few, and leaves the files alone', async () => {
    provider.always(fake.completion(JSON.stringify({ asks: ['is there a discount; please?', 'what if I pay late'] })));
    const below = await few();
    const { stdout, code, twinDir } = await suggest(['suggest', '--below', String(below)]);
    expect(code).toBe(0);
    const passages = (await loadTwin(SAMPLE)).knowledge.filter(({ asked }) => asked.length < below);
    expect(passages.length).toBeGreaterThan(0);
    expect(stdout.match(/^ {2}is there a discount, please\?\n {2}what if I pay late$/gm)).toHaveLength(passages.length);
    expect((await loadTwin(twinDir)).knowledge).toEqual((await loadTwin(SAMPLE)).knowledge);
  });

  it('adds them to the files where that is wanted, and nothing else changes', async () => {
    provider.always(fake.completion(JSON.stringify({ asks: ['what if I pay late'] })));
    const below = await few();
    const { stdout, twinDir } = await suggest(['suggest', '--below', String(below), '--write']);
    expect(stdout).toContain('They stand in the files now.');
    const before = (await loadTwin(SAMPLE)).knowledge;
    const after = (await loadTwin(twinDir)).knowledge;
    expect(after.map(({ asked, line: _, ...rest }) => rest)).toEqual(before.map(({ asked, line: _, ...rest }) => rest));
    for (const [at, { asked }] of before.entries())
      expect(after[at]?.asked).toEqual(asked.length < below ? [...asked, 'what if I pay late'] : asked);
  });

  it.each([
    [[], {}, /^Say what to do: npm run twin -- suggest \| export \| import\n$/],
    [['suggest', '--below', 'many'], {}, /^--below takes a number/],
    [['fly'], {}, /^There is no "fly"; there are: suggest, export, import\.\n$/],
  ])('%j is refused in a sentence', async (args, model, sentence) => {
    const { stderr, code } = await suggest(args, model);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
  });

  it('is refused in a sentence where no model was configured or connected', async () => {
    const { stderr, code } = await suggest(['suggest'], {}, await temporaryDataFolder());
    expect(stderr).toMatch(/^Questions are proposed by a language model, and there is none\./);
    expect(code).toBe(1);
  });

  it('says in a sentence that the model cannot be asked', async () => {
    provider.always(fake.json(401, { error: { message: 'no such key' } }));
    const { stderr, code } = await suggest(['suggest', '--below', String(await few())]);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/\bat .*\.ts:\d/);
  });
});

describe('a model’s answer', () => {
  it.each([
    ['no JSON', []],
    ['{"asks": "one"}', []],
    ['{"asks": [1, null, "", "  ", "What’s it  cost?\\n"]}', ['What’s it cost?']],
    [`{"asks": ["how much", "How much?", "${'long '.repeat(60)}"]}`, []],
    ['Sure: {"asks": ["one", "One!", "two"]} Anything else?', ['one', 'two']],
  ])('%s', (answer, asks) => {
    expect(asksIn(answer, ['How much?'])).toEqual(asks);
  });
});

describe('an Asks: line', () => {
  it('gets the questions at its end, or is made below the heading', () => {
    const file = '---\ntopic: a\ntags: []\n---\n\n## One {#one}\n\nText.\n\n## Two {#two}\nAsks: a; b;\n\nText.\n';
    expect(withAsks(file, { line: 6 }, ['x', 'y'])).toBe(file.replace('{#one}\n', '{#one}\nAsks: x; y\n'));
    expect(withAsks(file, { line: 10 }, ['x'])).toBe(file.replace('Asks: a; b;', 'Asks: a; b; x'));
    const windows = file.replaceAll('\n', '\r\n');
    expect(withAsks(windows, { line: 10 }, ['x'])).toBe(windows.replace('Asks: a; b;', 'Asks: a; b; x'));
  });

  it('is that of the sample folder, which is read as before', async () => {
    const [passage] = (await loadTwin(SAMPLE)).knowledge;
    if (!passage) throw new Error('no passage');
    const text = await readFile(path.join(SAMPLE, passage.file), 'utf8');
    expect(withAsks(text, passage, ['x']).split('\n')).toHaveLength(text.split('\n').length);
  });
});
