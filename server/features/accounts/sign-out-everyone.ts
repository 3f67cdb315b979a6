import type { PoolClient } from 'pg';

/** Ends all sign-ins: every token and refresh token stops working at once. @returns how many there were */
export async function signOutEveryone(client: PoolClient): Promise<number> {
  return (await client.query('DELETE FROM auth_sessions')).rowCount ?? 0;
}
