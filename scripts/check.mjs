// `npm run check`: what a change is checked by before it is committed. Types, lint, unused code and the pure tests.
import { runChecks } from './checks.mjs';
import { install } from './prepare.mjs';
import { runTests } from './run-tests.mjs';

install('all');
const checks = await runChecks();
const tests = runTests(['pure']);
const failed = checks.failed + tests.failed;
console.log(`${checks.passed + tests.passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
