import { sessionOnly } from '@understudy/contract/calls';
import type { MyMemoriesAnswer } from '@understudy/contract/wire';
import { listMemories } from '../../features/memory/store.ts';
import { authenticate } from '../authenticate.ts';
import { gatewayFunction } from '../gateway.ts';

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
