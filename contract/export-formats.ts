import type { AdminSession, AdminUtterance } from './admin.ts';
import type { Language } from './languages.ts';

/** Formats of `GET /api/admin/export`, and presets for the column names of a CSV file. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_PRESETS = ['plain', 'hubspot', 'salesforce', 'pipedrive'] as const;
export type ExportPreset = (typeof EXPORT_PRESETS)[number];

/** A session in an export, with what is known about its visitor and the call they asked for. */
export interface ExportedSession extends Omit<AdminSession, 'visitor_id'> {
  /** Identical for all sessions of one visitor in every export of this installation; meaningless anywhere else. */
  visitor_ref: string;
  company: string | null;
  role: string | null;
  /** The visitor's request for a call in their own words, at most 200 characters; null if they asked for none. */
  call_wish: string | null;
  /** The day understood from it, '2026-12-01'; null if none was named. */
  call_day: string | null;
  /** The version, language and text of the consent sentence; the last two are null where they were not recorded. */
  consent_version: string;
  consent_language: Language | null;
  consent_text: string | null;
  /** Meetings that were booked in this conversation, by their time. */
  bookings: ExportedBooking[];
  /** In order of time; only when transcripts were requested. */
  transcript?: ExportedUtterance[];
}

/** A meeting in an export. Times are ISO 8601 in UTC. */
export interface ExportedBooking {
  /** The kind of meeting, in the consultant's words. */
  title: string;
  starts_at: string;
  ends_at: string;
  status: 'confirmed' | 'cancelled';
}

/** One utterance in an export. The author is the person's name in a line of a person who took over; else null. */
export type ExportedUtterance = Pick<AdminUtterance, 'seq' | 'ts' | 'speaker' | 'author' | 'text' | 'interrupted'>;
