/** Functions for what is remembered about the visitor. */
import {
  correctMemory as correctMemorySchema,
  forgetMemory as forgetMemorySchema,
  sessionOnly,
} from '@understudy/contract/calls';
import type { CorrectMemoryAnswer, ForgetMemoryAnswer, MyMemoriesAnswer } from '@understudy/contract/wire';
import { gatewayFunction } from '../../app/gateway.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import { isBlank } from '../../platform/text/visible.ts';
import { authenticate } from '../conversation/authenticate.ts';
import { normaliseVisitorText } from '../conversation/visitor-text.ts';
import { memoryDays } from './remember.ts';
import { holdsSecret } from './sensitive-content.ts';
import { correctMemory, forgetMemories, listMemories } from './store.ts';

/**
 * `my_memories`: what is remembered about the session's visitor, also after its end. A session without consent sees
 * nothing, and neither stores nor recalls memories.
 */
export const myMemoriesFunction = gatewayFunction(sessionOnly, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  await context.limits.take('session_memories', session.id);
  const rows = session.consent ? await listMemories(context.pool, session.visitor_id) : [];
  const showsAnalysis = context.settings.get('visitor_page').analysis;
  const answer: MyMemoriesAnswer = {
    memories: rows.map(({ words, importance, created_at: createdAt, expires_at: expiresAt, ...memory }) => ({
      ...memory,
      ...(showsAnalysis ? { importance } : {}),
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      from: words,
    })),
  };
  return answer;
});

const DAY_MS = 86_400_000;

/** `correct_memory`: replaces a memory by the visitor's own words, which later readings do not overwrite. */
export const correctMemoryFunction = gatewayFunction(correctMemorySchema, async (body, { context, reply }) => {
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

/**
 * `forget_memory`: deletes one or all of the visitor's memories. Works without consent too, for what they once agreed
 * to.
 */
export const forgetMemoryFunction = gatewayFunction(forgetMemorySchema, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  await context.limits.take('session_memories', session.id);
  const forgotten = await forgetMemories(context.pool, session.visitor_id, body.id ?? null);
  context.memoryQueue.invalidate();
  if (body.id && forgotten === 0) throw new AppError('not_found', 'This is not remembered any more.');
  const answer: ForgetMemoryAnswer = { success: true, forgotten };
  return answer;
});
