import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hadPrefetched, prefetch, prefetchedIfHere, takePrefetched } from './prefetched-answers.ts';

let asked: [address: string, authorization: string | undefined][];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string, init: { headers: Record<string, string> }) => {
    asked.push([address, init.headers['authorization']]);
    if (address === '/away') throw new TypeError('Failed to fetch');
    return address === '/refused' ? new Response('{}', { status: 401 }) : Response.json({ from: address });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.understudyPrefetched = undefined;
});

const as = (token: string | null) => async () => token;

test('what was asked for ahead is given once, to who asked', async () => {
  prefetch('t', ['/a']);
  expect(asked).toEqual([['/a', 'Bearer t']]);
  expect(hadPrefetched()).toBe(false);
  expect(await takePrefetched('/a', as('t'))).toEqual({ from: '/a' });
  expect(hadPrefetched()).toBe(true);
  expect(await takePrefetched('/a', as('t'))).toBeUndefined();
});

test('whoever needs no token asks without one', async () => {
  prefetch(null, ['/a']);
  expect(asked).toEqual([['/a', undefined]]);
  expect(await takePrefetched('/a', as(null))).toEqual({ from: '/a' });
});

test('somebody else gets nothing of it, then or later', async () => {
  prefetch('t', ['/a', '/b']);
  expect(await takePrefetched('/a', as('another'))).toBeUndefined();
  expect(await takePrefetched('/b', as('t'))).toBeUndefined();
  expect(hadPrefetched()).toBe(false);
});

test('without waiting it is given only when it is here, and who asks is known', async () => {
  prefetch('t', ['/who', '/a', '/b']);
  expect(prefetchedIfHere('/a')).toBeUndefined();
  await takePrefetched('/who', as('t'));
  await vi.waitUntil(() => globalThis.understudyPrefetched?.here['/b']);
  expect(prefetchedIfHere('/a')).toEqual({ from: '/a' });
  expect(prefetchedIfHere('/a')).toBeUndefined();
  expect(await takePrefetched('/a', as('t'))).toBeUndefined();
  expect(prefetchedIfHere('/b')).toEqual({ from: '/b' });
});

test.each(['/refused', '/away'])('%s is to be asked for as any other', async (address) => {
  prefetch('t', [address]);
  expect(await takePrefetched(address, as('t'))).toBeUndefined();
});

test('where nothing was asked for there is nothing', async () => {
  expect(await takePrefetched('/a', as('t'))).toBeUndefined();
  expect(prefetchedIfHere('/a')).toBeUndefined();
});
