import { sessionOnly } from '@understudy/contract/calls';
import type { SessionSummaryAnswer } from '@understudy/contract/wire';
import { authenticate } from '../authenticate.ts';
import { summaryOf } from '../finish-session.ts';
import { gatewayFunction } from '../gateway.ts';
import { readInTurn } from '../whole-reading.ts';

/** `session_summary`: the conversation summed up for the visitor, as it stands; nothing is kept by asking. */
export const sessionSummaryFunction = gatewayFunction(sessionOnly, async (body, call) => {
  const { context } = call;
  const { session } = await authenticate(context, body, { ended: true });
  const summary = await readInTurn(call, session.id, () => summaryOf(context.pool, context.twin(), session));
  const answer: SessionSummaryAnswer = {
    session_id: session.id,
    started_at: session.started_at.toISOString(),
    ended: session.ended_at !== null,
    ...summary,
  };
  return answer;
});
