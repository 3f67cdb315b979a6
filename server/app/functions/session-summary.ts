import { sessionOnly } from '@understudy/contract/calls';
import type { SessionSummaryAnswer } from '@understudy/contract/wire';
import { isSummedUp } from '../../features/leads/after/outcome.ts';
import { authenticate } from '../authenticate.ts';
import { summaryOf } from '../finish-session.ts';
import { gatewayFunction } from '../gateway.ts';
import { readWithinLimits } from '../limited-reading.ts';

/**
 * `session_summary`: the visitor's summary of the conversation as it stands; stores nothing. Once the owner's summary
 * exists it no longer changes, and is computed once.
 */
export const sessionSummaryFunction = gatewayFunction(sessionOnly, async (body, call) => {
  const { context } = call;
  const { session } = await authenticate(context, body, { ended: true });
  const twin = context.twin();
  const make = () => readWithinLimits(call, session.id, () => summaryOf(context, twin, session));
  const final = session.ended_at !== null && (await isSummedUp(context.pool, session.id));
  const summary = final ? await context.visitorSummaries.get(session.id, twin, make) : await make();
  const answer: SessionSummaryAnswer = {
    session_id: session.id,
    started_at: session.started_at.toISOString(),
    ended: session.ended_at !== null,
    ...summary,
  };
  return answer;
});
