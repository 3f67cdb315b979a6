import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The environment with the values of `.env` added; the environment's own values take precedence.
 * @param root the program's folder; `.env` is in it, or in STATE_DIR if that is set
 */
export function withDotEnv(root: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = path.resolve(root, environment.STATE_DIR || '.', '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...environment } : environment;
}
