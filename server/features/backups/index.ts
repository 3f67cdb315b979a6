export { mountBackups } from './backup-routes.ts';
export { BACKUP_LOOK_EVERY_S, type Backups, createBackups } from './backups.ts';
export { databaseOptions } from './installation.ts';
