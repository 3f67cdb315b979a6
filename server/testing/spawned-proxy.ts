/** nginx and Caddy as Debian has them, on the samples in `deploy/`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { selfSigned } from './certificate.ts';
import { freePort, untilListening } from './debian-program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
export type ProxyName = 'nginx' | 'caddy';

/** A running proxy in front of a server. */
export interface SpawnedProxy {
  /** Where visitors reach it, without a slash at the end. */
  url: string;
  end(): Promise<void>;
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
  await untilListening(name, child, port);
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
