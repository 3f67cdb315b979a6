import { INTERVALS, type Intervals } from '../app/intervals.ts';

/** Short enough that no test waits for a poll, and long enough that all servers' polls together cost little. */
export const TEST_INTERVALS: Intervals = {
  relayMs: 100,
  restMs: 50,
  liveLookMs: 100,
  twinLookMs: 100,
  modelLookMs: 100,
  settingsLookMs: 100,
  importsLookMs: 1_000,
  totalsFlushMs: 100,
  speechUseFlushMs: 100,
  connectionsCheckMs: 100,
  // Nothing waits for these, and a busy machine must not lose a connection; tests of them shorten them.
  showHeartbeatMs: INTERVALS.showHeartbeatMs,
  showInitMs: INTERVALS.showInitMs,
  // Whoever reads the status or watches has it said anyway.
  instanceReportMs: INTERVALS.instanceReportMs,
  takeoverSweepMs: 100,
};
