import { sessionOnly } from '@understudy/contract/calls';
import type { SessionHistoryAnswer } from '@understudy/contract/wire';
import { readUtterances } from '../../features/conversation/store.ts';
import { readExtract } from '../../features/leads/store.ts';
import { authenticate } from '../authenticate.ts';
import { gatewayFunction } from '../gateway.ts';
import { visitorView } from '../present-turn.ts';

/** Maximum number of lines for resuming; more than a person scrolls back, and bounded for a giant conversation. */
const LINES_MAX = 2_000;

/** `session_history`: the visitor's own transcript, to resume after a reload; also of an ended session. */
export const sessionHistoryFunction = gatewayFunction(sessionOnly, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  const rows = await readUtterances(context.pool, session.id, LINES_MAX);
  const answer: SessionHistoryAnswer = {
    session_id: session.id,
    mode: session.mode,
    consent: session.consent,
    ended: session.ended_at !== null,
    started_at: session.started_at.toISOString(),
    utterances: rows.map(({ ts, ...row }) => ({ ...row, ts: ts.toISOString() })),
    running_turn_id: context.turnQueue.current(session.id)?.turnId ?? null,
    ...visitorView(context, await readExtract(context.pool, session.id)),
    call: session.call_request,
  };
  return answer;
});
