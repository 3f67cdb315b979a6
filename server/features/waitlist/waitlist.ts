import type { Pool } from 'pg';

/**
 * Saves a signup. Repeating an address changes nothing and gets the same answer, so that the answer does not reveal
 * who is on the list.
 */
export async function joinWaitlist(
  pool: Pool,
  signup: { email: string; name: string | null; signupType: string },
): Promise<void> {
  await pool.query(
    `INSERT INTO waitlist (email, email_normalised, name, signup_type) VALUES ($1, lower($1), $2, $3)
     ON CONFLICT (email_normalised) DO NOTHING`,
    [signup.email, signup.name, signup.signupType],
  );
}
