export { followModel } from './connected-model.ts';
export { createLiveSettings, type LiveSettings } from './live-settings.ts';
export { type ModelDeps, mountModel, mountProviders } from './model-routes.ts';
export { createProviderStates, type Providers } from './provider-states.ts';
export { type KeptSetting, readRetention, readSetting, USUAL_SETTINGS } from './settings.ts';
export type { RetentionChanges } from './settings-change.ts';
export { mountSettings, type SettingsRouteDeps } from './settings-routes.ts';
export { mountTwin, type TwinTextDeps } from './twin-routes.ts';
