import { expect } from 'vitest';
import { codeOf } from './authenticator.ts';
import type { DescribedCalls } from './described-calls.ts';

interface Headers {
  headers: { authorization: string };
}

/** Adds a factor and gives its code. @param headers of whoever is signed in with a password */
export async function enrolledAsDescribed(
  calls: DescribedCalls,
  { headers }: Headers,
): Promise<Headers & { id: string }> {
  const { id, totp } = await calls.call('enroll_factor', { headers, body: { factor_type: 'totp' } });
  const { id: challenge_id } = await calls.call('challenge_factor', { headers, path: { id } });
  const answer = { challenge_id, code: codeOf(totp.secret, new Date()) };
  const given = await calls.call('verify_factor', { headers, path: { id }, body: answer });
  return { id, headers: { authorization: `Bearer ${given.access_token}` } };
}

/** Makes the calls about second factors and recovery codes as they are described. */
export async function secondFactorAsDescribed(calls: DescribedCalls, own: Headers): Promise<void> {
  const { id, ...raised } = await enrolledAsDescribed(calls, own);
  await calls.call('make_recovery_codes', raised);
  const { codes } = await calls.call('replace_recovery_codes', raised);
  await calls.call('use_recovery_code', { ...raised, body: { code: codes[0] } });
  expect((await calls.call('read_recovery_codes', raised)).remaining).toBe(9);
  await calls.call('remove_recovery_codes', raised);
  await calls.call('remove_factor', { ...raised, path: { id } });
}
