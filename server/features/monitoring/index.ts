export { createMetrics, type Metrics } from './metrics.ts';
export { mountMetrics } from './metrics-route.ts';
export { createReadings } from './readings.ts';
