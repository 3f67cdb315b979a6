import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runInProcess } from '../server/testing/command.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

const run = (command: string, ...args: string[]) => runInProcess(path.join(ROOT, command), args);

test('--help is answered whatever stands beside it', async () => {
  const hear = path.join(ROOT, 'web/commands/hear.ts');
  const { status, stdout } = spawnSync(process.execPath, [hear, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  for (const args of [['-h'], ['some.file', '--nonsense', '--help']])
    expect(await runInProcess(hear, args)).toEqual({ code: 0, out: stdout, err: '' });
});

test('a process ends with the code of a refusal, which is told on its standard error', () => {
  const command = path.join(ROOT, 'server/commands/owner.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--nonsense'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain("Unknown option '--nonsense'.");
});

describe.each([
  ['evaluate', 'server/commands/evaluate.ts', ['FILE.jsonl', '--out PREDICTIONS.jsonl', '--provider NAME']],
  ['train', 'server/commands/train.ts', ['--check']],
  ['talk', 'server/commands/talk.ts', ['--mode MODE', '--provider NAME', '--json', 'storyteller']],
  ['seed', 'server/commands/seed.ts', ['--sessions N', '--days D', 'otherwise 90']],
  ['owner', 'server/commands/owner.ts', ['EMAIL', 'one-time password']],
  ['twin', 'server/commands/twin.ts', ['Actions:', 'suggest', 'export FILE.zip', 'import FILE.zip', '--below N']],
  ['bench', 'bench/run.ts', ['[NAME ...]', 'Names: chat, stream']],
  ['openapi', 'scripts/make-openapi.ts', ['contract/openapi/openapi.json']],
  ['hear', 'web/commands/hear.ts', ['FILE.wav', '--json', '--detector NAME', 'otherwise neural']],
])('npm run %s', (name, file, told) => {
  test('--help tells what it does, with its options and an example', async () => {
    const { code, out, err } = await run(file, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`^Usage: npm run ${name} --.*\\[options\\]\n`));
    for (const part of [...told, '--help', 'Options:', `Example:\n  npm run ${name}`]) expect(out).toContain(part);
  });

  test('an option that there is not is told in a sentence, with where to read more', async () => {
    const { code, out, err } = await run(file, '--nonsense');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(`Unknown option '--nonsense'. \`npm run ${name} -- --help\` tells what it takes.\n`);
  });
});

test('in an unpacked archive a command is called as its launcher calls it', async () => {
  vi.stubEnv('UNDERSTUDY_LAUNCHER', 'understudy');
  const { out } = await run('server/commands/owner.ts', '--help');
  expect(out).toMatch(/^Usage: understudy owner \[EMAIL\] \[options\]\n/);
  expect(out).toContain('Example:\n  understudy owner ');
  const { err } = await run('server/commands/twin.ts', 'dance');
  expect(err).not.toContain('npm');
});

test('a benchmark that there is not is told, with those that there are', async () => {
  const { code, out, err } = await run('bench/run.ts', 'chat', 'luck');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^There is no "luck"; there are: chat, stream, .*\.\n$/);
});
