import { sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Raw bytes, which the driver returns as a Buffer. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A timestamp with time zone, as a Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Generates a version 7 UUID (RFC 9562) with functions available since PostgreSQL 13: `uuidv7()` came with 18, and
 * DATABASE_URL may name an older server. The ids are ordered by time, so new rows land on the index's last page instead
 * of a random one.
 */
export const timeOrderedUuid = sql.raw(
  'encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing ' +
    'substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) ' +
    "from 1 for 6), 52, 1), 53, 1), 'hex')::uuid",
);
