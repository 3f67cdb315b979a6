import type { LiveLine, LiveSessionEvent } from '@understudy/contract/takeover';
import type { Pool } from 'pg';
import type { NotificationChannel, Notifications } from '../../platform/database/notifications.ts';
import { TAKEOVER_CHANNEL } from '../../platform/database/taken-over.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import type { Logger } from '../../platform/log.ts';
import {
  endUnattended,
  presentTakeover,
  presentToAdmin,
  readEnded,
  readLiveLines,
  readTakeover,
  type TakeoverRow,
} from './takeover-store.ts';

/** What a conversation has that its followers have not: new lines, or a new state as well. */
type News = 'line' | 'state';

/** Ids of lines that a watcher remembers to have sent. */
const MAX_SENT = 200;

/** Somebody who follows a conversation: its visitor's page, or an administrator's. */
export interface Follower {
  role: 'visitor' | 'admin';
  /** The administrator's account; null for a visitor. */
  userId: string | null;
  /** The place of the newest line that it has. */
  after: number;
  /** Ends when the conversation is over. */
  stream: Pick<EventStream, 'send' | 'end'>;
}

/** A follower, with what it was sent. */
interface Served extends Follower {
  /** The version of the state that it has; -1 for none. */
  version: number;
  /** Ids of the newest lines. */
  sent: Set<string>;
}

/**
 * Passes the news of conversations to those who follow them, whichever instance made them: the database notifies every
 * instance, and each reads what its own followers have not got. Ends what nobody attends.
 */
export class TakeoverHub {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #followers = new Map<string, Set<Served>>();
  /** Sessions being read, with what is to be read after that. */
  readonly #reading = new Map<string, News | null>();
  /** The first line that administrators may read of each session that is followed; null for none. */
  readonly #firstLines = new Map<string, number | null>();
  readonly #news: NotificationChannel;
  readonly #sweep: NodeJS.Timeout;
  readonly #listensAlways: boolean;
  readonly #onTaken: (sessionId: string) => void;

