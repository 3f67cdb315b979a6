import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../log.ts';

/** The wait before the database is listened to again. */
const RETRY_MS = 1_000;

/** Receives what is notified on a channel. */
export interface NotificationHearer {
  heard(payload: string): void;
  /** It is listened to again after a break: what was notified meanwhile has to be read. */
  restored(): void;
}

/** A channel of the database on which instances tell each other what has changed. */
export interface NotificationChannel {
  /** Listens; resolves once it does, or once the first attempt has failed, which is repeated. Never rejects. */
  open(): Promise<void>;
  /** Listens no more; resolves once nothing more can be heard. Never rejects. */
  close(): Promise<void>;
}

/**
 * Listens to channels of the database (LISTEN). All channels of an instance share one connection of the pool, which is
 * held while any of them is open. A broken one is replaced: all open channels are listened to again, and then told so.
 */
export class Notifications {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #open = new Map<string, NotificationHearer>();
  /** Channels that the connection listens to, or is about to. */
  readonly #listening = new Map<string, Promise<void>>();
  #client: Promise<PoolClient | null> | null = null;
  #retry: NodeJS.Timeout | undefined;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** A channel with its only hearer, still closed. @param name an identifier of the code's own, never a caller's */
  channel(name: string, hearer: NotificationHearer): NotificationChannel {
    return { open: () => this.#listen(name, hearer), close: () => this.#unlisten(name, hearer) };
  }

  async #listen(name: string, hearer: NotificationHearer): Promise<void> {
    this.#open.set(name, hearer);
    // It is listened to with the others once there is a connection again.
    if (this.#retry) return;
    const client = await this.#connected();
    if (!client || !this.#open.has(name)) return;
    const listening = this.#listening.get(name) ?? this.#send(client, [name]).then(() => undefined);
    this.#listening.set(name, listening);
    await listening;
  }

  async #unlisten(name: string, hearer: NotificationHearer): Promise<void> {
    if (this.#open.get(name) !== hearer) return;
    this.#open.delete(name);
    this.#listening.delete(name);
    const attempt = this.#client;
    const isLast = this.#open.size === 0;
    if (isLast) {
      clearTimeout(this.#retry);
      this.#retry = undefined;
      this.#client = null;
    }
    const client = await attempt;
    if (!client) return;
    if (isLast) {
      client.removeAllListeners('notification');
      client.removeAllListeners('end');
      // Its session would go on listening for whoever gets it next.
      client.release(true);
    } else if (this.#client === attempt && !this.#open.has(name))
      await client.query(`UNLISTEN ${name}`).catch(() => undefined);
  }

  /** The connection, opened if there is none; null if that failed, and is tried again, or if it is no longer needed. */
  async #connected(): Promise<PoolClient | null> {
    this.#client ??= this.#connect();
    const attempt = this.#client;
    const client = await attempt;
    if (this.#client !== attempt) return null;
    if (!client) {
      this.#client = null;
      this.#retryLater();
    }
    return client;
  }

  async #connect(): Promise<PoolClient | null> {
    try {
      const client = await this.#pool.connect();
      client.on('notification', ({ channel, payload = '' }) => this.#open.get(channel)?.heard(payload));
      client.once('error', () => void this.#replace(client));
      client.once('end', () => void this.#replace(client));
      return client;
    } catch (error) {
      this.#log.warn({ err: error }, 'the database cannot be listened to; tried again');
      return null;
    }
  }

  /** Has the connection listen to channels. @returns false if it broke, and is being replaced */
  async #send(client: PoolClient, names: readonly string[]): Promise<boolean> {
    try {
      await client.query(names.map((name) => `LISTEN ${name}`).join('; '));
      return true;
    } catch (error) {
      this.#log.warn({ err: error, channels: names }, 'the database cannot be listened to; tried again');
      await this.#replace(client);
      return false;
    }
  }

  async #replace(broken: PoolClient): Promise<void> {
    if ((await this.#client) !== broken) return;
    broken.removeAllListeners('end');
    broken.release(true);
    this.#client = null;
    this.#listening.clear();
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#open.size === 0 || this.#retry) return;
    this.#retry = setTimeout(() => void this.#restore(), RETRY_MS).unref();
  }

  /** Listens to all open channels again, and then tells their hearers. */
  async #restore(): Promise<void> {
    this.#retry = undefined;
    const client = await this.#connected();
    const hearers = [...this.#open];
    if (!client || hearers.length === 0) return;
    const names = hearers.map(([name]) => name);
    if (!(await this.#send(client, names))) return;
    for (const name of names) this.#listening.set(name, Promise.resolve());
    for (const [name, hearer] of hearers) if (this.#open.get(name) === hearer) hearer.restored();
  }
}
