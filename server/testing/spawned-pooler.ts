/** PgBouncer as Debian has it, with nothing set but where it listens, whom it lets in and how many. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDatabase } from './database.ts';
import { debianProgram, freePort, untilListening } from './debian-program.ts';

/** The program; null where it is neither installed nor to be had, or lacks a library. */
export function poolerProgram(): string | null {
  const program = debianProgram('pgbouncer');
  try {
    if (program) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return program;
  } catch {
    return null;
  }
}

/**
 * Starts it in session mode in front of a test's database.
 *
 * @returns the `postgres://` address through it, and what ends it
 * @throws Error with what it printed if it does not run
 */
export async function spawnPooler(program: string, database: Pick<TestDatabase, 'url'>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'understudy-pooler-'));
  // It refuses to run as root.
  await chmod(folder, 0o755);
  const direct = new URL(database.url);
  const name = direct.pathname.slice(1);
  const [user, password] = [direct.username, direct.password].map(decodeURIComponent);
  const port = await freePort();
  const host = direct.searchParams.get('host') ?? direct.hostname;
  const target = `host=${host} port=${direct.port || 5432} dbname=${name} password='${password}'`;
  await writeFile(path.join(folder, 'users'), `"${user}" "${password}"\n`);
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, 'users')}
pool_mode = session
`,
  );
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, [path.join(folder, 'pgbouncer.ini')], { ...nobody, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  await untilListening('pgbouncer', child, port);
  const address = new URL(direct);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String(port);
  return {
    address: address.href,
    async end() {
      child.kill();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
