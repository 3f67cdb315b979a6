import { forgetMemory as schema } from '@understudy/contract/calls';
import type { ForgetMemoryAnswer } from '@understudy/contract/wire';
import { forgetMemories } from '../../features/memory/store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { authenticate } from '../authenticate.ts';
import { gatewayFunction } from '../gateway.ts';

/**
 * `forget_memory`: deletes one or all of the visitor's memories. Works without consent too, for what they once agreed
 * to.
 */
export const forgetMemoryFunction = gatewayFunction(schema, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  await context.limits.take('session_memories', session.id);
  const forgotten = await forgetMemories(context.pool, session.visitor_id, body.id ?? null);
  context.memoryQueue.invalidate();
  if (body.id && forgotten === 0) throw new AppError('not_found', 'This is not remembered any more.');
  const answer: ForgetMemoryAnswer = { success: true, forgotten };
  return answer;
});
