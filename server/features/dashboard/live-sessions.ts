import type { AdminLiveEvent, NoticeReason } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { AdminScope } from '../accounts/index.ts';
import { isAsked } from './session-rows.ts';

/** How long an ended conversation is watched for changes by the jobs that follow its end. */
const WATCH_ENDED_MS = 120_000;

/** Notifies listeners of changes in kept conversations. */
interface LiveSessions {
  /** The database is only polled while there are listeners. @returns a function that unsubscribes */
  listen(listener: (event: AdminLiveEvent) => void): () => void;
}

/** The state of a session that is compared. */
interface Seen {
  id: string;
  lead_score: number;
  contact_name: string | null;
  ended: boolean;
  /** Whether a call was requested, and whether there is a complaint. */
  call: boolean;
  complaint: boolean;
  print: string;
}

/** Running sessions and those already known, both through an index. */
const LOOK = `SELECT id, lead_score, contact_name, ended_at IS NOT NULL AS ended,
    ${isAsked(CALL_REQUEST_KEY)} AS call, ${isAsked(COMPLAINT_KEY)} AS complaint,
    concat_ws('|', lead_score, next_seq, contact_name, email, final_intent, cta_chosen,
      EXISTS (SELECT FROM summaries m WHERE m.session_id = s.id)) AS print
  FROM (
    SELECT * FROM sessions WHERE ended_at IS NULL AND consent
    UNION ALL
    SELECT * FROM sessions WHERE id = ANY ($1::uuid[]) AND ended_at IS NOT NULL AND consent
  ) AS s`;

/**
 * @param options.noticeFrom the score from which a lead triggers a notification
 * @param options.everyMs how often to poll the database, once for all listeners
 */
function createLiveSessions(pool: Pool, options: { noticeFrom: () => number; everyMs: number }): LiveSessions {
  const listeners = new Set<(event: AdminLiveEvent) => void>();
  let known: Map<string, Seen & { until: number }> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const look = async () => {
    const { rows } = await pool.query<Seen>({
      name: 'dashboard_live',
      text: LOOK,
      values: [[...(known?.keys() ?? [])]],
    });
    if (timer === null) return;
    const before = known;
    const now = Date.now();
    known = new Map();
    for (const row of rows) {
      const was = before?.get(row.id);
      const until = row.ended && !was?.ended ? now + WATCH_ENDED_MS : (was?.until ?? Number.POSITIVE_INFINITY);
      if (until > now) known.set(row.id, { ...row, until });
      if (before) for (const event of changes(was, row, options.noticeFrom())) tell(event);
    }
    for (const id of before?.keys() ?? []) {
      // Erased, or ended long ago.
      if (!known.has(id) && !before?.get(id)?.ended) tell({ event: 'session', data: { id, change: 'ended' } });
    }
  };
  const tell = (event: AdminLiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const lookOn = () => {
    // If the database is unavailable, the next poll reports what changed meanwhile.
    const next = () => {
      if (timer) timer = setTimeout(lookOn, options.everyMs).unref();
    };
    look().then(next, next);
  };
  return {
    listen(listener) {
      listeners.add(listener);
      if (timer === null) timer = setTimeout(lookOn, 0).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearTimeout(timer);
        timer = null;
        known = null;
      };
    },
  };
}

/** The events for a change of a session. @param was its previous state; undefined for a new one */
export function changes(was: Seen | undefined, is: Seen, noticeFrom: number): AdminLiveEvent[] {
  const events: AdminLiveEvent[] = [];
  const session = (change: 'started' | 'changed' | 'ended') =>
    events.push({ event: 'session', data: { id: is.id, change } });
  if (!was) session(is.ended ? 'ended' : 'started');
  else if (is.ended && !was.ended) session('ended');
  else if (is.print !== was.print || is.call !== was.call || is.complaint !== was.complaint) session('changed');
  const { id, contact_name, lead_score } = is;
  const notice = (reason: NoticeReason) =>
    events.push({ event: 'notice', data: { id, contact_name, lead_score, reason } });
  if (lead_score >= noticeFrom && (was?.lead_score ?? 0) < noticeFrom) notice('score');
  if (is.call && !was?.call) notice('call');
  if (is.complaint && !was?.complaint) notice('complaint');
  return events;
}

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
        : `You have ${MAX_OPEN_PER_PERSON} dashboards open. ` +
          'Close one, so that another can show changes as they happen.';
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
