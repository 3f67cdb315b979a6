import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { createLiveSessions } from '../../features/dashboard/live-sessions.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import type { AdminScope } from './admin-scope.ts';

/** How often a stream shows that it lives, and whether its listener still may listen. */
const BEAT_EVERY_MS = 5_000;

/** `GET events`: what changes in kept conversations, as it happens. */
export function mountLive({ http, pool, guard }: AdminScope): void {
  const live = createLiveSessions(pool, { noticeFrom: () => HIGH_QUALITY_LEAD_SCORE });
  const open = new Set<EventStream>();
  // An open stream would hold the stop up for as long as its listener likes.
  http.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });

  http.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    const stream = openEventStream(reply);
    // Gone while it was asked who they are: nothing more would be heard of it.
    if (reply.raw.destroyed) return;
    open.add(stream);
    stream.beat();
    const unlisten = live.listen(({ event, data }) => stream.send(event, data));
    const beat = setInterval(() => {
      stream.beat();
      // The token has run out, somebody was removed or has another role: the stream ends as a call would be refused.
      guard.require(request).catch(() => stream.end());
    }, BEAT_EVERY_MS);
    reply.raw.once('close', () => {
      clearInterval(beat);
      unlisten();
      open.delete(stream);
    });
  });
}
