// `npm run dev`: the server, restarted on each change of its code, with Vite serving the web app with hot reload on the
// same address.
import { spawnSync } from 'node:child_process';
import { install, NODE, ROOT } from './prepare.mjs';

install('production');
const watched = ['--watch', '--watch-path=server', '--watch-path=contract', '--watch-preserve-output'];
spawnSync(NODE, [...watched, 'server/main.ts', '--dev'], { cwd: ROOT, stdio: 'inherit' });
