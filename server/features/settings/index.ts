export { followMail, type MailRouteDeps, mountMail } from './mail-routes.ts';
export { followModel, type ModelDeps, mountModel, mountProviders } from './model-routes.ts';
export { mountPictures } from './picture-routes.ts';
export { createProviderStates, type Providers } from './provider-states.ts';
export {
  createLiveSettings,
  DEFAULT_SETTINGS,
  type LiveSettings,
  readRetention,
  readSetting,
  type StoredSetting,
  startPolling,
} from './settings.ts';
export { mountSettings, type RetentionChanges, type SettingsRouteDeps } from './settings-routes.ts';
export { COMMAND_IMPORTER } from './twin-import.ts';
export { mountTwin, renameOffers, type TwinTextDeps } from './twin-routes.ts';
export { createTwinTrials, type TwinTrials } from './twin-trials.ts';
