export { takeoverFunctions } from './functions.ts';
export { TakeoverHub } from './takeover-hub.ts';
export { mountTakeover, type TakeoverRouteDeps } from './takeover-routes.ts';
export { noteDashboardOpen, readWaiting } from './takeover-store.ts';
export { Takeovers } from './takeovers.ts';
