/** How often the server looks for what nobody tells it, and writes down what it counts. Tests shorten all of them. */
export interface Intervals {
  /** Requests of other instances, those that were missed, and what is due are looked for. */
  relayMs: number;
  /** The pause after that look, so that a busy site's requests, which come with each turn, share one. */
  restMs: number;
  /** The running conversations are compared, once for all dashboards. */
  liveLookMs: number;
  /** The twin's texts: an edit in another instance shows within twice this. */
  twinLookMs: number;
  /** Other instances' changes of the connected model are looked for. */
  modelLookMs: number;
  /** Other instances' changes of the settings are looked for; one is seen everywhere within two seconds (F22). */
  settingsLookMs: number;
  /** The site's daily figures go to the database. A crash loses at most this much counting. */
  totalsFlushMs: number;
  /** What was spoken and heard goes to the database. A crash loses at most this much counting. */
  speechUseFlushMs: number;
  /** Requests that come too slowly are looked for. */
  connectionsCheckMs: number;
}

/** As the product runs. */
export const INTERVALS: Intervals = {
  relayMs: 10_000,
  restMs: 250,
  liveLookMs: 2_000,
  twinLookMs: 1_000,
  modelLookMs: 1_000,
  settingsLookMs: 1_000,
  totalsFlushMs: 1_000,
  speechUseFlushMs: 2_000,
  connectionsCheckMs: 5_000,
};

/**
 * A webhook that does not take a message is asked again for about a day (16 to 32 hours); then it is a dead letter. Each
 * wait is about twice as long as the one before it.
 */
export const WEBHOOK_TRIES = { more: 12, firstAfterS: 14 };
