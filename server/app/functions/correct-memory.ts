import { correctMemory as schema } from '@understudy/contract/calls';
import type { CorrectMemoryAnswer } from '@understudy/contract/wire';
import { normaliseVisitorText } from '../../features/conversation/visitor-text.ts';
import { holdsSecret } from '../../features/memory/sensitive-content.ts';
import { correctMemory } from '../../features/memory/store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isBlank } from '../../platform/text/visible.ts';
import { authenticate } from '../authenticate.ts';
import { gatewayFunction } from '../gateway.ts';
import { memoryDays } from '../remember.ts';
import { abortWhenGone } from '../request-signal.ts';

const DAY_MS = 86_400_000;

/** `correct_memory`: replaces a memory by the visitor's own words, which later readings do not overwrite. */
export const correctMemoryFunction = gatewayFunction(schema, async (body, { context, reply }) => {
  const { session } = await authenticate(context, body, { ended: true });
  await context.limits.take('session_memories', session.id);
  const text = normaliseVisitorText(body.text).replace(/\s+/g, ' ');
  if (isBlank(text)) throw new AppError('invalid_request', 'The field "text" does not fit: must not be blank.');
  if (holdsSecret(text)) {
    const reason = 'passwords, long numbers, links and markup are not remembered';
    throw new AppError('invalid_request', `The field "text" does not fit: ${reason}.`);
  }
  const gone = () => new AppError('not_found', 'This is not remembered any more.');
  if (!session.consent) throw gone();
  const { embedder, embeddings } = await context.embedders.embed([text], abortWhenGone(reply));
  const [embedding] = embeddings;
  const expiresAt = new Date(Date.now() + memoryDays(context) * DAY_MS);
  const memory = { id: body.id, text, embedder, expiresAt };
  if (!embedding || !(await correctMemory(context.pool, session.visitor_id, { ...memory, embedding }))) throw gone();
  context.memoryQueue.invalidate();
  const answer: CorrectMemoryAnswer = { success: true };
  return answer;
});
