import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The environment with the values of `.env` added; the environment's own values take precedence.
 * @param root the project's folder, which may contain `.env`
 */
export function withDotEnv(root: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = path.join(root, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...environment } : environment;
}
