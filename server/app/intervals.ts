import { SHOW_HEARTBEAT_MS } from '@understudy/contract/constants';

/** Intervals for polling and for writing counts, in milliseconds. Tests shorten all of them. */
export interface Intervals {
  /** Poll for jobs that are due, and for requests of other instances or without a nudge. */
  relayMs: number;
  /** The pause after that poll, so that the requests of a busy site share the next one. */
  restMs: number;
  /** Look for changes of running conversations, once for all dashboards. */
  liveLookMs: number;
  /** Poll for edits of the twin's texts: an edit in another instance shows within twice this. */
  twinLookMs: number;
  /** Poll for other instances' changes of the connected model. */
  modelLookMs: number;
  /** Poll for other instances' changes of the settings; a change shows everywhere within two seconds (F22). */
  settingsLookMs: number;
  /** Look for imports that another instance left, or that began there. */
  importsLookMs: number;
  /** Write the site's daily figures to the database. A crash loses at most this much counting. */
  totalsFlushMs: number;
  /** Write speech use to the database. A crash loses at most this much counting. */
  speechUseFlushMs: number;
  /** Look for requests that arrive too slowly. */
  connectionsCheckMs: number;
  /** Ping the connections of shows; one that has not answered the ping before is closed. */
  showHeartbeatMs: number;
  /** How long a connection of a show may take to say who it is. */
  showInitMs: number;
  /** Say how this instance is, for the status page and the alarms of all. */
  instanceReportMs: number;
  /** Look for take-overs that nobody attends, and visitors to whom nobody came. */
  takeoverSweepMs: number;
}

/** The product's intervals. */
export const INTERVALS: Intervals = {
  relayMs: 10_000,
  restMs: 250,
  liveLookMs: 2_000,
  twinLookMs: 1_000,
  modelLookMs: 1_000,
  settingsLookMs: 1_000,
  importsLookMs: 10_000,
  totalsFlushMs: 1_000,
  speechUseFlushMs: 2_000,
  connectionsCheckMs: 5_000,
  showHeartbeatMs: SHOW_HEARTBEAT_MS,
  showInitMs: 10_000,
  instanceReportMs: 30_000,
  takeoverSweepMs: 5_000,
};

/**
 * A webhook or mail server that does not accept a message is retried for about a day (16 to 32 hours); then the message
 * is a dead letter. Each wait is about twice the previous one.
 */
export const DELIVERY_TRIES = { more: 12, firstAfterS: 14 };
