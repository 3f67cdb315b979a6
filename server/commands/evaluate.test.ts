import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverEnvironment } from '../../scripts/server-command.mjs';
import { runInProcess } from '../testing/command.ts';

const EVALUATE = path.join(import.meta.dirname, 'evaluate.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'understudy-evaluate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const evaluate = (...args: string[]) => runInProcess(EVALUATE, args);

/** As an operator runs it. */
async function spawnEvaluate(...args: string[]) {
  const child = spawn(process.execPath, [EVALUATE, ...args], {
    env: serverEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { out, err, code };
}

async function fileOf(name: string, ...lines: unknown[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, textOf(...lines));
  return file;
}

const textOf = (...lines: unknown[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

const demo = {
  id: 'd',
  channel: 'text',
  messages: [{ speaker: 'visitor', text: 'Could you show us a live demo? I am at jane@acme.example' }],
};

const labelled = (labels: object) => ({ ...demo, id: 'l', labels });

describe('npm run evaluate', () => {
  it('prints figures and writes predictions in the promised form', async () => {
    const file = await fileOf('labelled.jsonl', {
      ...demo,
      labels: { intent: 'demo_request', contact_email: 'jane@acme.example' },
    });
    const predictions = path.join(folder, 'out.jsonl');
    const { out, err, code } = await spawnEvaluate(file, '--out', predictions, '--provider', 'embedded');
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toMatch(/intent accuracy +100\.0 %/);
    expect(out).toMatch(/contact_email +1\.000 +1\.000 +1\.000/);
    const [line] = (await readFile(predictions, 'utf8')).trim().split('\n');
    const prediction = JSON.parse(line ?? '');
    expect(Object.keys(prediction)).toEqual(
      `id intent confidence lead_score person_name company role contact_email budget_range timeline use_case
      pain_points followup_actions reasons`.split(/\s+/),
    );
    expect(prediction).toMatchObject({
      id: 'd',
      intent: 'demo_request',
      contact_email: 'jane@acme.example',
      budget_range: null,
    });
  });

  it('prints the predictions of a file without labels', async () => {
    const { out, code } = await evaluate(
      await fileOf('unlabelled.jsonl', demo, '', { ...demo, id: 'e', messages: [] }),
    );
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id, intent }) => [id, intent])).toEqual([
      ['d', 'demo_request'],
      ['e', null],
    ]);
  });

  it.each([
    [[], /Give one argument: .+--help/],
    [['x.jsonl', 'y.jsonl'], /Give one argument: .+--help/],
    [['x.jsonl', '--provider', 'oracle'], /There is no analyser 'oracle'/],
    [['x.jsonl', '--fast'], /^Unknown option '--fast'\. `npm run evaluate -- --help` tells what it takes\.\n$/],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const { err, code } = await evaluate(...args);
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['a value that is none of a label', [demo, labelled({ intent: 'curious' })], /, line 2: field 'labels\.intent': /],
    ['a label of another kind', [labelled({ company: 7 })], /, line 1: field 'labels\.company': /],
    ['a range the wrong way round', [labelled({ score_range: [70, 40] })], /, line 1: field 'labels\.score_range': /],
    ['an id that stands twice', [demo, demo], /, line 2: field 'id': 'd' stands twice\./],
    ['a broken line', [demo, '', '{"id": "b", "messages"'], /, line 3: this is no JSON \(/],
    ['a line that is no conversation', ['[]'], /, line 1: .*expected object/],
    ['no words', ['', '  '], / holds no conversation/],
    ['letters that are no UTF-8', Buffer.from(textOf({ ...demo, id: 'Zo\u00eb' }), 'latin1'), / is no UTF-8 text/],
  ])('names file, line and field of what it cannot read: %s', async (_, content, sentence) => {
    const file = path.join(folder, `${randomUUID()}.jsonl`);
    await writeFile(file, Buffer.isBuffer(content) ? content : textOf(...content));
    await refused([file], file, sentence);
  });

  it('says what a missing file, a folder and a place where nothing can be written are', async () => {
    const [missing, within] = [path.join(folder, 'missing.jsonl'), path.join(folder, 'no-folder', 'out.jsonl')];
    await refused([missing], missing, /^There is no file .+missing\.jsonl\.$/);
    await refused([folder], folder, / is a folder: /);
    await refused([await fileOf('good.jsonl', demo), '--out', within], within, / cannot be written \(ENOENT\)\.$/);
  });

  /** Expects a single line naming the file. */
  async function refused(args: string[], file: string, sentence: RegExp): Promise<void> {
    const { out, err, code } = await evaluate(...args);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err.trimEnd()).toMatch(sentence);
    expect(err).toContain(file);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  }
});
