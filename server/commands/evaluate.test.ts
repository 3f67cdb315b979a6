import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const EVALUATE = path.join(import.meta.dirname, 'evaluate.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'understudy-evaluate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function evaluate(...args: string[]) {
  const child = spawn(process.execPath, [EVALUATE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { out, err, code };
}

async function fileOf(name: string, ...lines: unknown[]): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

const demo = {
  id: 'd',
  channel: 'text',
  messages: [{ speaker: 'visitor', text: 'Could you show us a live demo? I am at jane@acme.example' }],
};

describe('npm run evaluate', () => {
  it('prints figures and writes predictions in the promised form', async () => {
    const file = await fileOf('labelled.jsonl', {
      ...demo,
      labels: { intent: 'demo_request', contact_email: 'jane@acme.example' },
    });
    const predictions = path.join(folder, 'out.jsonl');
    const { out, err, code } = await evaluate(file, '--out', predictions, '--provider', 'embedded');
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toMatch(/intent accuracy +100\.0 %/);
    expect(out).toMatch(/contact_email +1\.000 +1\.000 +1\.000/);
    const [line] = (await readFile(predictions, 'utf8')).trim().split('\n');
    const prediction = JSON.parse(line ?? '');
    expect(Object.keys(prediction)).toEqual(
      'id intent confidence lead_score person_name company role contact_email budget_range timeline use_case pain_points followup_actions reasons'.split(
        ' ',
      ),
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
    [['missing.jsonl'], /missing\.jsonl cannot be read/],
    [[], /Name one file\. Usage: /],
    [['x.jsonl', '--provider', 'oracle'], /There is no analyser 'oracle'/],
    [['x.jsonl', '--fast'], /Usage: /],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const { err, code } = await evaluate(...args);
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('names file, line and field of what it cannot read', async () => {
    const file = await fileOf('wrong.jsonl', demo, { ...demo, id: 'w', labels: { intent: 'curious' } });
    const { err, code } = await evaluate(file);
    expect(code).toBe(1);
    expect(err).toMatch(/wrong\.jsonl, line 2: field 'labels\.intent': /);
    expect((await evaluate(await fileOf('twice.jsonl', demo, demo))).err).toMatch(
      /line 2: field 'id': 'd' stands twice/,
    );
  });
});
