import { sessionOnly } from '@understudy/contract/calls';
import type { SessionSummaryAnswer } from '@understudy/contract/wire';
import { authenticate } from '../authenticate.ts';
import { summaryOf } from '../finish-session.ts';
import { gatewayFunction } from '../gateway.ts';

/** `session_summary`: the conversation summed up for the visitor, as it stands; nothing is kept by asking. */
export const sessionSummaryFunction = gatewayFunction(sessionOnly, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  await context.limits.take('session_events', session.id);
  const answer: SessionSummaryAnswer = {
    session_id: session.id,
    started_at: session.started_at.toISOString(),
    ended: session.ended_at !== null,
    ...(await summaryOf(context.pool, context.twin(), session.id)),
  };
  return answer;
});
