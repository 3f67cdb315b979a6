export type { FetchOptions } from '../../platform/fetching/fetch-page.ts';
export { type ImportRouteDeps, mountImports } from './import-routes.ts';
export { freeId, mergeSections, newText } from './knowledge-text.ts';
export { speakable } from './reading/cut-passages.ts';
export { createImports } from './run-imports.ts';
