// How the server is run by the pinned Node. Plain JavaScript, for scripts that run before anything is installed.
import path from 'node:path';

const ROOT = path.dirname(import.meta.dirname);

/**
 * Flags for Node. Its young generation would grow to 64 MB while the program loads and never shrink again, which is half
 * of the server's memory at rest; 4 MB cost no measurable speed (bench/README.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4'];

/**
 * The server's environment. Compiled code is kept between starts, with the types already stripped: the next start is
 * faster, and the tool that strips them (20 MB) is not even loaded. A folder that cannot be written to is no fault.
 */
export function serverEnvironment(environment) {
  return { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'understudy'), ...environment };
}
