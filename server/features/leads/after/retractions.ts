import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { PoolClient } from 'pg';
import { WITHDRAWN } from '../../../platform/database/standing-call.ts';
import type { CallForm } from '../call-form.ts';
import type { HandoffRequests } from '../requests/handoff-requests.ts';
import type { ActionItem } from './action-item.ts';
import type { Earlier } from './earlier.ts';
import { WRITE_KEY } from './written-to.ts';

/** What a conversation retracts of its requests to a person, made in it or before it. */
export interface Retractions {
  /** No call is wanted any more. */
  call: boolean;
  /** The conversation's own form, or one of an earlier conversation, was refused behind it. */
  form: boolean;
  /** What was complained of is settled. */
  complaint: boolean;
}

export const NO_RETRACTIONS: Retractions = { call: false, form: false, complaint: false };

/** Whether a call by the form was refused in words behind it. */
export const isFormRefused = ({ refused }: HandoffRequests, form: CallForm | null): boolean =>
  refused !== null && refused > (form?.after ?? -1);

/** @param form what was typed into this conversation's own form for a call */
export const retractionsOf = (requests: HandoffRequests, form: CallForm | null): Retractions => ({
  call: requests.call === null && isFormRefused(requests, form),
  form: isFormRefused(requests, form),
  complaint: requests.settled !== null,
});

/** What was known before, without what is retracted now. */
export function withoutRetracted(earlier: Earlier | null, { call, complaint }: Retractions): Earlier | null {
  const gone = new Set([...(call ? [CALL_REQUEST_KEY] : []), ...(complaint ? [COMPLAINT_KEY] : [])]);
  return earlier && { ...earlier, items: earlier.items.filter(({ key }) => !gone.has(key)) };
}

/** SQL: earlier conversations of the visitor of session `s`. */
const EARLIER = 'o.visitor_id = s.visitor_id AND o.started_at < s.started_at AND o.ended_at IS NOT NULL';

/** What nobody was told yet, nobody is told any more; asked for again, it is told anew. */
const WITHDRAW = `WITH gone AS (
    DELETE FROM action_items a USING sessions s
    WHERE s.id = $1 AND a.key = $2 AND a.status = 'open' AND (a.session_id = s.id OR $4 AND a.visitor_id = s.visitor_id
      AND (a.session_id IS NULL OR a.session_id IN (SELECT o.id FROM sessions o WHERE ${EARLIER})))
    RETURNING a.session_id
  ), told AS (
    -- The summary of an earlier conversation still says to call them.
    UPDATE summaries y SET executive_summary = y.executive_summary || E'\\nSince then: they want no call any more.'
    FROM gone WHERE y.session_id = gone.session_id AND y.session_id <> $1 AND $3 = 'call'
  )
  DELETE FROM webhook_messages m USING gone
  WHERE m.session_id = gone.session_id AND m.reason = $3 AND m.delivered_at IS NULL`;

/** The tag of what is to be done because they said that they have work to give. */
export const INTEREST = 'interest';

/** What was noted of that under another intent, or before they wanted none of it any more. */
const WITHDRAW_INTEREST = `DELETE FROM action_items
  WHERE session_id = $1 AND status = 'open' AND $2 = ANY (tags) AND NOT key = ANY ($3)`;

const REFUSE_FORMS = `UPDATE sessions o SET call_request = o.call_request || '{"${WITHDRAWN}": true}'
  FROM sessions s WHERE s.id = $1 AND o.call_request IS NOT NULL AND NOT o.call_request ? '${WITHDRAWN}'
    AND (o.id = s.id OR ${EARLIER})`;

const REASONS = [
  [CALL_REQUEST_KEY, 'call'],
  [COMPLAINT_KEY, 'complaint'],
] as const;

/** A call asked for anew is no longer answered in writing. */
const WITHDRAW_WRITING = `DELETE FROM action_items WHERE session_id = $1 AND key = '${WRITE_KEY}' AND status = 'open'`;

/**
 * Deletes what is not asked for any more; what the owner has ticked off stays. The caller holds the session's row.
 *
 * @param items what the conversation asks for as it stands
 */
export async function withdraw(
  client: PoolClient,
  sessionId: string,
  items: readonly Pick<ActionItem, 'key'>[],
  retractions: Retractions,
): Promise<void> {
  for (const [key, reason] of REASONS) {
    if (items.some((item) => item.key === key)) continue;
    await client.query(WITHDRAW, [sessionId, key, reason, retractions[reason]]);
  }
  if (!items.some(({ key }) => key === WRITE_KEY)) await client.query(WITHDRAW_WRITING, [sessionId]);
  await client.query(WITHDRAW_INTEREST, [sessionId, INTEREST, items.map(({ key }) => key)]);
  if (retractions.form) await client.query(REFUSE_FORMS, [sessionId]);
  else
    await client.query(
      `UPDATE sessions SET call_request = call_request - '${WITHDRAWN}' WHERE id = $1
        AND call_request ? '${WITHDRAWN}'`,
      [sessionId],
    );
}
