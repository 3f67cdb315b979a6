import {
  correctMemory as correctMemorySchema,
  forgetMemory as forgetMemorySchema,
  sessionOnly,
} from '@understudy/contract/calls';
import type { CorrectMemoryAnswer, ForgetMemoryAnswer, MyMemoriesAnswer } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone, type GatewayFunctions, gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { isBlank } from '../../platform/text/visible.ts';
import type { Embedders } from '../../providers/embedder/create-embedder.ts';
import { type Authenticator, normaliseVisitorText } from '../conversation/index.ts';
import { holdsSecret } from './extract-memories.ts';
import type { MemoryQueue } from './memory-queue.ts';
import { memoryDays } from './remember.ts';
import { correctMemory, listMemories } from './store.ts';

/** What the functions of memory need. */
interface MemoryFunctionDeps {
  pool: Pool;
  authenticator: Authenticator;
  settings: OwnerSettings;
  limits: Pick<Limits, 'take'>;
  embedders: Embedders;
  memoryQueue: Pick<MemoryQueue, 'invalidate'>;
  /** Deletes memories of a visitor, all with `ids` null; a restore does not bring them back. Returns how many. */
  eraseMemories(visitorId: string, ids: readonly string[] | null): Promise<number>;
}

/** The functions by which visitors see, correct and delete what is remembered of them. */
export const memoryFunctions = (deps: MemoryFunctionDeps): GatewayFunctions => ({
  correct_memory: correctMemoryFunction(deps),
  forget_memory: forgetMemoryFunction(deps),
  my_memories: myMemoriesFunction(deps),
});

/**
 * `my_memories`: what is remembered about the session's visitor, also after its end. A session without consent sees
 * nothing, and neither stores nor recalls memories.
 */
const myMemoriesFunction = (deps: MemoryFunctionDeps) =>
  gatewayFunction(sessionOnly, async (body) => {
    const { session } = await deps.authenticator.session(body, { ended: true });
    await deps.limits.take('session_memories', session.id);
    const rows = session.consent ? await listMemories(deps.pool, session.visitor_id) : [];
    const showsAnalysis = deps.settings.get('visitor_page').analysis;
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
const correctMemoryFunction = (deps: MemoryFunctionDeps) =>
  gatewayFunction(correctMemorySchema, async (body, { reply }) => {
    const { session } = await deps.authenticator.session(body, { ended: true });
    await deps.limits.take('session_memories', session.id);
    const text = normaliseVisitorText(body.text).replace(/\s+/g, ' ');
    if (isBlank(text)) throw new AppError('invalid_request', 'The field "text" does not fit: must not be blank.');
    if (holdsSecret(text)) {
      const reason = 'passwords, long numbers, links and markup are not remembered';
      throw new AppError('invalid_request', `The field "text" does not fit: ${reason}.`);
    }
    const gone = () => new AppError('not_found', 'This is not remembered any more.');
    if (!session.consent) throw gone();
    const { embedder, embeddings } = await deps.embedders.embed([text], abortWhenGone(reply));
    const [embedding] = embeddings;
    const expiresAt = new Date(Date.now() + memoryDays(deps) * DAY_MS);
    const memory = { id: body.id, text, embedder, expiresAt };
    if (!embedding || !(await correctMemory(deps.pool, session.visitor_id, { ...memory, embedding }))) throw gone();
    deps.memoryQueue.invalidate();
    const answer: CorrectMemoryAnswer = { success: true };
    return answer;
  });

/**
 * `forget_memory`: deletes one or all of the visitor's memories. Works without consent too, for what they once agreed
 * to.
 */
const forgetMemoryFunction = (deps: MemoryFunctionDeps) =>
  gatewayFunction(forgetMemorySchema, async (body) => {
    const { session } = await deps.authenticator.session(body, { ended: true });
    await deps.limits.take('session_memories', session.id);
    const forgotten = await deps.eraseMemories(session.visitor_id, body.id ? [body.id] : null);
    deps.memoryQueue.invalidate();
    if (body.id && forgotten === 0) throw new AppError('not_found', 'This is not remembered any more.');
    const answer: ForgetMemoryAnswer = { success: true, forgotten };
    return answer;
  });
