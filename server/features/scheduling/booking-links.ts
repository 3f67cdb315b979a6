import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import { keptSecret, type SealedDatabase } from '../../platform/database/sealed-rows.ts';

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** 32 bytes in base64url: an id with its signature, or the signature of the feed. */
const TOKEN = /^[\w-]{43}$/;

/** Signed addresses: of bookings' pages, and of the owner's feed. They need no entry in the database. */
export class BookingLinks {
  readonly #database: SealedDatabase;
  readonly #secret: () => Promise<Buffer>;

  constructor(database: SealedDatabase) {
    this.#database = database;
    this.#secret = keptSecret(database, 'booking_links');
  }

  /** Reads the secret, so that nothing waits for a second connection within a transaction. */
  async ready(): Promise<void> {
    await this.#secret();
  }

  /** The token of a booking's page. It is valid until the booking's meeting is over, which only its row tells. */
  async tokenOf(bookingId: string): Promise<string> {
    const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, await this.#mac('booking', id)]).toString('base64url');
  }

  /** The booking that a token was made for; null if it is forged or damaged. */
  async bookingOf(token: string): Promise<string | null> {
    if (!TOKEN.test(token)) return null;
    const bytes = Buffer.from(token, 'base64url');
    const id = bytes.subarray(0, ID_BYTES);
    if (!timingSafeEqual(bytes.subarray(ID_BYTES), await this.#mac('booking', id))) return null;
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** The token of the owner's feed. A new version makes the earlier address useless. */
  async feedToken(): Promise<string> {
    const { rows } = await this.#database.pool.query<{ version: number }>('SELECT version FROM calendar_feed');
    return this.#feedToken(rows[0]?.version ?? 1);
  }

  /** Replaces the feed's address. */
  async rotateFeed(client: PoolClient): Promise<void> {
    await client.query(
      `INSERT INTO calendar_feed (version) VALUES (2)
       ON CONFLICT (only_one) DO UPDATE SET version = calendar_feed.version + 1`,
    );
  }

  /** Whether it is the current token of the owner's feed. */
  async isFeed(token: string): Promise<boolean> {
    if (!TOKEN.test(token)) return false;
    const [given, current] = [Buffer.from(token), Buffer.from(await this.feedToken())];
    return given.length === current.length && timingSafeEqual(given, current);
  }

  async #feedToken(version: number): Promise<string> {
    return createHmac('sha256', await this.#secret())
      .update(`calendar feed ${version}`)
      .digest('base64url');
  }

  async #mac(use: string, id: Buffer): Promise<Buffer> {
    return createHmac('sha256', await this.#secret())
      .update(`${use} `)
      .update(id)
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
