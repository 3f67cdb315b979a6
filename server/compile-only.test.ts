import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SERVER_FLAGS } from '../scripts/server-command.mjs';
import { temporaryFolder } from './testing/spawned-writer.ts';

const SAY_WHETHER_TYPES_WERE_STRIPPED = `data:text/javascript,process.on('exit', () =>
  console.log(process.moduleLoadList.some((name) => name.includes('amaro'))))`;

/** Loads the server without starting it; returns whether Node loaded its type stripper, as 'true' or 'false'. */
async function load(cache: string): Promise<string> {
  const main = path.join(import.meta.dirname, 'main.ts');
  const args = [...SERVER_FLAGS, '--import', SAY_WHETHER_TYPES_WERE_STRIPPED, main, '--compile-only'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache },
  });
  return stdout.trim();
}

test('the server can be compiled without a start, and then is loaded without the tool that strips types', async () => {
  const cache = await temporaryFolder();
  expect(await load(cache)).toBe('true');
  expect(await load(cache)).toBe('false');
});
