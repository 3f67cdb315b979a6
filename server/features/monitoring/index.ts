export { type Alarms, createAlarms, WATCH_EVERY_S } from './alarms.ts';
export { createInstances } from './instances.ts';
export { createJobHealth } from './job-health.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { mountMetrics } from './metrics-route.ts';
export { createReadings, readDisks } from './readings.ts';
export { mountStatus, readStatus } from './status.ts';
