export { isSample } from './run-setup.ts';
export { mountSetup, type SetupRouteDeps } from './setup-routes.ts';
