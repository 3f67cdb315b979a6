import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextPath } from './sign-in-address.ts';

describe('nextPath', () => {
  test.each([['/admin'], ['/admin/session/0190?tab=notes#u12'], ['/admin/users'], ['/admin?tab=sessions&q=a%2Fb']])(
    'remembers %s',
    (path) => expect(nextPath(path)).toBe(path),
  );

  test.each([
    [undefined],
    [''],
    ['/'],
    ['/administration'],
    ['/auth?next=/auth'],
    ['https://evil.example/admin'],
    ['//evil.example/admin'],
    ['/\\evil.example/admin'],
    ['\t//evil.example/admin'],
    ['/admin/../../evil'],
    ['javascript:alert(1)'],
    ['http://localhost:80x/admin'],
  ])('goes to the dashboard instead of %j', (path) => expect(nextPath(path)).toBe('/admin'));

  test('never leaves the pages of the owner, whatever stands in the address', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '/admin', '//', '/\\', 'https://'), fc.string(), (beginning, rest) => {
        const asked = beginning + rest;
        const { origin, pathname } = new URL(nextPath(asked), 'https://ours.example');
        expect(origin).toBe('https://ours.example');
        expect(pathname === '/admin' || pathname.startsWith('/admin/')).toBe(true);
      }),
    );
  });
});
