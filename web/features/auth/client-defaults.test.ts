import * as defaults from '@supabase/auth-js/dist/module/lib/constants.js';
import { expect, it } from 'vitest';
import { RENEWED_BEFORE_END_MS } from './stored-session.ts';

it('the sign-in client looks every 30 s, renews three looks before the end, and keeps a key set for 10 minutes', () => {
  expect(defaults).toMatchObject({
    AUTO_REFRESH_TICK_DURATION_MS: 30_000,
    AUTO_REFRESH_TICK_THRESHOLD: 3,
    JWKS_TTL: 600_000,
  });
  // Code that reads the stored session before the client is loaded uses the same rule.
  expect(defaults.EXPIRY_MARGIN_MS).toBe(RENEWED_BEFORE_END_MS);
});
