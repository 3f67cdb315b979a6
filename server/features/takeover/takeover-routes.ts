import { PERSON_LINE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import {
  hintBody,
  liveQuery,
  type PersonLineAnswer,
  personLineBody,
  type SuggestionAnswer,
  takeoverBeatBody,
  takeoverBody,
  type WaitingVisitorsAnswer,
} from '@understudy/contract/takeover';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import { abortWhenGone, idOf, parseBody } from '../../platform/http/gateway-function.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { codePoints } from '../conversation/index.ts';
import { type SuggestDeps, suggestLine } from './suggest-line.ts';
import { firstLineFor, type TakeoverHub } from './takeover-hub.ts';
import {
  noteAttended,
  noteWatched,
  notify,
  presentToAdmin,
  readTakeover,
  readWaiting,
  saveHint,
  savePersonLine,
  type TakeoverRow,
} from './takeover-store.ts';
import { NO_RUNNING_SESSION, notTakenOver, type Takeovers } from './takeovers.ts';

/** Heartbeat of the streams, which also keeps a watched conversation announced. */
const HEARTBEAT_MS = 5_000;
/** Conversations that one person, and all together, may watch at once on this instance. */
const MAX_STREAMS_PER_PERSON = 20;
const MAX_STREAMS = 200;
const RETRY_AFTER_MS = 30_000;

/** Dependencies of the routes. */
export interface TakeoverRouteDeps extends Omit<SuggestDeps, 'pool'> {
  takeovers: Takeovers;
  hub: TakeoverHub;
}

/** Mounts an administrator's side of taking over. Joining, leaving, hints and watching are written to the audit log. */
export function mountTakeover(scope: AdminScope, deps: TakeoverRouteDeps): void {
  const { http, pool, guard, limits, now } = scope;
  const { takeovers, hub } = deps;

  /** The caller as an administrator with an account. @throws AppError `forbidden` */
  const personOf = async (request: FastifyRequest): Promise<Actor & { id: string }> => {
    const actor = await guard.require(request, 'admin');
    const { id } = actor;
    if (id === null) throw new AppError('forbidden', 'Without a sign-in you can watch, but not join a conversation.');
    return { ...actor, id };
  };
  const sessionOf = (request: FastifyRequest): string => idOf(request, 'id', NO_RUNNING_SESSION).toLowerCase();
  const log = (actor: Actor, action: string, sessionId: string) =>
    audit(pool, actor, action, { session_id: sessionId }, now());

  mountWatching(scope, hub);

  http.post('/sessions/:id/takeover', async (request) => {
    const [sessionId, actor] = [sessionOf(request), await personOf(request)];
    const { name, role } = parseBody(takeoverBody, request.body);
    const row = await takeovers.join(sessionId, { userId: actor.id, name, role });
    await log(actor, 'conversation_taken_over', sessionId);
    return presentToAdmin(row, actor.id);
  });

  http.post('/sessions/:id/takeover/beat', async (request) => {
    const [sessionId, actor] = [sessionOf(request), await personOf(request)];
    const { typing } = parseBody(takeoverBeatBody, request.body ?? {});
    if (!(await noteAttended(pool, sessionId, actor.id))) throw notTakenOver();
    if (typing !== undefined) await notify(pool, sessionId, typing ? 'person_types' : 'person_typed');
    return { success: true };
  });

  http.delete('/sessions/:id/takeover', async (request) => {
    const [sessionId, actor] = [sessionOf(request), await personOf(request)];
    await takeovers.leave(sessionId, actor.id);
    await log(actor, 'conversation_handed_back', sessionId);
    return { success: true };
  });

  http.post('/sessions/:id/lines', async (request): Promise<PersonLineAnswer> => {
    const [sessionId, actor] = [sessionOf(request), await personOf(request)];
    const { id: lineId, text } = parseBody(personLineBody, request.body);
    if (codePoints(text) > PERSON_LINE_MAX_CODE_POINTS) {
      throw new AppError('message_too_long', `A message has at most ${PERSON_LINE_MAX_CODE_POINTS} characters.`);
    }
    const line = await savePersonLine(pool, sessionId, { userId: actor.id, lineId: lineId.toLowerCase(), text });
    if (line) return { line };
    const row = await readTakeover(pool, sessionId);
    if (row?.ended) throw new AppError('session_ended', 'This conversation has ended. Your message was not sent.');
    throw notTakenOver();
  });

  http.post('/sessions/:id/suggestion', async (request, reply): Promise<SuggestionAnswer> => {
    const [sessionId, actor] = [sessionOf(request), await personOf(request)];
    await limits.take('admin_previews', actor.id);
    const row = await readTakeover(pool, sessionId);
    if (!presentToAdmin(row ?? NOTHING, actor.id).mine || !row) throw notTakenOver();
    const mode = await readMode(pool, sessionId);
    return suggestLine({ ...deps, pool }, { sessionId, mode, row }, abortWhenGone(reply));
  });

  http.post('/sessions/:id/hint', async (request) => {
    const [sessionId, actor] = [sessionOf(request), await personOf(request)];
    const { text } = parseBody(hintBody, request.body);
    if (!(await saveHint(pool, sessionId, text))) throw new AppError('not_found', NO_RUNNING_SESSION);
    await log(actor, 'hint_given', sessionId);
    return { success: true };
  });

  http.get('/waiting-visitors', async (request): Promise<WaitingVisitorsAnswer> => {
    await guard.require(request, 'admin');
    return { visitors: await readWaiting(pool) };
  });
}

/** A conversation in which nobody is. */
const NOTHING: TakeoverRow = {
  ...{ state: 'none', version: 0, since: new Date(0), reason: null, user_id: null, person_name: null },
  ...{ person_role: null, agreed_from: null, declined_at: null, message_due: false, hint: null, hint_outcome: null },
  ...{ consent: false, ended: false },
};

async function readMode(pool: Pool, sessionId: string): Promise<string> {
  const { rows } = await pool.query<{ mode: string }>('SELECT mode FROM sessions WHERE id = $1', [sessionId]);
  return rows[0]?.mode ?? '';
}

/** Mounts `GET sessions/{id}/live`: the lines of a running conversation, and who answers in it, as they come. */
function mountWatching({ http, pool, guard, now }: AdminScope, hub: TakeoverHub): void {
  const open = new Map<EventStream, string>();
  // Otherwise an open stream would delay the server's stop for as long as its client stays.
  http.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end();
  });

  /** @throws AppError `rate_limited` if another stream would be one too many */
  const admit = (watcher: string): void => {
    const theirs = [...open.values()].filter((other) => other === watcher).length;
    if (theirs < MAX_STREAMS_PER_PERSON && open.size < MAX_STREAMS) return;
    const sentence = 'Too many conversations are watched at once. Close one, and try again.';
    throw new AppError('rate_limited', sentence, { retryAfterMs: RETRY_AFTER_MS });
  };

  http.get('/sessions/:id/live', { exposeHeadRoute: false }, async (request, reply) => {
    const sessionId = idOf(request, 'id', NO_RUNNING_SESSION).toLowerCase();
    const actor = await guard.require(request, 'admin');
    const { after } = parseBody(liveQuery, request.query);
    const row = await readTakeover(pool, sessionId);
    if (!row || firstLineFor(row) === null) throw new AppError('not_found', NO_RUNNING_SESSION);
    if (row.ended) throw new AppError('session_ended', 'This conversation has ended.');
    const watcher = actor.id ?? 'local';
    admit(watcher);
    await audit(pool, actor, 'conversation_watched', { session_id: sessionId }, now());
    await noteWatched(pool, sessionId);
    const stream = openEventStream(reply, 'watcher');
    // The client left meanwhile, and its close event has already fired.
    if (reply.raw.destroyed) return;
    open.set(stream, watcher);
    stream.beat();
    const heartbeat = setInterval(() => {
      stream.beat();
      // If the database is away, a later heartbeat announces it again.
      void noteWatched(pool, sessionId).catch(() => undefined);
    }, HEARTBEAT_MS).unref();
    const unwatch = guard.watch(request, actor, () => stream.end());
    const leaving = hub.follow(sessionId, { role: 'admin', userId: actor.id, after, stream });
    reply.raw.once('close', () => {
      clearInterval(heartbeat);
      unwatch();
      open.delete(stream);
      void leaving.then((leave) => leave());
    });
  });
}
