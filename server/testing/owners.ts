import type { Role } from '@understudy/contract/admin';
import type { Accounts } from '../features/accounts/accounts.ts';

/** A sufficiently strong password for all test users. */
export const TEST_PASSWORD = 'a long walk by the sea';

/** A test user, with a token that grants their role's access. */
export interface TestUser {
  id: string;
  email: string;
  token: string;
  /** Ready for `fetch`. */
  headers: { authorization: string };
}

/** Creates a user who has signed in. */
export async function testUser(accounts: Accounts, role: Role): Promise<TestUser> {
  const { id, email } = await addTestUser(accounts, role);
  const { accessToken: token } = await accounts.signIn(email, TEST_PASSWORD, { key: 'test', network: 'test' });
  return { id, email, token, headers: { authorization: `Bearer ${token}` } };
}

/** Creates a user with {@link TEST_PASSWORD}. */
export async function addTestUser(accounts: Accounts, role: Role): Promise<{ id: string; email: string }> {
  const email = `${role}-${crypto.randomUUID().slice(0, 8)}@example.test`;
  const { rows } = await accounts.pool.query<{ id: string }>(
    'INSERT INTO users (email, role, password_hash) VALUES ($1, $2, $3) RETURNING id',
    [email, role, await accounts.passwords.hash(TEST_PASSWORD)],
  );
  const [row] = rows;
  if (!row) throw new Error('The user was not made.');
  return { id: row.id, email };
}
