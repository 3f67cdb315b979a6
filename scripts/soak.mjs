// `npm run test:soak`: kills, full loads and endurance, one file at a time. With part of a path it runs only the files
// whose paths contain it. The last line is `N passed, N failed`.
import { buildWeb, install } from './prepare.mjs';
import { runTests } from './run-tests.mjs';

install('all');
await buildWeb();
const { passed, failed } = runTests(['soak'], { filters: process.argv.slice(2) });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
