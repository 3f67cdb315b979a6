import type { ExportedSession, ExportedUtterance, ExportPreset } from '@understudy/contract/export-formats';
import { tierOf } from '@understudy/contract/leads';

/** A column: its header, and the function that fills its cells. */
type Column = readonly [name: string, cell: (row: ExportedSession) => string | number | null];

const firstName = ({ contact_name }: ExportedSession) =>
  contact_name?.trim().split(/\s+/).slice(0, -1).join(' ') || null;
/** A single word counts as the last name, because Salesforce requires one. */
const lastName = ({ contact_name }: ExportedSession) => contact_name?.trim().split(/\s+/).at(-1) ?? null;
const intent = ({ final_intent }: ExportedSession) => final_intent?.replaceAll('_', ' ') ?? null;
const name = ({ contact_name }: ExportedSession) => contact_name ?? 'Anonymous Visitor';
/**
 * Formatted so that no spreadsheet evaluates it as a sum; a zero in brackets is only dialled without the country
 * code.
 */
const phone = (row: ExportedSession) =>
  row.phone?.startsWith('+') ? `+${row.phone.slice(1).replace('(0)', ' ').replace(/\D+/g, ' ').trim()}` : row.phone;
/** The understood day of the requested call and the visitor's words; 'Yes' if neither is kept any more. */
const call = (row: ExportedSession) =>
  row.call_requested ? [row.call_day, row.call_wish].filter(Boolean).join(': ') || 'Yes' : null;
const day = (moment: string) => moment.slice(0, 10);
/** '2026-11-24 14:00 UTC: First call (confirmed)', one after the other. */
const meetings = ({ bookings }: ExportedSession) =>
  bookings
    .map(
      ({ title, starts_at: at, status }) => `${day(at)} ${at.slice(11, 16)} UTC: ${title} (${BOOKING_STATUS[status]})`,
    )
    .join('; ') || null;
const about = (row: ExportedSession) => [intent(row), row.reason].filter(Boolean).join(': ') || null;

const BOOKING_STATUS = { confirmed: 'confirmed', cancelled: 'canceled' };
const SPEAKERS = { visitor: 'Visitor', agent: 'AI Agent', person: 'Person' };

/** Salesforce's own placeholder for a missing company or last name, both of which it requires. */
const NOT_PROVIDED = '[not provided]';
/** Labels of HubSpot's default options, because its import matches labels. */
const HUBSPOT_STATUS = {
  new: 'New',
  contacted: 'Attempted to Contact',
  qualified: 'Open Deal',
  won: 'Connected',
  lost: 'Unqualified',
};
const HUBSPOT_STAGE = {
  new: 'Lead',
  contacted: 'Lead',
  qualified: 'Sales Qualified Lead',
  won: 'Customer',
  lost: 'Lead',
};
const RATING = { hot: 'Hot', warm: 'Warm', cold: 'Cold' };
/**
 * Salesforce sets the converted status only by converting a lead, so that won leads are exported as being worked on.
 */
const SALESFORCE_STATUS = {
  new: 'Open - Not Contacted',
  contacted: 'Working - Contacted',
  qualified: 'Working - Contacted',
  won: 'Working - Contacted',
  lost: 'Closed - Not Converted',
};

/** Columns added to the session's own when transcripts are included, with one row per utterance. */
export const UTTERANCE_COLUMNS: readonly (readonly [
  name: string,
  cell: (utterance: ExportedUtterance) => string | number | null,
])[] = [
  ['Line', ({ seq }) => seq + 1],
  ['Time', ({ ts }) => ts],
  ['Speaker', ({ speaker }) => SPEAKERS[speaker]],
  ['Text', ({ text }) => text],
  ['Interrupted', ({ interrupted }) => (interrupted ? 'Yes' : 'No')],
  ['Author', ({ author }) => author],
];

/**
 * The columns of each preset. The target programs match columns by name on import; the names are the labels of their
 * standard contact and lead fields, and of custom fields that the owner may add (docs/decisions/export-presets.md).
 */
export const EXPORT_COLUMNS: Record<ExportPreset, readonly Column[]> = {
  plain: [
    ['Session', (s) => s.id],
    ['Visitor', (s) => s.visitor_ref],
    ['Started', (s) => s.started_at],
    ['Ended', (s) => s.ended_at],
    ['Duration (minutes)', (s) => (s.duration === null ? null : Number(s.duration))],
    ['Contact', (s) => s.contact_name],
    ['Email', (s) => s.email],
    ['Lead score', (s) => s.lead_score],
    ['Intent', (s) => s.final_intent],
    ['Call to action', (s) => s.cta_chosen],
    ['Status', (s) => s.status],
    ['Reason', (s) => s.reason],
    ['Summary', (s) => (s.summary ? 'Yes' : 'No')],
    ['Utterances', (s) => s.utterance_count],
    ['Phone', phone],
    ['Company', (s) => s.company],
    ['Role', (s) => s.role],
    ['Call asked for', call],
    ['Complaint', (s) => (s.complaint && !s.asks_person ? 'Yes' : 'No')],
    ['Consent version', (s) => s.consent_version],
    ['Consent language', (s) => s.consent_language],
    ['Consent text', (s) => s.consent_text],
    ['Bookings', meetings],
  ],
  hubspot: [
    ['First Name', firstName],
    ['Last Name', lastName],
    ['Email', (s) => s.email],
    ['Phone Number', phone],
    ['Company Name', (s) => s.company],
    ['Job Title', (s) => s.role],
    ['Lead Status', (s) => HUBSPOT_STATUS[s.status]],
    ['Lifecycle Stage', (s) => HUBSPOT_STAGE[s.status]],
    ['Message', about],
    ['Twin Lead Score', (s) => s.lead_score],
    ['Twin Conversation Date', (s) => day(s.started_at)],
    ['Twin Session ID', (s) => s.id],
    ['Twin Bookings', meetings],
  ],
  salesforce: [
    ['First Name', firstName],
    ['Last Name', (s) => lastName(s) ?? NOT_PROVIDED],
    ['Company', (s) => s.company ?? NOT_PROVIDED],
    ['Title', (s) => s.role],
    ['Email', (s) => s.email],
    ['Phone', phone],
    ['Lead Source', () => 'Web'],
    ['Lead Status', (s) => SALESFORCE_STATUS[s.status]],
    ['Rating', (s) => RATING[tierOf(s.lead_score)]],
    ['Description', about],
    ['Twin Lead Score', (s) => s.lead_score],
    ['Twin Session ID', (s) => s.id],
    ['Twin Bookings', meetings],
  ],
  pipedrive: [
    ['Lead - Title', (s) => `${name(s)}${s.final_intent ? `: ${intent(s)}` : ''}`],
    ['Person - Name', name],
    ['Person - Email', (s) => s.email],
    ['Person - Phone', phone],
    ['Person - Job title', (s) => s.role],
    ['Organization - Name', (s) => s.company],
    ['Note - Content', about],
    ['Lead - Twin Lead Score', (s) => s.lead_score],
    ['Lead - Twin Session ID', (s) => s.id],
    ['Lead - Twin Bookings', meetings],
  ],
};
