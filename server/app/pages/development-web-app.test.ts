import { expect, test } from 'vitest';
import { isServerRoute } from './development-web-app.ts';

test.each([
  ['/auth/v1/token?grant_type=password', true],
  ['/auth/v1/.well-known/jwks.json', true],
  ['/api/admin/stats', true],
  ['/functions/v1/agent_reply', true],
  ['/healthz?x', true],
  ['/openapi.json', true],
  ['/auth?next=%2Fadmin', false],
  ['/auth/v10', false],
  ['/apis', false],
  ['/main.tsx', false],
  ['/', false],
])('in development %s is the server’s own: %s', (url, isOwn) => {
  expect(isServerRoute(url)).toBe(isOwn);
});
