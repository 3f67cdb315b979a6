// `npm run pack`: installs and builds what is missing, then makes the archive of a release (scripts/pack/pack.ts).
import path from 'node:path';
import { buildWeb, install, NODE, ROOT, run } from './prepare.mjs';

install('production');
await buildWeb();
process.exit(run(NODE, [path.join(ROOT, 'scripts', 'pack', 'pack.ts'), ...process.argv.slice(2)]) ? 0 : 1);
