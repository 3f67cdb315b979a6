import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAheadIfHere, askAhead, hadAnswersAhead, takeAnswerAhead } from './answers-ahead.ts';

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
  globalThis.understudyAhead = undefined;
});

const as = (token: string | null) => async () => token;

test('what was asked for ahead is given once, to who asked', async () => {
  askAhead('t', ['/a']);
  expect(asked).toEqual([['/a', 'Bearer t']]);
  expect(hadAnswersAhead()).toBe(false);
  expect(await takeAnswerAhead('/a', as('t'))).toEqual({ from: '/a' });
  expect(hadAnswersAhead()).toBe(true);
  expect(await takeAnswerAhead('/a', as('t'))).toBeUndefined();
});

test('whoever needs no token asks without one', async () => {
  askAhead(null, ['/a']);
  expect(asked).toEqual([['/a', undefined]]);
  expect(await takeAnswerAhead('/a', as(null))).toEqual({ from: '/a' });
});

test('somebody else gets nothing of it, then or later', async () => {
  askAhead('t', ['/a', '/b']);
  expect(await takeAnswerAhead('/a', as('another'))).toBeUndefined();
  expect(await takeAnswerAhead('/b', as('t'))).toBeUndefined();
  expect(hadAnswersAhead()).toBe(false);
});

test('without waiting it is given only when it is here, and who asks is known', async () => {
  askAhead('t', ['/who', '/a', '/b']);
  expect(answerAheadIfHere('/a')).toBeUndefined();
  await takeAnswerAhead('/who', as('t'));
  await vi.waitUntil(() => globalThis.understudyAhead?.here['/b']);
  expect(answerAheadIfHere('/a')).toEqual({ from: '/a' });
  expect(answerAheadIfHere('/a')).toBeUndefined();
  expect(await takeAnswerAhead('/a', as('t'))).toBeUndefined();
  expect(answerAheadIfHere('/b')).toEqual({ from: '/b' });
});

test.each(['/refused', '/away'])('%s is to be asked for as any other', async (address) => {
  askAhead('t', [address]);
  expect(await takeAnswerAhead(address, as('t'))).toBeUndefined();
});

test('where nothing was asked for there is nothing', async () => {
  expect(await takeAnswerAhead('/a', as('t'))).toBeUndefined();
  expect(answerAheadIfHere('/a')).toBeUndefined();
});
