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

/**
 * Listens to a channel of the database (LISTEN), on which instances tell each other what has changed. Holds one
 * connection of the pool between {@link open} and {@link close}; a broken one is replaced.
 */
export class NotificationListener {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #channel: string;
  readonly #hearer: NotificationHearer;
  #client: Promise<PoolClient | null> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isOpen = false;

  /** @param channel an identifier of the code's own, never a caller's text */
  constructor(pool: Pool, log: Logger, channel: string, hearer: NotificationHearer) {
    this.#pool = pool;
    this.#log = log;
    this.#channel = channel;
    this.#hearer = hearer;
  }

  /** Listens; resolves once it does, or once the first attempt has failed, which is repeated. Never rejects. */
  async open(): Promise<void> {
    this.#isOpen = true;
    if (this.#retry) return;
    this.#client ??= this.#connect();
    await this.#client;
  }

  /** Listens no more, and gives the connection back. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const held = this.#client;
    this.#client = null;
    const client = await held;
    if (!client) return;
    client.removeAllListeners('notification');
    client.removeAllListeners('end');
    // Its session would go on listening for whoever gets it next.
    client.release(true);
  }

  async #connect(): Promise<PoolClient | null> {
    try {
      const client = await this.#pool.connect();
      client.on('notification', ({ payload = '' }) => this.#hearer.heard(payload));
      client.once('error', () => this.#reconnect(client));
      client.once('end', () => this.#reconnect(client));
      await client.query(`LISTEN ${this.#channel}`);
      return client;
    } catch (error) {
      this.#log.warn({ err: error, channel: this.#channel }, 'the database cannot be listened to; tried again');
      this.#reconnect(null);
      return null;
    }
  }

  #reconnect(broken: PoolClient | null): void {
    if (!this.#isOpen || this.#retry) return;
    broken?.removeAllListeners('end');
    broken?.release(true);
    this.#client = null;
    this.#retry = setTimeout(async () => {
      this.#retry = undefined;
      await this.open();
      if (this.#client) this.#hearer.restored();
    }, RETRY_MS).unref();
  }
}