  /**
   * @param options.shared whether other instances use this database; turns that run here must then hear of them
   * @param options.sweepMs how often to look for take-overs that nobody attends
   * @param options.onTaken called when a person answers from now on
   */
  constructor(
    pool: Pool,
    log: Logger,
    notifications: Notifications,
    options: { shared: boolean; sweepMs: number; onTaken: (sessionId: string) => void },
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#onTaken = options.onTaken;
    this.#listensAlways = options.shared;
    this.#news = notifications.channel(TAKEOVER_CHANNEL, {
      heard: (payload) => this.#heard(payload),
      restored: () => {
        for (const sessionId of this.#followers.keys()) void this.#tell(sessionId, 'state');
      },
    });
    if (options.shared) void this.#news.open();
    this.#sweep = setInterval(() => void this.sweep(), options.sweepMs).unref();
  }

  /** Follows a conversation from the line `after` on. Never rejects. @returns a function that ends it */
  async follow(sessionId: string, given: Follower): Promise<() => void> {
    const follower: Served = { ...given, version: -1, sent: new Set() };
    const followers = this.#followers.get(sessionId) ?? new Set();
    this.#followers.set(sessionId, followers.add(follower));
    await this.#news.open();
    await this.#tell(sessionId, 'state');
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(sessionId) === followers) this.#forget(sessionId);
      if (this.#followers.size === 0 && !this.#listensAlways) void this.#news.close();
    };
  }

  /** A conversation's state was changed here; its followers are notified through the database. */
  async changed(sessionId: string): Promise<TakeoverRow | null> {
    const row = await readTakeover(this.#pool, sessionId);
    if (row?.state === 'active') this.#onTaken(sessionId);
    return row;
  }

  /** Ends what nobody attends, and the streams of conversations that are over. Never rejects. */
  async sweep(): Promise<void> {
    try {
      await endUnattended(this.#pool);
      if (this.#followers.size === 0) return;
      for (const sessionId of await readEnded(this.#pool, [...this.#followers.keys()])) this.#end(sessionId);
    } catch (error) {
      this.#log.debug({ err: error }, 'unattended take-overs cannot be read');
    }
  }

  /** Follows nothing more. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const sessionId of [...this.#followers.keys()]) for (const one of this.#of(sessionId)) one.stream.end();
    this.#followers.clear();
    await this.#news.close();
  }

  #of(sessionId: string): Served[] {
    return [...(this.#followers.get(sessionId) ?? [])];
  }

  #heard(payload: string): void {
    const [sessionId = '', what] = payload.split(' ');
    switch (what) {
      case 'state':
        // A turn may run here although nobody follows the conversation here.
        if (!this.#followers.has(sessionId)) void this.changed(sessionId).catch(() => undefined);
        void this.#tell(sessionId, 'state');
        break;
      case 'line':
        void this.#tell(sessionId, 'line');
        break;
      case 'ended':
        this.#end(sessionId);
        break;
      case 'visitor_types':
      case 'visitor_typed':
        this.#pass(sessionId, 'admin', { event: 'typing', data: { typing: what === 'visitor_types' } });
        break;
      case 'person_types':
      case 'person_typed':
        this.#pass(sessionId, 'visitor', { event: 'typing', data: { typing: what === 'person_types' } });
        break;
    }
  }

  #pass(sessionId: string, to: Follower['role'], event: LiveSessionEvent): void {
    for (const follower of this.#of(sessionId)) if (follower.role === to) send(follower, event);
  }

  #end(sessionId: string): void {
    const followers = this.#of(sessionId);
    this.#forget(sessionId);
    for (const follower of followers) {
      send(follower, { event: 'ended', data: {} });
      follower.stream.end();
    }
  }

  #forget(sessionId: string): void {
    this.#followers.delete(sessionId);
    this.#firstLines.delete(sessionId);
  }

  /** Sends a conversation's followers what they have not got. One read at a time for each conversation. */
  async #tell(sessionId: string, news: News): Promise<void> {
    if (!this.#followers.has(sessionId)) return;
    if (this.#reading.has(sessionId)) {
      this.#reading.set(sessionId, this.#reading.get(sessionId) === 'state' ? 'state' : news);
      return;
    }
    this.#reading.set(sessionId, null);
    try {
      await this.#send(sessionId, news);
    } catch (error) {
      this.#log.warn({ err: error }, 'the news of a conversation cannot be read');
    } finally {
      const more = this.#reading.get(sessionId) ?? null;
      this.#reading.delete(sessionId);
      if (more) void this.#tell(sessionId, more);
    }
  }

  async #send(sessionId: string, news: News): Promise<void> {
    const row = news === 'state' ? await this.changed(sessionId) : null;
    if (news === 'state') {
      if (!row || row.ended) return this.#end(sessionId);
      this.#firstLines.set(sessionId, firstLineFor(row));
    }
    for (const role of ['visitor', 'admin'] as const) {
      const followers = this.#of(sessionId).filter((one) => one.role === role);
      const from = role === 'admin' ? (this.#firstLines.get(sessionId) ?? null) : 0;
      const after = Math.min(...followers.map((one) => one.after));
      const only = role === 'visitor' ? 'person' : null;
      const isRead = followers.length > 0 && from !== null;
      const lines = isRead ? await readLiveLines(this.#pool, sessionId, { after, from, only }) : [];
      // Lines first: a person who hands back has written them before.
      for (const follower of followers) {
        for (const line of lines) sendLine(follower, line);
        if (row) sendState(follower, row);
      }
    }
  }
}

/** The first line that an administrator may read; null for none. */
export function firstLineFor({ consent, agreed_from }: TakeoverRow): number | null {
  return consent ? 0 : agreed_from;
}

const send = ({ stream }: Follower, { event, data }: LiveSessionEvent): void => stream.send(event, data);

function sendLine(follower: Served, line: LiveLine): void {
  if (follower.sent.has(line.id)) return;
  follower.sent.add(line.id);
  const [oldest] = follower.sent;
  if (follower.sent.size > MAX_SENT && oldest !== undefined) follower.sent.delete(oldest);
  follower.after = Math.max(follower.after, line.seq);
  send(follower, { event: 'line', data: line });
}

function sendState(follower: Served, row: TakeoverRow): void {
  if (row.version === follower.version) return;
  follower.version = row.version;
  const data = follower.role === 'admin' ? presentToAdmin(row, follower.userId) : presentTakeover(row);
  send(follower, { event: 'state', data });
}
