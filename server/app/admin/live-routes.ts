import { createLiveSessions } from '../../features/dashboard/live-sessions.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import type { AdminScope } from './admin-scope.ts';

/** How often a stream shows that it lives. */
const BEAT_EVERY_MS = 5_000;
/** Streams of one person, who has a tab or two, and of all: each costs a timer and a look at the database a beat. */
const MAX_OPEN_PER_PERSON = 20;
const MAX_OPEN = 200;
/** When a place may be free again. */
const COME_BACK_AFTER_MS = 30_000;
/** Whoever sits at this machine is one person. */
const LOCAL = 'local';

/** `GET events`: what changes in kept conversations, as it happens. */
export function mountLive({ http, pool, guard, context, actorOf, liveLookMs }: AdminScope): void {
  const live = createLiveSessions(pool, {
    noticeFrom: () => context.settings.get('notifications').threshold,
    everyMs: liveLookMs,
  });
  const open = new Map<EventStream, string>();
  // An open stream would hold the stop up for as long as its listener likes.
  http.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end();
  });

  /** @throws AppError `rate_limited` where one more would be too many */
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
    // Gone while it was asked who they are: nothing more would be heard of it.
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
