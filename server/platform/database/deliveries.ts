import type { Pool } from 'pg';
import { readLastRun, saveLastRun } from './last-runs.ts';
import type { Queries } from './transaction.ts';

/**
 * Tables of messages to somebody else's server. Each row is delivered once: its columns `delivered_at`, `attempts`,
 * `problem`, `gave_up_at` and `sending_until` say how far it has come.
 */
type DeliveryTable = 'webhook_messages' | 'outgoing_mails';

/** The outcome of the latest delivery. */
export interface DeliveryOutcome {
  at: string;
  ok: boolean;
  problem: string | null;
}

/** How messages of one table are marked, given up as dead letters, and sent again. */
export interface Deliveries {
  /** Marks a message as delivered, so that it is never sent again. */
  markDelivered(id: string): Promise<void>;
  /** Records why a delivery failed. */
  markRefused(id: string, problem: string): Promise<void>;
  /**
   * Makes a message a dead letter until it is delivered: either its retries ran for a day, or `problem` says why it
   * cannot be sent.
   */
  giveUp(id: string, problem?: string | null): Promise<void>;
  /**
   * Makes dead letters of messages that nothing tries to send any more: those that older releases gave up without
   * marking them, and those whose last attempt ended when the server died.
   *
   * @param job the name of the job that sends them
   */
  giveUpLost(job: string): Promise<void>;
  /**
   * Claims a dead letter for sending: `claimed` by this caller, already `taken` by another, or `none` with this id.
   *
   * @param forMs how long the claim lasts, in milliseconds
   */
  claim(id: string, forMs: number): Promise<'claimed' | 'taken' | 'none'>;
  /** Records the outcome of a delivery, for the settings page. */
  saveOutcome(ok: boolean, problem: string | null): Promise<void>;
  /** The outcome of the latest delivery; null if nothing was ever sent. */
  readOutcome(): Promise<DeliveryOutcome | null>;
}

/**
 * Creates the deliveries of a table.
 *
 * @param options.run the name under which the latest delivery is recorded
 * @param options.mayClaim SQL: whether row `m` may still be sent
 * @param options.onDelivered SQL: further assignments once a row is delivered
 */
export function deliveriesOf(
  pool: Pool,
  table: DeliveryTable,
  { run, mayClaim = 'true', onDelivered = '' }: { run: string; mayClaim?: string; onDelivered?: string },
): Deliveries {
  return {
    async markDelivered(id) {
      await pool.query(
        `UPDATE ${table} SET delivered_at = now(), attempts = attempts + 1, problem = NULL, gave_up_at = NULL,
           sending_until = NULL${onDelivered && `, ${onDelivered}`}
         WHERE id = $1`,
        [id],
      );
    },
    async markRefused(id, problem) {
      await pool.query(
        `UPDATE ${table} SET attempts = attempts + 1, problem = $2, sending_until = NULL WHERE id = $1`,
        [id, problem],
      );
    },
    async giveUp(id, problem = null) {
      await pool.query(
        `UPDATE ${table} SET gave_up_at = now(), problem = coalesce($2, problem)
         WHERE id = $1 AND delivered_at IS NULL`,
        [id, problem],
      );
    },
    async giveUpLost(job) {
      // A single statement sees a request either before or after its handover to the job runner, never in between.
      await pool.query(
        `UPDATE ${table} m
         SET gave_up_at = now(), problem = coalesce(problem, 'sending stopped unexpectedly')
         WHERE delivered_at IS NULL AND gave_up_at IS NULL
           AND NOT EXISTS (SELECT FROM job_requests r WHERE r.name = $1 AND r.key = m.id::text)
           AND NOT EXISTS (SELECT FROM jobs.job j
                           WHERE j.name = $1 AND j.data ->> 'key' = m.id::text AND j.state < 'completed')`,
        [job],
      );
    },
    async claim(id, forMs) {
      const { rowCount } = await pool.query(
        `UPDATE ${table} m SET sending_until = now() + $2 * interval '1 ms'
         WHERE m.id = $1 AND ${mayClaim} AND m.gave_up_at IS NOT NULL
           AND (m.sending_until IS NULL OR m.sending_until <= now())`,
        [id, forMs],
      );
      if (rowCount === 1) return 'claimed';
      const found = await pool.query(`SELECT FROM ${table} WHERE id = $1 AND sending_until > now()`, [id]);
      return found.rowCount === 1 ? 'taken' : 'none';
    },
    saveOutcome: (ok, problem) => saveLastRun(pool, run, { ok, problem }),
    readOutcome: () => readDeliveryOutcome(pool, run),
  };
}

async function readDeliveryOutcome(db: Queries, run: string): Promise<DeliveryOutcome | null> {
  const last = await readLastRun<Omit<DeliveryOutcome, 'at'>>(db, run);
  return last && { at: last.at.toISOString(), ...last.detail };
}
