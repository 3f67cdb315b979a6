import {
  answerPerson,
  followSession,
  noteTyping,
  type PersonAnswer,
  requestPerson,
} from '@understudy/contract/takeover';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import { type GatewayFunctions, gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Authenticator } from '../conversation/index.ts';
import type { TakeoverHub } from './takeover-hub.ts';
import { notify } from './takeover-store.ts';
import type { Takeovers } from './takeovers.ts';

/** Heartbeat of the visitors' streams: a proxy closes silent ones, and a page gives up on them. */
const HEARTBEAT_MS = 10_000;
/** Pages that follow one conversation: its own, and one that is being replaced. */
const MAX_PER_SESSION = 3;
/** Streams of this instance's visitors; below the server's `maxConnections`, so that they keep nobody out. */
const MAX_STREAMS = 3_000;
const RETRY_AFTER_MS = 30_000;

/** What the functions need. */
interface FunctionDeps {
  pool: Pool;
  authenticator: Authenticator;
  limits: Pick<Limits, 'take'>;
  takeovers: Takeovers;
  hub: TakeoverHub;
}

/** The visitor's side of taking over: hears of people, asks for them, says whether they may join. */
export function takeoverFunctions({ pool, authenticator, limits, takeovers, hub }: FunctionDeps): GatewayFunctions {
  /** The streams of each session, oldest first. */
  const streams = new Map<string, Set<EventStream>>();
  let count = 0;

  const follow = gatewayFunction(followSession, async (body, { reply }) => {
    const { session } = await authenticator.session(body);
    if (count >= MAX_STREAMS) {
      throw new AppError('rate_limited', 'Too many conversations are followed at once. This one goes on without.', {
        retryAfterMs: RETRY_AFTER_MS,
      });
    }
    const stream = openEventStream(reply, 'visitor');
    // The page left during authentication, and its close event has already fired.
    if (reply.raw.destroyed) return undefined;
    stream.beat();
    const own = streams.get(session.id) ?? new Set();
    streams.set(session.id, own.add(stream));
    count += 1;
    const [oldest] = own;
    if (own.size > MAX_PER_SESSION) oldest?.end();
    const heartbeat = setInterval(() => stream.beat(), HEARTBEAT_MS).unref();
    const leaving = hub.follow(session.id, { role: 'visitor', userId: null, after: body.after, stream });
    reply.raw.once('close', () => {
      clearInterval(heartbeat);
      count -= 1;
      own.delete(stream);
      if (own.size === 0 && streams.get(session.id) === own) streams.delete(session.id);
      void leaving.then((leave) => leave());
    });
    return undefined;
  });

  return {
    follow_session: follow,
    request_person: gatewayFunction(requestPerson, async (body): Promise<PersonAnswer> => {
      const { session } = await authenticator.session(body);
      await limits.take('session_events', session.id);
      return { takeover: await takeovers.want(session.id, body.wanted), reach: await takeovers.reach() };
    }),
    answer_person: gatewayFunction(answerPerson, async (body): Promise<PersonAnswer> => {
      const { session } = await authenticator.session(body);
      await limits.take('session_events', session.id);
      return { takeover: await takeovers.answer(session.id, body.accept), reach: await takeovers.reach() };
    }),
    note_typing: gatewayFunction(noteTyping, async (body) => {
      const { session } = await authenticator.session(body);
      await limits.take('session_events', session.id);
      // Nobody is told of it while no person is there.
      if (session.taken_over) await notify(pool, session.id, body.typing ? 'visitor_types' : 'visitor_typed');
      return { success: true };
    }),
  };
}
