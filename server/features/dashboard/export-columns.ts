import type { AdminSession, EXPORT_PRESETS } from '@understudy/contract/admin';

type Preset = (typeof EXPORT_PRESETS)[number];
/** A column: its name in the first line, and what stands in it. */
type Column = readonly [name: string, cell: (session: AdminSession) => string | number | null];

const firstName = ({ contact_name }: AdminSession) => contact_name?.trim().split(/\s+/).slice(0, -1).join(' ') || null;
/** A single word is the last name: Salesforce takes no lead without one. */
const lastName = ({ contact_name }: AdminSession) => contact_name?.trim().split(/\s+/).at(-1) ?? null;
const intent = ({ final_intent }: AdminSession) => final_intent?.replaceAll('_', ' ') ?? null;
const name = ({ contact_name }: AdminSession) => contact_name ?? 'Anonymous Visitor';
const day = (moment: string) => moment.slice(0, 10);

/** Our status in the words that a program's import knows. */
const HUBSPOT_STATUS = {
  new: 'NEW',
  contacted: 'ATTEMPTED_TO_CONTACT',
  qualified: 'OPEN_DEAL',
  won: 'CONNECTED',
  lost: 'UNQUALIFIED',
};
const SALESFORCE_STATUS = {
  new: 'Open - Not Contacted',
  contacted: 'Working - Contacted',
  qualified: 'Working - Contacted',
  won: 'Closed - Converted',
  lost: 'Closed - Not Converted',
};

/**
 * Columns of each preset. Those programs match columns by name on import; the names are the labels of their standard
 * contact and lead fields, and of fields that the owner may add for the rest.
 */
export const EXPORT_COLUMNS: Record<Preset, readonly Column[]> = {
  plain: [
    ['Session', (s) => s.id],
    ['Visitor', (s) => s.visitor_id],
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
  ],
  hubspot: [
    ['First Name', firstName],
    ['Last Name', lastName],
    ['Email', (s) => s.email],
    ['Lead Status', (s) => HUBSPOT_STATUS[s.status]],
    ['Create Date', (s) => day(s.started_at)],
    ['Lead Score', (s) => s.lead_score],
    ['Intent', intent],
    ['Message', (s) => s.reason],
    ['Session ID', (s) => s.id],
  ],
  salesforce: [
    ['First Name', firstName],
    ['Last Name', (s) => lastName(s) ?? 'Anonymous Visitor'],
    ['Company', () => 'Unknown'],
    ['Email', (s) => s.email],
    ['Lead Source', () => 'Web'],
    ['Lead Status', (s) => SALESFORCE_STATUS[s.status]],
    ['Rating', (s) => (s.lead_score >= 75 ? 'Hot' : s.lead_score >= 50 ? 'Warm' : 'Cold')],
    ['Description', (s) => [intent(s), s.reason].filter(Boolean).join(': ') || null],
    ['Session ID', (s) => s.id],
  ],
  pipedrive: [
    ['Lead - Title', (s) => `${name(s)}${s.final_intent ? `: ${intent(s)}` : ''}`],
    ['Person - Name', name],
    ['Person - Email', (s) => s.email],
    ['Lead - Source', () => 'Web'],
    ['Lead - Created', (s) => day(s.started_at)],
    ['Lead - Score', (s) => s.lead_score],
    ['Note - Content', (s) => s.reason],
    ['Lead - Session ID', (s) => s.id],
  ],
};
