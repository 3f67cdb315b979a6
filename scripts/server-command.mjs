// The command line of the server under the pinned Node. Plain JavaScript, for scripts that run before anything is
// installed.
import path from 'node:path';

const ROOT = path.dirname(import.meta.dirname);

/**
 * Node flags. Space for young objects: with 4 MB each turn's objects were moved while it was still being answered, a
 * tenth to a sixth of the server's CPU; 32 MB and more stay in memory. What 16 MB take at rest is given back
 * (server/platform/log.ts), for which garbage collection must be exposed.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--expose-gc'];

/**
 * The server's environment. The compile cache is kept between starts, with types already stripped: the next start is
 * faster, and the tool that strips them (20 MB) is not loaded. A folder without write access is not an error.
 */
export function serverEnvironment(environment) {
  return { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'understudy'), ...environment };
}
