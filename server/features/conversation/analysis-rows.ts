import type { Extract } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { storableJson } from './store.ts';

/** A stored entry of the evidence log. */
interface SignalRow {
  /** Position in the session's log, from 0. */
  n: number;
  rule: string;
  points: number;
  /** The sequence number of the visitor's utterance that it quotes. */
  seq: number;
  quote: string;
  from_char: number;
  to_char: number;
}

/** The job in which a language model reads a session, keyed by the session's id. */
export const ANALYSE_SESSION_JOB = 'analyse_session';

/** The job that reports a lead to the webhook, keyed by the message's id. */
export const TELL_HOT_LEAD_JOB = 'tell_hot_lead';

/** The job that records handoff requests and retractions of a session, keyed by the session's id. */
export const SAVE_HANDOFF_REQUESTS_JOB = 'note_asks';

/** The analysis after one of the visitor's messages, and its new entries in the evidence log. */
export interface AnalysisRow {
  session_id: string;
  /** How often messages had been erased when the conversation was read; after another erasure nothing is saved. */
  erasures: number;
  /** The newest of the visitor's utterances that the analysis covers. */
  seq: number;
  analyser: 'embedded' | 'merged';
  extract: Extract;
  signals: readonly SignalRow[];
  /** The model reading of a merged analysis. */
  reading?: object;
  /** Whether to schedule {@link ANALYSE_SESSION_JOB}. */
  ask_model?: boolean;
  /** Whether to schedule {@link SAVE_HANDOFF_REQUESTS_JOB}: the visitor made a handoff request or retracted one. */
  note_asks?: boolean;
  /** The notification threshold, if the score has reached it for the first time. */
  notify_from?: number;
}

/** SQL: replaces an analysis of the same utterance by the same analyser. */
const REPLACED = `(session_id, seq, analyser) DO UPDATE SET intent = excluded.intent, confidence = excluded.confidence,
  lead_score = excluded.lead_score, company = excluded.company, contact_info = excluded.contact_info,
  pain_points = excluded.pain_points, followup_actions = excluded.followup_actions, entities = excluded.entities,
  reasons = excluded.reasons, next_best_question = excluded.next_best_question, offer = excluded.offer,
  reading = excluded.reading`;

/**
 * SQL: the parts of a statement (CTEs) that save analyses along with its other changes.
 *
 * @param json SQL of a JSON list of {@link AnalysisRow}
 * @param kept the CTE with the `id` and `erasures` of each session whose other changes are saved
 * @param again what to do if the same analyser already analysed the same utterance: a turn that is saved twice
 * changes nothing
 */
