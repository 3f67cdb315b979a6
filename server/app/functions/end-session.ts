import { sessionOnly } from '@understudy/contract/calls';
import { endSession } from '../../features/conversation/sessions.ts';
import { authenticate } from '../authenticate.ts';
import { gatewayFunction } from '../gateway.ts';

/** `end_session`: ends the conversation; without consent nothing of it is left afterwards. */
export const endSessionFunction = gatewayFunction(sessionOnly, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  // Ended first, so that no turn begins between the end and the cut.
  await endSession(context.pool, session.id, 'visitor');
  await context.turnQueue.cutSession(session.id);
  context.nudgeJobs();
  context.history.forget(session.id);
  context.analyses.forget(session.id);
  return { success: true };
});
