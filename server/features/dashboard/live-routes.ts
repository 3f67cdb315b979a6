import { AppError } from '../../platform/http/app-error.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { AdminScope } from '../accounts/index.ts';
import { createLiveSessions } from './live-sessions.ts';

/** Interval of the streams' heartbeat. */
const BEAT_EVERY_MS = 5_000;
/**
 * Maximum number of streams per person, who has a tab or two, and in all: each costs a timer and a database query per
 * heartbeat.
 */
const MAX_OPEN_PER_PERSON = 20;
const MAX_OPEN = 200;
/** When a slot may be free again. */
const COME_BACK_AFTER_MS = 30_000;
/** Everybody at this machine counts as one person. */
const LOCAL = 'local';

/**
 * `GET events`: changes of stored conversations, as they happen.
 *
 * @param options.liveLookMs interval for comparing the running conversations
 */
export function mountLive(
  { http, pool, guard, actorOf }: AdminScope,
  { settings, liveLookMs }: { settings: OwnerSettings; liveLookMs: number },
): void {
  const live = createLiveSessions(pool, {
    noticeFrom: () => settings.get('notifications').threshold,
    everyMs: liveLookMs,
  });
  const open = new Map<EventStream, string>();
  // An open stream would delay the stop for as long as its client stays.
  http.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end();
  });

  /** @throws AppError `rate_limited` if that would be one stream too many */
  const admit = (listener: string): void => {
    const theirs = [...open.values()].filter((other) => other === listener).length;
    if (theirs < MAX_OPEN_PER_PERSON && open.size < MAX_OPEN) return;
    const sentence =
      theirs < MAX_OPEN_PER_PERSON
        ? 'Too many dashboards are open at once. This one goes on without live changes for now.'
        : `You have ${MAX_OPEN_PER_PERSON} dashboards open. Close one, so that another can show changes as they happen.`;
    throw new AppError('rate_limited', sentence, { retryAfterMs: COME_BACK_AFTER_MS });
  };

  http.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    const actor = actorOf(request);
    const listener = actor.id ?? LOCAL;
    admit(listener);
    const stream = openEventStream(reply);
    // The client left during authentication, and its close event has already fired.
    if (reply.raw.destroyed) return;
    open.set(stream, listener);
    stream.beat();
    const unlisten = live.listen(({ event, data }) => stream.send(event, data));
    const beat = setInterval(() => stream.beat(), BEAT_EVERY_MS);
    const unwatch = guard.watch(request, actor, () => stream.end());
    reply.raw.once('close', () => {
      clearInterval(beat);
      unwatch();
      unlisten();
      open.delete(stream);
    });
  });
}
