import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { callFunction, health, newSession } from '../../server/testing/operator.ts';

/** An ordinary account that every Linux has; without root the tests run as the account that runs them. */
const NOBODY = 65_534;
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

let base: string;
let program: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'understudy-release-'));
  // The account has to enter it.
  chmodSync(base, 0o755);
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'pack.ts'), '--out', base], { stdio: 'pipe' });
  const names = await readdir(base);
  const archive = names.find((name) => name.endsWith('.tar.gz')) ?? '';
  execFileSync('tar', ['xzf', archive], { cwd: base });
  program = path.join(base, archive.replace('.tar.gz', ''));
  execFileSync('chmod', ['-R', 'a-w', program]);
}, 300_000);
afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', base]);
  await rm(base, { recursive: true });
});

/** A new home of the account. */
async function home(): Promise<string> {
  const folder = await mkdtemp(path.join(base, 'home-'));
  if (account.uid) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Runs the launcher with nothing on the PATH: neither npm nor a compiler, nor anything else. */
function run(HOME: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(path.join(program, 'understudy'), args, {
    ...account,
    cwd: '/',
    env: { HOME, PATH: '/nonexistent', PORT: '0', LOG_LEVEL: 'warn', LOCAL_MODELS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs a command to its end. */
async function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  for (const pipe of [child.stdout, child.stderr]) pipe?.on('data', (piece) => (said += piece));
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
}

/** Starts the server and waits until it is ready. */
async function started(HOME: string, env: Record<string, string> = {}) {
  const child = run(HOME, [], env);
  const end = ended(child);
  const url = await new Promise<string>((resolve, reject) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, address] = / is ready at (\S+)$/.exec(line) ?? [];
        if (address) resolve(address);
      });
    void end.then(({ said }) => reject(new Error(said)));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      return (await end).code;
    },
  };
}

describe('an unpacked archive, read-only, under an ordinary account', () => {
  test('is whole: every file has its checksum', async () => {
    execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: program });
    const sums = (await readFile(path.join(program, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n');
    const files = (await readdir(program, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(program, path.join(parentPath, name)));
    expect(sums.map((line) => line.slice(66)).sort()).toEqual(files.filter((file) => file !== 'SHA256SUMS').sort());
  });

  test('contains the licences and what an operator needs, no tests and no tools', async () => {
    const notice = await readFile(path.join(program, 'NOTICE'), 'utf8');
    for (const part of ['- fastify ', '- sharp ', 'GPL-3.0', 'web/dist/licenses.md']) expect(notice).toContain(part);
    expect(await readFile(path.join(program, 'web/dist/licenses.md'), 'utf8')).toContain('## react-dom ');
    // The server words its mails with these.
    expect(await readdir(path.join(program, 'web/texts/de'))).toEqual(['server.json']);
    const names = await readdir(program, { recursive: true });
    expect(names).toEqual(
      expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'deploy/nginx.conf', 'docs/operating.md']),
    );
    expect(names.filter((name) => /^(server|contract|scripts)\/.*\.test\.ts$|^server\/testing/.test(name))).toEqual([]);
    const packages = names.filter((name) => /^node_modules\/(@[^/]+\/)?[^/@]+$/.test(name));
    for (const tool of ['vite', 'vitest', 'typescript', 'esbuild', 'react']) {
      expect(packages).not.toContain(`node_modules/${tool}`);
    }
  });

  test('tells its version and what it can do', async () => {
    const HOME = await home();
    const { version } = JSON.parse(await readFile(path.join(program, 'package.json'), 'utf8'));
    expect(await ended(run(HOME, ['--version']))).toEqual({ code: 0, said: `Understudy ${version}` });
    expect((await ended(run(HOME, ['--help']))).said).toMatch(/Commands: start, .*\bowner\b/);
    expect((await ended(run(HOME, ['owner', '--help']))).said).toMatch(
      /^Usage: understudy owner \[EMAIL\] \[options\]/,
    );
    expect(await ended(run(HOME, ['dance']))).toEqual({
      code: 1,
      said: 'There is no "dance"; "understudy --help" lists what there is.',
    });
    expect(await readdir(HOME)).toEqual([]);
  });

  test('answers a question, gives the owner a link, stops, and goes on where it was', async () => {
    const HOME = await home();
    const state = path.join(HOME, '.local', 'share', 'understudy');
    const first = await started(HOME);
    expect(await health(first.url, 'readyz')).toMatchObject({ status: 200 });
    expect((await fetch(`${first.url}/chat`)).status).toBe(200);
    const session = await newSession(first.url);
    const ask = (url: string) =>
      callFunction(url, 'agent_reply', { ...session, user_message: 'What do your services cost?' });
    expect((await ask(first.url)).body.text).toMatch(/\w{3}/);
    expect(await ended(run(HOME, ['owner', '--link']))).toMatchObject({
      code: 0,
      said: expect.stringMatching('#link='),
    });
    expect(await first.stop()).toBe(0);
    // Settings and the twin are the operator's to edit; the next start takes them.
    await writeFile(path.join(state, '.env'), 'HOST=localhost\n');
    const persona = path.join(state, 'twin', 'persona.yaml');
    const text = await readFile(persona, 'utf8');
    await writeFile(persona, text.replace(/^name: .*$/m, 'name: Somebody Else'));
    // A start that was killed while it copied the twin left this; no process has that id.
    await mkdir(path.join(state, 'twin.new-999999999'));
    const second = await started(HOME);
    expect((await readdir(state)).filter((name) => name.startsWith('twin'))).toEqual(['twin']);
    expect((await ask(second.url)).status).toBe(200);
    expect(await (await fetch(`${second.url}/chat`)).text()).toContain('Somebody Else');
    expect(await second.stop()).toBe(0);
  });

  test('restores into the empty account of a new machine, without a sample twin that would be kept aside', async () => {
    const [one, other] = [await home(), await home()];
    const server = await started(one);
    const passphrase = { BACKUP_PASSPHRASE: 'three lanterns on a bridge' };
    const file = path.join(one, 'whole.backup');
    expect((await ended(run(one, ['backup', file], passphrase))).code).toBe(0);
    expect(await server.stop()).toBe(0);
    expect(await ended(run(other, ['restore', file], passphrase))).toMatchObject({ code: 0 });
    const state = path.join(other, '.local', 'share', 'understudy');
    expect((await readdir(state)).filter((name) => name.startsWith('twin'))).toEqual(['twin']);
    const restored = await started(other);
    expect((await fetch(`${restored.url}/chat`)).status).toBe(200);
    expect(await restored.stop()).toBe(0);
  });

  test('says in a sentence which folder it cannot use', async () => {
    const HOME = await home();
    const STATE_DIR = path.join(program, 'state');
    const { code, said } = await ended(run(HOME, [], { STATE_DIR }));
    expect({ code, made: existsSync(STATE_DIR) }).toEqual({ code: 1, made: false });
    expect(said).toMatch(
      /^The folder .*\/state cannot be used \(EACCES.*\)\. Set STATE_DIR to one that this account may/,
    );
  });

  test('is found through a link on the PATH', async () => {
    const folder = await home();
    await mkdir(path.join(folder, 'bin'));
    execFileSync('ln', ['-s', path.join(program, 'understudy'), path.join(folder, 'bin', 'understudy')]);
    const said = execFileSync(path.join(folder, 'bin', 'understudy'), ['--version'], { encoding: 'utf8' });
    expect(said).toMatch(/^Understudy \d/);
  });
});
