/** Programs of Debian's packages that tests run as processes of their own. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Where packages are unpacked that are not installed: installing them would start their services. */
const UNPACKED = path.join(ROOT, 'node_modules', '.cache', 'debian');
const POLL_MS = 50;

/** The program: installed, or unpacked from Debian's package; null where there is neither it nor apt-get. */
export function debianProgram(name: string): string | null {
  const inPackage = ['usr/sbin', 'usr/bin'].map((folder) => path.join(UNPACKED, folder, name));
  const places = [...['/usr/sbin', '/usr/bin'].map((folder) => path.join(folder, name)), ...inPackage];
  const found = () => places.find((file) => existsSync(file)) ?? null;
  return found() ?? (unpackPackage(name) ? found() : null);
}

/** Downloads and unpacks a package of Debian's; whether it could. */
function unpackPackage(name: string): boolean {
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

/** Resolves once a program listens. @throws Error with what it printed if it ends before */
export async function untilListening(name: string, child: ChildProcess, port: number): Promise<void> {
  let said = '';
  for (const pipe of [child.stdout, child.stderr]) pipe?.on('data', (piece) => (said += piece));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    await pause(POLL_MS);
  }
}

/** Whether something listens on the port. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A port that was free a moment ago, since these programs do not say which one they chose. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
