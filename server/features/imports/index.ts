export type { FetchOptions } from './fetching/fetch-page.ts';
export { type ImportRouteDeps, mountImports } from './import-routes.ts';
export { createImports } from './run-imports.ts';
