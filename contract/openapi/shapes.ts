/** Answers that have no type of their own elsewhere in the contract. */
import type { LeadStatus } from '../admin.ts';
import type {
  CalibrationBand,
  CostRow,
  FunnelStep,
  LatencyRow,
  ScoreBand,
  Term,
  TimePoint,
  UnansweredQuestion,
} from '../analytics.ts';
import type { LegalHold } from '../privacy.ts';
import type { ConversationsDeletion, Setting, SettingsGroups } from '../settings.ts';
import type { PublicConfig } from '../wire.ts';

/** The answer of functions that return no data. */
export interface Success {
  success: true;
}

/** The answer of `collect_email`. */
export interface CollectEmailAnswer extends Success {
  /** A sentence for the form. */
  message: string;
}

/** The answer of `{provider}_chat`; on failure its text is one of the specification's two sentences. */
export interface ProviderChatAnswer {
  text: string;
}

/** The answer of `PATCH /api/admin/leads/{visitor_id}`. */
export interface LeadStatusAnswer {
  visitor_id: string;
  status: LeadStatus;
}

/** The answer of `/healthz`. */
export interface Health {
  status: 'ok';
}

/** The answer of `/readyz`; with status 503 if the server cannot serve visitors. */
export interface ReadinessAnswer {
  status: 'ready' | 'unavailable';
  /** Why it is unavailable, and problems that do not prevent serving, in sentences. */
  reasons: string[];
}

/** A line of a chart's export file: one record of the chart's data. */
export type ChartRecord =
  | TimePoint
  | FunnelStep
  | ScoreBand
  | CalibrationBand
  | Term
  | UnansweredQuestion
  | LatencyRow
  | CostRow
  | { day: number; hours: number[] };

/** The answer to a changed setting: the group after the change. */
export type ChangedSetting = { [Name in keyof SettingsGroups]: Setting<SettingsGroups[Name]> }[keyof SettingsGroups];

/** The answer of `GET /api/admin/danger/delete-conversations`. */
export interface NewestDeletion {
  /** Null if there never was one. */
  deletion: ConversationsDeletion | null;
}

/** The answer of `export_my_data` as JSON: besides `about`, a list of rows for each kind of data. */
export interface ExportedData {
  about: {
    exported_at: string;
    consultant: string;
    /** The address of a mailed link. */
    email: string | null;
    retention_days: PublicConfig['retention_days'];
  };
  [section: string]: unknown;
}

/** The answer of the calls of a legal hold. */
export interface LegalHoldAnswer {
  hold: LegalHold | null;
}
