/** nginx and Caddy as Debian has them, on the samples in `deploy/`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { selfSigned } from './certificate.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Where packages are unpacked that are not installed: installing them would start their services. */
const UNPACKED = path.join(ROOT, 'node_modules', '.cache', 'debian');
const POLL_MS = 50;

export type ProxyName = 'nginx' | 'caddy';

/** A running proxy in front of a server. */
export interface SpawnedProxy {
  /** Where visitors reach it, without a slash at the end. */
  url: string;
  end(): Promise<void>;
}

/** The program: installed, or unpacked from Debian's package; null where there is neither it nor apt-get. */
export function proxyProgram(name: ProxyName): string | null {
  const inPackage = ['usr/sbin', 'usr/bin'].map((folder) => path.join(UNPACKED, folder, name));
  const places = [...['/usr/sbin', '/usr/bin'].map((folder) => path.join(folder, name)), ...inPackage];
  const found = () => places.find((file) => existsSync(file)) ?? null;
  return found() ?? (unpackPackage(name) ? found() : null);
}

/** Downloads and unpacks a package of Debian's; whether it could. */
function unpackPackage(name: ProxyName): boolean {
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: UNPACKED, stdio: 'ignore' });
  try {
    mkdirSync(UNPACKED, { recursive: true });
    try {
      run('apt-get', 'download', name);
    } catch {
      run('apt-get', 'update', '-qq', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20');
      run('apt-get', 'download', name);
    }
    const file = readdirSync(UNPACKED).find((one) => one.startsWith(`${name}_`) && one.endsWith('.deb'));
    run('dpkg-deb', '-x', file ?? '', UNPACKED);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a proxy with the project's sample, changed only where an operator has to: name, certificate and the server.
 *
 * @param upstream the server's URL
 * @throws Error with what the proxy printed if it does not run
 */
export async function spawnProxy(name: ProxyName, program: string, upstream: string): Promise<SpawnedProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'understudy-proxy-'));
  const port = await freePort();
  const { host } = new URL(upstream);
  const { args, env } = await (name === 'nginx' ? nginx(folder, port, host) : caddy(program, folder, port, host));
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let said = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (piece) => (said += piece));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    await pause(POLL_MS);
  }
  return {
    url: `${name === 'nginx' ? 'https' : 'http'}://127.0.0.1:${port}`,
    async end() {
      child.kill();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Command {
  args: string[];
  env: Record<string, string>;
}

/** nginx with a certificate, and with all its files in the folder. */
async function nginx(folder: string, port: number, upstream: string): Promise<Command> {
  const now = Date.now();
  const { key, cert } = selfSigned(new Date(now - 3_600_000), new Date(now + 3_600_000));
  await writeFile(path.join(folder, 'key.pem'), key, { mode: 0o600 });
  await writeFile(path.join(folder, 'cert.pem'), cert);
  const sample = await readFile(path.join(ROOT, 'deploy', 'nginx.conf'), 'utf8');
  const site = exchange(sample, [
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['server 127.0.0.1:3001;', `server ${upstream};`],
    ['/etc/letsencrypt/live/understudy.example.com/fullchain.pem', path.join(folder, 'cert.pem')],
    ['/etc/letsencrypt/live/understudy.example.com/privkey.pem', path.join(folder, 'key.pem')],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, kind)};`,
  );
  const main = path.join(folder, 'main.conf');
  await writeFile(
    main,
    [
      // The folder of a test that root runs is closed to other accounts.
      process.getuid?.() === 0 ? 'user root;' : '',
      `daemon off; pid ${path.join(folder, 'pid')}; error_log stderr;`,
      `events {} http { access_log off; gzip on; ${temporary.join(' ')}\n${site}}`,
    ].join('\n'),
  );
  return { args: ['-e', 'stderr', '-p', folder, '-c', main], env: {} };
}

/** Caddy without its own certificates, which it would install on this machine, and without its admin port. */
async function caddy(program: string, folder: string, port: number, upstream: string): Promise<Command> {
  const env = { SITE: `http://127.0.0.1:${port}`, INSTANCES: upstream, HOME: folder, XDG_DATA_HOME: folder };
  const sample = path.join(ROOT, 'deploy', 'Caddyfile');
  const adapted = execFileSync(program, ['adapt', '--config', sample], { env, encoding: 'utf8', stdio: 'pipe' });
  const config = path.join(folder, 'caddy.json');
  await writeFile(config, JSON.stringify({ ...JSON.parse(adapted), admin: { disabled: true } }));
  return { args: ['run', '--config', config], env };
}

/** Replaces each text by another. @throws Error if one is not there */
function exchange(text: string, pairs: readonly [string, string][]): string {
  return pairs.reduce((changed, [old, next]) => {
    if (!changed.includes(old)) throw new Error(`The sample has no "${old}".`);
    return changed.replace(old, next);
  }, text);
}

/** Whether something listens on the port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A port that was free a moment ago, since these proxies do not say which one they chose. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
