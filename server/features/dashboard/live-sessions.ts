import type { AdminLiveEvent, NoticeReason } from '@understudy/contract/admin';
import { CALL_REQUEST_KEY, COMPLAINT_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { AdminScope } from '../accounts/index.ts';
import { noteDashboardOpen, readWaiting } from '../takeover/index.ts';
import { hasActionItem } from './session-rows.ts';

/** How long an ended session is watched for changes by the jobs that follow its end. */
const WATCH_ENDED_MS = 120_000;
/** Interval of the streams' heartbeat. */
const HEARTBEAT_MS = 5_000;
/** Maximum number of streams per person and in all: each costs a timer and a database query per heartbeat. */
const MAX_STREAMS_PER_PERSON = 20;
const MAX_STREAMS = 200;
/** When one more stream may be possible again. */
const RETRY_AFTER_MS = 30_000;
/** Everybody at this machine counts as one person. */
const LOCAL_PERSON = 'local';

/** Notifies listeners of changes of sessions with consent. */
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
  /** Whether a call was requested. */
  call: boolean;
  complaint: boolean;
  /** Differs whenever a list would show the session differently. */
  fingerprint: string;
}

/** SQL: the state of running sessions and of those already known ($1), both through an index. */
const POLL = `SELECT id, lead_score, contact_name, ended_at IS NOT NULL AS ended,
    ${hasActionItem(CALL_REQUEST_KEY)} AS call, ${hasActionItem(COMPLAINT_KEY)} AS complaint,
    concat_ws('|', lead_score, next_seq, contact_name, email, final_intent, cta_chosen,
      EXISTS (SELECT FROM summaries m WHERE m.session_id = s.id)) AS fingerprint
  FROM (
    SELECT * FROM sessions WHERE ended_at IS NULL AND consent
    UNION ALL
    SELECT * FROM sessions WHERE id = ANY ($1::uuid[]) AND ended_at IS NOT NULL AND consent
  ) AS s`;

/**
 * Creates the poller that all streams share.
 * @param options.noticeFrom the score from which a lead triggers a notification
 * @param options.everyMs how often to poll the database, once for all listeners
 */
function createLiveSessions(pool: Pool, options: { noticeFrom: () => number; everyMs: number }): LiveSessions {
  const listeners = new Set<(event: AdminLiveEvent) => void>();
  let known: Map<string, Seen & { until: number }> | null = null;
  let timer: NodeJS.Timeout | null = null;
  /** Ids of the visitors who wait for a person. */
  let waiting = '';

  const poll = async () => {
    const { rows } = await pool.query<Seen>({
      name: 'dashboard_live',
      text: POLL,
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
      if (before) for (const event of changes(was, row, options.noticeFrom())) notify(event);
    }
    for (const id of before?.keys() ?? []) {
      // It was erased. One that ended long ago has been reported before.
      if (!known.has(id) && !before?.get(id)?.ended) notify({ event: 'session', data: { id, change: 'ended' } });
    }
  };
  const pollWaiting = async () => {
    const visitors = await readWaiting(pool);
    const now = visitors.map(({ session_id, since }) => `${session_id} ${since}`).join();
    if (timer !== null && now !== waiting) notify({ event: 'waiting', data: { visitors: visitors.length } });
    waiting = now;
  };
  const notify = (event: AdminLiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const pollOn = () => {
    // If the database is unavailable, a later poll reports what changed meanwhile.
    const next = () => {
      if (timer) timer = setTimeout(pollOn, options.everyMs).unref();
    };
    Promise.all([poll(), pollWaiting()]).then(next, next);
  };
  return {
    listen(listener) {
      listeners.add(listener);
      if (timer === null) timer = setTimeout(pollOn, 0).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearTimeout(timer);
        timer = null;
        known = null;
        waiting = '';
      };
    },
  };
}

/**
 * The events for a change of a session.
 * @param was its previous state; undefined for a new one
 * @param is its state now
 * @param noticeFrom the score from which a lead triggers a notice
 */
export function changes(was: Seen | undefined, is: Seen, noticeFrom: number): AdminLiveEvent[] {
  const events: AdminLiveEvent[] = [];
  const session = (change: 'started' | 'changed' | 'ended') =>
    events.push({ event: 'session', data: { id: is.id, change } });
  if (!was) session(is.ended ? 'ended' : 'started');
  else if (is.ended && !was.ended) session('ended');
  else if (is.fingerprint !== was.fingerprint || is.call !== was.call || is.complaint !== was.complaint)
    session('changed');
  const { id, contact_name, lead_score } = is;
  const notice = (reason: NoticeReason) =>
    events.push({ event: 'notice', data: { id, contact_name, lead_score, reason } });
  if (lead_score >= noticeFrom && (was?.lead_score ?? 0) < noticeFrom) notice('score');
  if (is.call && !was?.call) notice('call');
  if (is.complaint && !was?.complaint) notice('complaint');
  return events;
}

/**
 * Mounts `GET events`: changes of sessions, as they happen.
 *
 * @param options.liveLookMs how often to look for changes
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
  // Otherwise an open stream would delay the server's stop for as long as its client stays.
  http.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end();
  });

  /** @throws AppError `rate_limited` if another stream would be one too many */
  const admit = (listener: string): void => {
    const theirs = [...open.values()].filter((other) => other === listener).length;
    if (theirs < MAX_STREAMS_PER_PERSON && open.size < MAX_STREAMS) return;
    const sentence =
      theirs < MAX_STREAMS_PER_PERSON
        ? 'Too many dashboards are open at once. This one goes on without live changes for now.'
        : `You have ${MAX_STREAMS_PER_PERSON} dashboards open. ` +
          'Close one, so that another can show changes as they happen.';
    throw new AppError('rate_limited', sentence, { retryAfterMs: RETRY_AFTER_MS });
  };

  http.get('/events', { exposeHeadRoute: false }, (request, reply) => {
    const actor = actorOf(request);
    const listener = actor.id ?? LOCAL_PERSON;
    admit(listener);
    const stream = openEventStream(reply, 'dashboard');
    // The client left during authentication, and its close event has already fired.
    if (reply.raw.destroyed) return;
    open.set(stream, listener);
    stream.beat();
    const unlisten = live.listen(({ event, data }) => stream.send(event, data));
    // Those who wait already; if the database is away, they are told of with the next change.
    readWaiting(pool).then(
      (visitors) => visitors.length > 0 && stream.send('waiting', { visitors: visitors.length }),
      () => undefined,
    );
    // Visitors who ask for a person are told whether one may come.
    const noteOpen = () => {
      if (actor.id === null || actor.role === 'viewer') return;
      void noteDashboardOpen(pool, actor.id).catch(() => undefined);
    };
    noteOpen();
    const heartbeat = setInterval(() => {
      stream.beat();
      noteOpen();
    }, HEARTBEAT_MS);
    const unwatch = guard.watch(request, actor, () => stream.end());
    reply.raw.once('close', () => {
      clearInterval(heartbeat);
      unwatch();
      unlisten();
      open.delete(stream);
    });
  });
}
