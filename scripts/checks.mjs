// Types, format, lint, import directions and unused code: what can be checked without running anything.
import { spawn } from 'node:child_process';
import { bin, NODE, ROOT } from './prepare.mjs';

const types = (project) => [NODE, [bin('typescript/bin/tsc'), '-p', project]];

/** Two lanes of checks, which take about as long as each other on two cores. */
const LANES = [
  [
    ['types of contract, server, bench and tests', ...types('tsconfig.json')],
    ['types of the browser tests', ...types('e2e/tsconfig.json')],
    ['types of the web app', ...types('web/tsconfig.json')],
  ],
  [
    [
      'format, lint and direction of imports',
      NODE,
      [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--max-diagnostics=50'],
    ],
    ['unused code', NODE, [bin('knip/bin/knip.js'), '--no-progress']],
  ],
];

/** Runs a command and resolves to what it printed and whether it succeeded. */
function outputOf(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** Runs all checks, prints what failed, and resolves to how many passed and failed. */
export async function runChecks() {
  const results = await Promise.all(
    LANES.map(async (lane) => {
      const passed = [];
      for (const [name, command, args] of lane) {
        const { ok, output } = await outputOf(command, args);
        if (!ok) console.log(output.trimEnd());
        console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`);
        passed.push(ok);
      }
      return passed;
    }),
  );
  const all = results.flat();
  return { passed: all.filter(Boolean).length, failed: all.filter((ok) => !ok).length };
}
