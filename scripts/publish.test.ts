import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { alone, builtFrom, publish } from './publish.mjs';

/** Called after each step that changes the folder. */
const step = vi.hoisted(() => ({ taken: () => {} }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const seen =
    <Args extends unknown[], Result>(change: (...args: Args) => Result) =>
    (...args: Args) => {
      const result = change(...args);
      step.taken();
      return result;
    };
  return { ...real, renameSync: seen(real.renameSync), rmSync: seen(real.rmSync) };
});

let folder: string;
beforeEach(() => {
  step.taken = () => {};
  folder = fs.mkdtempSync(path.join(tmpdir(), 'understudy-publish-'));
  onTestFinished(() => fs.promises.rm(folder, { recursive: true }));
});

/** A build whose page references its script, like the real one. */
function build(version: number, name = `assets/page-${version}.js`): string {
  const next = path.join(folder, 'next');
  fs.mkdirSync(path.join(next, 'assets'), { recursive: true });
  fs.writeFileSync(path.join(next, name), `version ${version}`);
  fs.writeFileSync(path.join(next, 'assets/framework-1.js'), 'the same in all');
  fs.writeFileSync(path.join(next, 'favicon.svg'), `drawing ${version}`);
  fs.writeFileSync(path.join(next, 'index.html'), name);
  return next;
}

const served = () => path.join(folder, 'served');
const read = (name: string) => fs.readFileSync(path.join(served(), name), 'utf8');
const put = (version: number) => publish(build(version), served(), `state ${version}`);

test('at every step there is a page, and everything that it needs', () => {
  put(1);
  const pages: string[] = [];
  step.taken = () => {
    const page = read('index.html');
    pages.push(read(page), read('assets/framework-1.js'));
    // Only a complete build counts as built.
    if (builtFrom(served()) !== null) expect(builtFrom(served())).toBe(`state ${/\d/.exec(page)?.[0]}`);
  };
  put(2);
  expect(new Set(pages)).toEqual(new Set(['version 1', 'version 2', 'the same in all']));
  expect(builtFrom(served())).toBe('state 2');
  expect(fs.existsSync(path.join(folder, 'next'))).toBe(false);
});

test('the parts of the page before stay for whoever has it, those of older ones go', () => {
  for (const version of [1, 2, 3]) put(version);
  expect(fs.readdirSync(path.join(served(), 'assets')).sort()).toEqual(['framework-1.js', 'page-2.js', 'page-3.js']);
  expect(read('favicon.svg')).toBe('drawing 3');
});

test('a file without a hash in its name does not outlive its build', () => {
  put(1);
  fs.writeFileSync(path.join(build(2), 'favicon.svg.br'), 'drawing 2, smaller');
  put(2);
  expect(read('favicon.svg.br')).toBe('drawing 2, smaller');
  put(3);
  expect(fs.existsSync(path.join(served(), 'favicon.svg.br'))).toBe(false);
});

test('a build that is broken off while it is put in place is done again', () => {
  put(1);
  step.taken = () => {
    throw new Error('killed');
  };
  expect(() => put(2)).toThrow('killed');
  expect(builtFrom(served())).toBeNull();
  expect(read(read('index.html'))).toBe('version 1');
});

test('one works at a time, and whoever died at it is not waited for', async () => {
  const lock = path.join(folder, 'lock');
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  fs.writeFileSync(lock, String(dead.pid));
  const log: string[] = [];
  const work = (name: string) =>
    alone(lock, async () => {
      log.push(`${name} begins`);
      await new Promise(setImmediate);
      log.push(`${name} ends`);
    });
  await Promise.all([work('one'), work('other')]);
  expect(log).toHaveLength(4);
  expect(log[1]).toBe(log[0]?.replace('begins', 'ends'));
  expect(log[3]).toBe(log[2]?.replace('begins', 'ends'));
  expect(fs.existsSync(lock)).toBe(false);
});

test('of many that find the lock of one who died, only one at a time takes it', async () => {
  const lock = path.join(folder, 'lock');
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  fs.writeFileSync(lock, String(dead.pid));
  const journal = path.join(folder, 'journal');
  // Separate processes that find it at the same instant.
  const program = `
    const { alone } = await import(${JSON.stringify(new URL('./publish.mjs', import.meta.url).href)});
    const { appendFileSync } = await import('node:fs');
    await alone(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(journal)}, 'in\\n');
      await new Promise(setImmediate);
      appendFileSync(${JSON.stringify(journal)}, 'out\\n');
    });`;
  const children = Array.from({ length: 6 }, () => spawn(process.execPath, ['--input-type=module', '-e', program]));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual(Array(6).fill(0));
  expect(fs.readFileSync(journal, 'utf8')).toBe('in\nout\n'.repeat(6));
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test('between the look at a left lock and its removal nobody else can have taken it', async () => {
  const lock = path.join(folder, 'lock');
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  fs.writeFileSync(lock, String(dead.pid));
  // Another process is about to remove it, and may already have done so and taken the lock.
  fs.writeFileSync(`${lock}.clearing`, String(process.pid));
  let isDone = false;
  const work = alone(lock, async () => {
    isDone = true;
  });
  expect(fs.readFileSync(lock, 'utf8')).toBe(String(dead.pid));
  expect(isDone).toBe(false);
  fs.rmSync(`${lock}.clearing`);
  await work;
  expect(isDone).toBe(true);
});
