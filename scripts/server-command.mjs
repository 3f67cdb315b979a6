// How the server is run by the pinned Node. Plain JavaScript, for scripts that run before anything is installed.
import path from 'node:path';

const ROOT = path.dirname(import.meta.dirname);

/**
 * Flags for Node. Room for young objects: with 4 MB each turn's objects were moved while it was still being answered, a
 * tenth to a sixth of the server's CPU; 32 MB and more stay in memory. What 16 MB take at rest is given back
 * (server/platform/idle-memory.ts), for which collection must be exposed.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--expose-gc'];

/**
 * The server's environment. Compiled code is kept between starts, with the types already stripped: the next start is
 * faster, and the tool that strips them (20 MB) is not even loaded. A folder that cannot be written to is no fault.
 */
export function serverEnvironment(environment) {
  return { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'understudy'), ...environment };
}
