import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { waitlist } from '../platform/database/schema.ts';
import { testDatabase } from './database.ts';

test('each test database is migrated, empty and apart from the others', async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
  try {
    const person = { email: 'Ada@example.org', emailNormalised: 'ada@example.org', signupType: 'waitlist' };
    await drizzle(first.database.pool).insert(waitlist).values(person);
    expect(await drizzle(first.database.pool).select().from(waitlist)).toMatchObject([person]);
    expect(await drizzle(second.database.pool).select().from(waitlist)).toEqual([]);
    expect(await first.database.ping()).toEqual({ ready: true, reasons: [] });
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});
