import type { PoolClient } from 'pg';

/** Ends all sign-ins, which invalidates every access and refresh token at once. @returns how many there were */
export async function signOutEveryone(client: PoolClient): Promise<number> {
  return (await client.query('DELETE FROM auth_sessions')).rowCount ?? 0;
}
