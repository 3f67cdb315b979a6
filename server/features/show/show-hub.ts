import type { ShowSocketMessage } from '@understudy/contract/show';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../../platform/log.ts';
import { readShowEvents, SHOW_CHANNEL } from './show-store.ts';
import type { Shows } from './shows.ts';

/** Somebody who watches a show: a performer's or a director's connection. */
export interface ShowWatcher {
  isDirector: boolean;
  /** The number of the last message sent to it. */
  after: number;
  send(message: ShowSocketMessage): void;
}

/** The wait before the database is listened to again. */
const RETRY_MS = 1_000;

/**
 * Passes the news of shows to those who watch them, whichever instance made them: the database notifies every instance
 * of a show's new messages, and each reads those that its own watchers have not got. One connection of the pool is held
 * while anybody watches. What came while it was broken is read when it is back.
 */
export class ShowHub {
  readonly #pool: Pool;
  readonly #shows: Shows;
  readonly #log: Logger;
  readonly #watchers = new Map<string, Set<ShowWatcher>>();
  /** Sessions being read; true if more news came meanwhile. */
  readonly #reading = new Map<string, boolean>();
  #client: Promise<PoolClient | null> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: Pool, shows: Shows, log: Logger) {
    this.#pool = pool;
    this.#shows = shows;
    this.#log = log;
  }

  /** Watches a show from its message `watcher.after` on. @returns a function that ends it */
  async watch(sessionId: string, watcher: ShowWatcher): Promise<() => void> {
    await this.#listen();
    const watchers = this.#watchers.get(sessionId) ?? new Set();
    this.#watchers.set(sessionId, watchers.add(watcher));
    await this.#tell(sessionId);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(sessionId);
      if (this.#watchers.size === 0) void this.#release();
    };
  }

  /** Listens no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#watchers.clear();
    await this.#release();
  }

  async #listen(): Promise<void> {
    this.#client ??= this.#connect();
    await this.#client;
  }

  async #connect(): Promise<PoolClient | null> {
    try {
      const client = await this.#pool.connect();
      client.on('notification', ({ payload = '' }) => {
        const [sessionId = '', version] = payload.split(' ');
        this.#shows.forget(sessionId, Number(version));
        if (this.#watchers.has(sessionId)) void this.#tell(sessionId);
      });
      client.once('error', () => this.#reconnect(client));
      client.once('end', () => this.#reconnect(client));
      await client.query(`LISTEN ${SHOW_CHANNEL}`);
      return client;
    } catch (error) {
      this.#log.warn({ err: error }, 'shows cannot listen to the database; tried again');
      this.#reconnect(null);
      return null;
    }
  }

  #reconnect(broken: PoolClient | null): void {
    if (this.#isClosed || this.#retry) return;
    broken?.removeAllListeners('end');
    broken?.release(true);
    this.#client = null;
    this.#retry = setTimeout(async () => {
      this.#retry = undefined;
      if (this.#isClosed || this.#watchers.size === 0) return;
      await this.#listen();
      for (const sessionId of this.#watchers.keys()) void this.#tell(sessionId);
    }, RETRY_MS).unref();
  }

  async #release(): Promise<void> {
    const held = this.#client;
    this.#client = null;
    const client = await held;
    if (!client) return;
    client.removeAllListeners('notification');
    client.removeAllListeners('end');
    // Its session would go on listening for whoever gets it next.
    client.release(true);
  }

  /** Sends a show's watchers what they have not got, and its state as it is now. One read at a time for each show. */
  async #tell(sessionId: string): Promise<void> {
    if (this.#reading.has(sessionId)) {
      this.#reading.set(sessionId, true);
      return;
    }
    this.#reading.set(sessionId, false);
    try {
      await this.#send(sessionId);
    } catch (error) {
      this.#log.warn({ err: error }, 'the news of a show cannot be read');
    } finally {
      const isMore = this.#reading.get(sessionId) === true;
      this.#reading.delete(sessionId);
      if (isMore) void this.#tell(sessionId);
    }
  }

  async #send(sessionId: string): Promise<void> {
    const watchers = [...(this.#watchers.get(sessionId) ?? [])];
    if (watchers.length === 0) return;
    const first = Math.min(...watchers.map(({ after }) => after));
    const news = await readShowEvents(this.#pool, sessionId, first);
    if (!news) return;
    const view = this.#shows.present(news);
    for (const watcher of watchers) {
      for (const { seq, type, data, isPrivate } of news.events) {
        if (seq <= watcher.after || (isPrivate && !watcher.isDirector)) continue;
        watcher.send({ type: type as ShowSocketMessage['type'], data, seq });
      }
      watcher.after = news.last;
      watcher.send({ type: 'context-update', data: view, seq: news.last });
    }
  }
}