export function analysisParts(json: string, kept: string, again: 'leave' | 'replace' = 'leave'): string {
  return `, ai AS (
      SELECT a.* FROM jsonb_to_recordset(${json}) AS a (session_id uuid, erasures int, seq int, analyser text,
        extract jsonb, signals jsonb, reading jsonb, ask_model boolean, note_asks boolean, notify_from int)
          JOIN ${kept} ON ${kept}.id = a.session_id AND ${kept}.erasures = a.erasures
    ), ax AS (
      INSERT INTO extracts (session_id, seq, analyser, intent, confidence, lead_score, company, contact_info,
        pain_points,
        followup_actions, entities, reasons, next_best_question, offer, reading)
      SELECT ai.session_id, ai.seq, ai.analyser, x.intent, x.confidence, x.lead_score, x.company, x.contact_info,
        x.pain_points, x.followup_actions, x.entities, x.reasons, x.next_best_question, x.offer, ai.reading
      FROM ai, jsonb_to_record(ai.extract) AS x (intent text, confidence real, lead_score int, company text,
        contact_info text, pain_points text[], followup_actions text[], entities jsonb, reasons text[],
        next_best_question text, offer text)
      ON CONFLICT ${again === 'replace' ? REPLACED : 'DO NOTHING'}
    ), ag AS (
      INSERT INTO lead_signals (session_id, n, rule, points, seq, quote, from_char, to_char)
      SELECT ai.session_id, x.* FROM ai, jsonb_to_recordset(ai.signals) AS x (n int, rule text, points int, seq int,
        quote text, from_char int, to_char int)
      ON CONFLICT DO NOTHING
    ), aj AS (
      INSERT INTO job_requests (name, key) SELECT '${ANALYSE_SESSION_JOB}', o.id::text
      FROM ai JOIN sessions o ON o.id = ai.session_id WHERE ai.ask_model AND o.consent
      ON CONFLICT DO NOTHING
    ), aq AS (
      INSERT INTO job_requests (name, key) SELECT '${SAVE_HANDOFF_REQUESTS_JOB}', o.id::text
      FROM ai JOIN sessions o ON o.id = ai.session_id WHERE ai.note_asks AND o.consent
      ON CONFLICT DO NOTHING
    ), an AS (
      INSERT INTO webhook_messages (session_id, threshold, lead_score)
      SELECT o.id, ai.notify_from, (ai.extract ->> 'lead_score')::int FROM ai JOIN sessions o ON o.id = ai.session_id
      WHERE ai.notify_from IS NOT NULL AND o.consent AND o.lead_score < ai.notify_from
      ON CONFLICT DO NOTHING
      RETURNING id
    ), aw AS (
      INSERT INTO job_requests (name, key) SELECT '${TELL_HOT_LEAD_JOB}', an.id::text FROM an
    )`;
}

/**
 * SQL: the assignments of an UPDATE of `sessions` from an analysis; without one, nothing changes. If the analysis has
 * no email address, the address from the call request form is kept, because the form may be newer. A visitor who
 * gives no name keeps the one from an earlier conversation.
 *
 * @param row SQL of one row's JSON
 * @param session the alias of the updated session in the statement
 */
export function analysisColumns(row: string, session = 'sessions'): string {
  return `lead_score = coalesce((${row} -> 'extract' ->> 'lead_score')::int, lead_score),
    contact_name = CASE WHEN ${row} IS NULL THEN contact_name ELSE coalesce(${row} #>> '{extract,entities,person_name}',
      (SELECT k.name FROM leads k WHERE k.visitor_id = ${session}.visitor_id AND ${session}.consent)) END,
    email = CASE WHEN ${row} IS NULL THEN email
      ELSE coalesce(${row} #>> '{extract,entities,contact_email}', CASE WHEN email = call_request ->> 'email'
        THEN email END)
      END,
    phone = CASE WHEN ${row} IS NULL THEN phone ELSE ${row} #>> '{extract,entities,contact_phone}' END`;
}

/**
 * Serializes analyses as a parameter. A quote may split a surrogate pair, and PostgreSQL cannot store half of one.
 */
export const presentAnalyses = (rows: readonly AnalysisRow[]): string => storableJson(rows) ?? '[]';

/**
 * Saves an analysis on its own, with its events. Does nothing if the session no longer exists, or lost messages since.
 *
 * @returns whether it is saved
 */
export async function saveAnalysis(
  pool: Pool,
  row: AnalysisRow,
  events: readonly { kind: string; payload: unknown }[],
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'save_analysis',
    text: `WITH s AS (
             UPDATE sessions SET ${analysisColumns('$2::jsonb -> 0')} WHERE id = $1 AND erasures = $4
             RETURNING id, erasures
           ), e AS (
             INSERT INTO events (session_id, kind, payload)
             SELECT s.id, e.kind, e.payload FROM s, jsonb_to_recordset($3::jsonb) AS e (kind text, payload jsonb)
           )${analysisParts('$2::jsonb', 's', 'replace')}
           SELECT FROM s`,
    values: [row.session_id, presentAnalyses([row]), JSON.stringify(events), row.erasures],
  });
  return rowCount === 1;
}
