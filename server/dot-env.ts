import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

/** Merges `.env` into the environment, whose own values win. @param root the project's folder */
export function withDotEnv(root: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = path.join(root, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...environment } : environment;
}
