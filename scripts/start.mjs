// `npm start`: installs and builds what is missing, then becomes the server.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWeb, compileServer, install, NODE, ROOT } from './prepare.mjs';
import { SERVER_FLAGS, serverEnvironment } from './server-command.mjs';

install('production');
await buildWeb();
compileServer();

const args = [...SERVER_FLAGS, path.join(ROOT, 'server', 'main.ts'), ...process.argv.slice(2)];
process.chdir(ROOT);
if (process.execve && process.platform !== 'win32') {
  // Leaves no second process in memory, and signals reach the server itself.
  process.execve(NODE, [NODE, ...args], serverEnvironment(process.env));
}
// The channel closes when this process ends, for whatever reason; the server then stops by itself.
const env = serverEnvironment(process.env);
const server = spawn(NODE, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
