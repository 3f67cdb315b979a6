import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignInClient } from './auth-client.ts';
import { type KeptSession, RENEWED_BEFORE_END_MS, readKeptSession, STORAGE_KEY } from './kept-session.ts';
import { lazyClient } from './lazy-client.ts';

type Told = [event: string, session: KeptSession | null];

let kept: KeptSession | null | undefined;
let loads: number;
let failures: unknown[];
let startLater: () => void;
let tell: (event: string, session: KeptSession | null) => void;
let unsubscribed: number;
let held: KeptSession | null;
let load: () => Promise<SignInClient>;

const real = {
  getSession: async () => ({ data: { session: held } }),
  onAuthStateChange(callback: typeof tell) {
    tell = callback;
    callback('INITIAL_SESSION', held);
    const unsubscribe = () => {
      unsubscribed += 1;
    };
    return { data: { subscription: { unsubscribe } } };
  },
  signInWithPassword: async ({ email }: { email: string }) => ({ error: `${email} was asked for` }),
} as unknown as SignInClient;

beforeEach(() => {
  kept = { access_token: 'kept' };
  held = kept;
  loads = 0;
  unsubscribed = 0;
  failures = [];
  load = async () => real;
});

const client = () =>
  lazyClient({
    load: () => {
      loads += 1;
      return load();
    },
    kept: () => kept,
    later: (act) => {
      startLater = act;
      return () => {};
    },
    report: (error) => failures.push(error),
  });

test.each([[{ access_token: 'kept' }], [null]])(
  'who was here before is known without the client: %j',
  async (session) => {
    kept = session;
    expect(await client().getSession()).toEqual({ data: { session } });
    expect(loads).toBe(0);
  },
);

test('what only the client can tell is asked of it, once it is fetched', async () => {
  kept = undefined;
  held = { access_token: 'renewed' };
  const late = client();
  expect(await Promise.all([late.getSession(), late.getSession()])).toEqual(
    Array.from({ length: 2 }, () => ({ data: { session: held } })),
  );
  expect(loads).toBe(1);
});

test('a way in fetches it', async () => {
  const signedIn = await client().signInWithPassword({ email: 'a@b.test', password: 'x' });
  expect(signedIn.error).toBe('a@b.test was asked for');
});

describe('changes of the session', () => {
  const listen = () => {
    const told: Told[] = [];
    const { unsubscribe } = client().onAuthStateChange((...one) => told.push(one)).data.subscription;
    return { told, unsubscribe };
  };

  test('are told from the kept one on, which is not told twice', async () => {
    const { told, unsubscribe } = listen();
    expect(told).toEqual([['INITIAL_SESSION', kept]]);
    startLater();
    await vi.waitUntil(() => tell !== undefined && loads === 1);
    await Promise.resolve();
    tell('SIGNED_OUT', null);
    expect(told).toEqual([
      ['INITIAL_SESSION', kept],
      ['SIGNED_OUT', null],
    ]);
    unsubscribe();
    expect(unsubscribed).toBe(1);
  });

  test('are told where another tab was quicker', async () => {
    held = { access_token: 'newer' };
    const { told } = listen();
    startLater();
    await vi.waitUntil(() => told.length === 2);
    expect(told[1]).toEqual(['SIGNED_IN', held]);
  });

  test('come also where the client could be fetched only the second time', async () => {
    load = async () => {
      throw new TypeError('Failed to fetch');
    };
    held = { access_token: 'newer' };
    const { told } = listen();
    startLater();
    await vi.waitUntil(() => failures.length === 1);
    load = async () => real;
    startLater();
    await vi.waitUntil(() => told.length === 2);
    expect(loads).toBe(2);
  });

  test('are told to nobody who has stopped listening', async () => {
    const { told, unsubscribe } = listen();
    unsubscribe();
    held = null;
    startLater();
    await vi.waitUntil(() => loads === 1);
    expect(told).toHaveLength(1);
  });
});

describe('the kept session', () => {
  const NOW = 1_000_000_000_000;
  let stored: string | null;
  beforeEach(() => {
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === STORAGE_KEY ? stored : null) });
  });
  afterEach(() => vi.unstubAllGlobals());
  const until = (ms: number) => JSON.stringify({ access_token: 't', expires_at: (NOW + ms) / 1_000, user: {} });

  test.each<[string, string | null, KeptSession | null | undefined]>([
    ['nothing', null, null],
    ['a token that holds', until(RENEWED_BEFORE_END_MS + 1_000), { access_token: 't' }],
    ['a token that has to be renewed', until(RENEWED_BEFORE_END_MS), undefined],
    ['no JSON', '{', undefined],
    ['no session', 'null', undefined],
    ['half a session', '{"access_token":"t"}', undefined],
  ])('of %s', (_, written, session) => {
    stored = written;
    expect(readKeptSession(NOW)).toEqual(session);
  });

  test('of a storage that is closed is for the client to find', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(readKeptSession(NOW)).toBeUndefined();
  });
});
