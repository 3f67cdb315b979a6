import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { PoolClient } from 'pg';
import { WITHDRAWN } from '../../../platform/database/standing-call.ts';
import type { CallForm } from '../call-form.ts';
import type { HandoffRequests } from '../requests/handoff-requests.ts';
import type { ActionItem } from './action-item.ts';
import type { Earlier } from './earlier.ts';
import { WRITE_KEY } from './written-to.ts';

/** The requests to a person that a conversation retracts, made in it or earlier. */
export interface Retractions {
  /** A call is no longer wanted. */
  call: boolean;
  /** The form of this or an earlier conversation was refused after it was sent. */
  form: boolean;
  /** The complaint is settled. */
  complaint: boolean;
}

export const NO_RETRACTIONS: Retractions = { call: false, form: false, complaint: false };

/** Whether a call requested by form was refused in words afterwards. */
export const isFormRefused = ({ refused }: HandoffRequests, form: CallForm | null): boolean =>
  refused !== null && refused > (form?.after ?? -1);

/** @param form what was typed into this conversation's own call form */
export const retractionsOf = (requests: HandoffRequests, form: CallForm | null): Retractions => ({
  call: requests.call === null && isFormRefused(requests, form),
  form: isFormRefused(requests, form),
  complaint: requests.settled !== null,
});

/** What was known before, without what is now retracted. */
export function withoutRetracted(earlier: Earlier | null, { call, complaint }: Retractions): Earlier | null {
  const gone = new Set([...(call ? [CALL_REQUEST_KEY] : []), ...(complaint ? [COMPLAINT_KEY] : [])]);
  return earlier && { ...earlier, items: earlier.items.filter(({ key }) => !gone.has(key)) };
}

/** SQL: earlier conversations of the visitor of session `s`. */
const EARLIER = 'o.visitor_id = s.visitor_id AND o.started_at < s.started_at AND o.ended_at IS NOT NULL';

/** Withdraws messages that were not sent yet; a new request creates a new message. */
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

/** The tag of items that exist because visitors said that they have work to give. */
export const INTEREST = 'interest';

/** Deletes such items that an earlier intent created, or that were created before the visitor lost interest. */
const WITHDRAW_INTEREST = `DELETE FROM action_items
  WHERE session_id = $1 AND status = 'open' AND $2 = ANY (tags) AND NOT key = ANY ($3)`;

const REFUSE_FORMS = `UPDATE sessions o SET call_request = o.call_request || '{"${WITHDRAWN}": true}'
  FROM sessions s WHERE s.id = $1 AND o.call_request IS NOT NULL AND NOT o.call_request ? '${WITHDRAWN}'
    AND (o.id = s.id OR ${EARLIER})`;

const REASONS = [
  [CALL_REQUEST_KEY, 'call'],
  [COMPLAINT_KEY, 'complaint'],
] as const;

/** Once a call is requested again, the item to write instead is obsolete. */
const WITHDRAW_WRITING = `DELETE FROM action_items WHERE session_id = $1 AND key = '${WRITE_KEY}' AND status = 'open'`;

/**
 * Deletes items that are no longer asked for; items the owner has ticked off stay. The caller must hold the lock on the
 * session's row.
 *
 * @param items what the conversation currently asks for
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
