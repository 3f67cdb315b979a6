import { readFileSync } from 'node:fs';

/** This release's version, as in package.json: '0.9.0'. */
export const PRODUCT_VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
