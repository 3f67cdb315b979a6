import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

const run = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, [path.join(ROOT, command), ...args], { encoding: 'utf8' });

test('--help is answered whatever stands beside it', () => {
  const asked = [['--help'], ['-h'], ['some.file', '--nonsense', '--help']].map((args) =>
    run('web/commands/hear.ts', ...args),
  );
  expect(asked.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(new Set(asked.map(({ stdout }) => stdout)).size).toBe(1);
});

describe.each([
  ['evaluate', 'server/commands/evaluate.ts', ['FILE.jsonl', '--out PREDICTIONS.jsonl', '--provider NAME']],
  ['train', 'server/commands/train.ts', ['--check']],
  ['talk', 'server/commands/talk.ts', ['--mode MODE', '--provider NAME', '--json', 'storyteller']],
  ['seed', 'server/commands/seed.ts', ['--sessions N', '--days D', 'otherwise 90']],
  ['owner', 'server/commands/owner.ts', ['EMAIL', 'one-time password']],
  ['bench', 'bench/run.ts', ['[NAME ...]', 'Names: chat, stream']],
  ['openapi', 'scripts/make-openapi.ts', ['contract/openapi/openapi.json']],
  ['hear', 'web/commands/hear.ts', ['FILE.wav', '--json', '--detector NAME', 'otherwise neural']],
])('npm run %s', (name, file, told) => {
  test('--help tells what it does, with its options and an example', () => {
    const { status, stdout, stderr } = run(file, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} --.*\\[options\\]\n`));
    for (const part of [...told, '--help', 'Options:', `Example:\n  npm run ${name}`]) expect(stdout).toContain(part);
  });

  test('an option that there is not is told in a sentence, with where to read more', () => {
    const { status, stdout, stderr } = run(file, '--nonsense');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(`Unknown option '--nonsense'. \`npm run ${name} -- --help\` tells what it takes.\n`);
  });
});

test('a benchmark that there is not is told, with those that there are', () => {
  const { status, stdout, stderr } = run('bench/run.ts', 'chat', 'luck');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^There is no "luck"; there are: chat, stream, .*\.\n$/);
});
