import type { Pool } from 'pg';

/**
 * Keeps a signup. The same address again changes nothing and is told the same, so that nobody can learn from the answer
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
