import * as defaults from '@supabase/auth-js/dist/module/lib/constants.js';
import { expect, it } from 'vitest';

it('the sign-in client looks every 30 s, renews three looks before the end, and keeps a key set for 10 minutes', () => {
  expect(defaults).toMatchObject({
    AUTO_REFRESH_TICK_DURATION_MS: 30_000,
    AUTO_REFRESH_TICK_THRESHOLD: 3,
    JWKS_TTL: 600_000,
  });
});
