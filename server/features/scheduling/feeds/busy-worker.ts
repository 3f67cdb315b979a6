/** Reads calendars beside the server's thread. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ReadError } from '../../../platform/fetching/read-error.ts';
import { type BusyJob, readBusyTimes, readOwnEntries } from './busy-times.ts';

/** The least favorable priority: visitors' turns go first. */
const LOWEST_PRIORITY = 19;
// On Linux this is the priority of the calling thread; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(0, LOWEST_PRIORITY);

try {
  const job = workerData as BusyJob;
  parentPort?.postMessage({ read: { times: readBusyTimes(job), own: readOwnEntries(job) }, why: null });
} catch (error) {
  parentPort?.postMessage({ read: null, why: error instanceof ReadError ? error.problem : null });
}
