export { type App, type AppParts, createApp, type FirstAccount } from './app.ts';
export type { Backend, BackendRequest, BackendResponse } from './backend/backend.ts';
export { clusterSettings } from './cluster/settings/cluster-rows.ts';
export { indexSettings } from './cluster/settings/index-rows.ts';
export type { SettingRegistry } from './cluster/settings/registry.ts';
export { type GivenSetting, Settings } from './config/settings.ts';
export {
  environmentName,
  type SettingName,
  type SettingRow,
  settingsTable,
} from './config/settings-table.ts';
export { type Listener, listen } from './http/listener.ts';
