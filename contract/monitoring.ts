/** Types of the status page and of alarms (`GET /api/admin/status`); no runtime library. */
import type { BudgetState, ProviderState } from './settings.ts';

/** Kinds of failures at a provider, few enough to be counted and worded one by one. */
export const FAILURE_KINDS = [
  'refused',
  'rate_limited',
  'timeout',
  'unreachable',
  'server_error',
  'bad_request',
  'bad_response',
  'content_filtered',
  'circuit_open',
  'other',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** What background jobs are for. */
export const JOB_PURPOSES = [
  'conversations',
  'deletion',
  'notices',
  'mail',
  'calendars',
  'backups',
  'figures',
  'other',
] as const;
export type JobPurpose = (typeof JOB_PURPOSES)[number];

/** The disk of the embedded database, and that of the backups. */
export type DiskName = 'data' | 'backups';

/** `idle`: not set up, or nothing has happened yet. `warning`: visitors do not notice, somebody should look. */
export type StatusLevel = 'good' | 'idle' | 'warning' | 'bad';

/** A provider that somebody configured or, without any of its kind, the embedded one. */
export interface ProviderStatus {
  kind: ProviderState['kind'];
  provider: string;
  /** The host of its address; null for an embedded provider. */
  host: string | null;
  /** Why the last call failed; null if none has. */
  reason: FailureKind | null;
  failed_at: string | null;
  succeeded_at: string | null;
  /** How many calls have failed since the last that succeeded, and since when. */
  failures_in_a_row: number;
  failing_since: string | null;
}

/** A background job whose last runs have failed. */
export interface FailingJob {
  job: string;
  purpose: JobPurpose;
  failures_in_a_row: number;
  since: string;
}

/** The space on a disk of a machine. */
export interface DiskStatus {
  disk: DiskName;
  /** The machine. */
  host: string;
  /** Of what an ordinary account may use, rounded down. */
  used_percent: number;
  free_bytes: number;
}

/** What alarms are about, each with a mail of its own. */
export const ALARM_KINDS = ['provider', 'budget', 'disk', 'job', 'backup'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** What an alarm is about, as it was last seen. */
export type AlarmDetail =
  | { kind: 'provider'; status: ProviderStatus }
  | { kind: 'budget'; budget: SiteBudget; used: number; limit: number }
  | { kind: 'disk'; status: DiskStatus }
  | { kind: 'job'; status: FailingJob }
  /** The newest backup is old or, with `test_failed_at`, could not be restored. */
  | { kind: 'backup'; last_at: string | null; test_failed_at: string | null };

/** The budgets of the whole site. */
export type SiteBudget = Extract<BudgetState['budget'], 'site_tokens' | 'site_messages'>;

type Levelled<Row> = Row & { level: StatusLevel };

/** The answer of `GET /api/admin/status`: how an installation is, over all its instances. */
export interface StatusAnswer {
  checked_at: string;
  /** The worst of all. */
  level: StatusLevel;
  database: Levelled<{ embedded: boolean; took_ms: number }>;
  disks: Levelled<DiskStatus>[];
  providers: Levelled<ProviderStatus>[];
  budgets: Levelled<{ budget: SiteBudget; used: number; limit: number }>[];
  jobs: Levelled<{
    failing: FailingJob[];
    /** Jobs that should have begun minutes ago. */
    late: { job: string; purpose: JobPurpose; late_s: number }[];
  }>;
  backups: Levelled<{
    /** Whether the server makes them. */
    daily: boolean;
    last_at: string | null;
    failed: boolean;
    tested_at: string | null;
    test_failed: boolean;
  }>;
  mail: Levelled<{
    configured: boolean;
    queued: number;
    failed: number;
    last: { at: string; ok: boolean } | null;
  }>;
  /** The servers that share the database, the one that answers first; `host` is the machine's name and the port. */
  instances: Levelled<{ host: string; version: string; started_at: string; seen_at: string }>[];
  /** What owners were told by mail, or would be if mail were set up, and is not over. */
  alarms: { since: string; told: boolean; about: AlarmDetail }[];
}

/** How much of a budget is used, in whole percent. */
export const budgetPercent = ({ used, limit }: { used: number; limit: number }): number =>
  Math.floor((100 * used) / limit);
