// Runs one of the project's commands with the pinned Node: `npm run talk`, `npm run bench` and the like.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildWeb, install, NODE, ROOT } from './prepare.mjs';

const [script, ...args] = process.argv.slice(2);
// Benchmarks and screenshots need the test dependencies and the built web app; `npm run openapi` needs the former.
const needsWeb = /^(bench|e2e)\//.test(script);
install(needsWeb || script.startsWith('scripts/') ? 'all' : 'production');
if (needsWeb) await buildWeb();
const result = spawnSync(NODE, [path.join(ROOT, script), ...args], { cwd: ROOT, stdio: 'inherit' });
process.exit(result.status ?? 1);
