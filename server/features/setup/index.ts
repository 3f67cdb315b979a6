export { mountSetup, type SetupRouteDeps } from './setup-routes.ts';
