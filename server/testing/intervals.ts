import type { Intervals } from '../app/intervals.ts';

/** So short that no test waits for a look, and long enough that the looks of all servers together cost little. */
export const TEST_INTERVALS: Intervals = {
  relayMs: 100,
  restMs: 50,
  liveLookMs: 100,
  twinLookMs: 100,
  modelLookMs: 100,
  settingsLookMs: 100,
  totalsFlushMs: 100,
  speechUseFlushMs: 100,
  connectionsCheckMs: 100,
};
