import { AuthApiError, type AuthChangeEvent, AuthRetryableFetchError, type Session } from '@supabase/auth-js';
import type { Profile } from '@understudy/contract/admin';
import { beforeEach, describe, expect, test } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { createFakeClock, type FakeClock } from '../../platform/testing/fake-clock.ts';
import type { SignInClient } from './auth-client.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

const ADMIN: Profile = { id: '1', email: 'ana@example.test', role: 'admin', local: false, by_link: false };
const session = (token: string) => ({ access_token: token }) as Session;

let clock: FakeClock;
let held: Session | null;
let tell: (event: AuthChangeEvent) => void;
/** The server's answers about the current user, in order; the last one is repeated. */
let answers: (Profile | CallError)[];
let asked: (string | null)[];
let signInAnswer: () => { error: unknown };
let signedOut: unknown[];
/** Settles when the server answers a sign-out. */
let leaves: Promise<void>;
/** Tokens of sign-ins that were ended explicitly. */
let ended: [token: string, scope?: string][];
/** Tokens of sign-ins that were replaced. */
let replaced: string[];
let signIn: SignIn;

beforeEach(() => {
  clock = createFakeClock();
  held = session('first');
  answers = [ADMIN];
  asked = [];
  signedOut = [];
  leaves = Promise.resolve();
  ended = [];
  signInAnswer = () => ({ error: null });
  replaced = [];
  const signInNow = async () => {
    const answer = signInAnswer();
    if (!answer.error) {
      held = { ...held, ...session('signed in') };
      tell('SIGNED_IN');
    }
    return answer;
  };
  const client = {
    getSession: async () => ({ data: { session: held }, error: null }),
    onAuthStateChange(callback: (event: AuthChangeEvent, session: Session | null) => void) {
      tell = (event) => callback(event, held);
      tell('INITIAL_SESSION');
      return { data: { subscription: { unsubscribe() {} } } };
    },
    signInWithPassword: signInNow,
    verifyOtp: signInNow,
    signInInPlaceOf: async (token: string) => {
      replaced.push(token);
      return signInNow();
    },
    admin: {
      async signOut(token: string, scope?: string) {
        ended.push([token, scope]);
        return { data: null, error: null };
      },
    },
    signOut: async (options: unknown) => {
      signedOut.push(options);
      held = null;
      tell('SIGNED_OUT');
      await leaves;
      // The answer clears the site's browser data, whoever it belongs to by then.
      held = null;
      return { error: null };
    },
  } as unknown as SignInClient;
  signIn = createSignIn({
    client,
    clock,
    report: () => {},
    loadProfile: async (token) => {
      asked.push(token);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer ?? ADMIN;
    },
  });
});

const refusal = (code: 'unauthorized' | 'must_change_password' | 'second_factor_setup_needed', status: number) =>
  new CallError(code, 'No.', { status, fromServer: true });
const noAnswer = () => new CallError('network', 'The server cannot be reached.');
const state = () => signIn.store.get();

describe('who is signed in', () => {
  test('is unknown at first, then what the server says, and asked again at every change of the session', async () => {
    signIn.open();
    expect(state()).toEqual({ is: 'unknown' });
    await clock.passSlowly(1);
    expect(state()).toEqual({ is: 'signed_in', profile: ADMIN });
    answers = [{ ...ADMIN, role: 'viewer' }];
    held = session('second');
    tell('TOKEN_REFRESHED');
    await clock.passSlowly(1);
    expect(state()).toMatchObject({ is: 'signed_in', profile: { role: 'viewer' } });
    expect(asked).toEqual(['first', 'second']);
  });

  test('is the same object while nothing has changed', async () => {
    signIn.open();
    await clock.passSlowly(1);
    const before = state();
    tell('SIGNED_IN');
    await clock.passSlowly(1);
    expect(asked).toHaveLength(2);
    expect(state()).toBe(before);
  });

  test('is not asked again where it was found out before anybody watched', async () => {
    await signIn.check();
    expect(state()).toEqual({ is: 'signed_in', profile: ADMIN });
    signIn.open();
    await clock.passSlowly(1);
    expect(asked).toEqual(['first']);
    tell('SIGNED_IN');
    await clock.passSlowly(1);
    expect(asked).toHaveLength(2);
  });

  test('is asked for without a token too, since the page may be on the server’s own machine', async () => {
    held = null;
    answers = [{ ...ADMIN, local: true }];
    signIn.open();
    await clock.passSlowly(1);
    expect(asked).toEqual([null]);
    expect(state()).toMatchObject({ is: 'signed_in', profile: { local: true } });
  });

  test('is nobody when the server refuses, and somebody with a password to choose when it says so', async () => {
    answers = [refusal('unauthorized', 401)];
    signIn.open();
    await clock.passSlowly(1);
    expect(state()).toEqual({ is: 'signed_out', problem: null, left: false });
    answers = [refusal('must_change_password', 403)];
    tell('SIGNED_IN');
    await clock.passSlowly(1);
    expect(state()).toEqual({ is: 'must_choose_password' });
  });

  test('is tried again when no answer comes, before it counts as nobody, and found out by itself later', async () => {
    answers = [noAnswer(), noAnswer(), ADMIN];
    signIn.open();
    await clock.passSlowly(3_000);
    expect(state().is).toBe('signed_in');

    answers = [noAnswer()];
    tell('TOKEN_REFRESHED');
    await clock.passSlowly(1_000);
    expect(state().is).toBe('signed_in');
    await clock.passSlowly(5_000);
    expect(state()).toMatchObject({ is: 'signed_out', problem: expect.stringContaining('couldn’t check') });
    answers = [ADMIN];
    await clock.passSlowly(6_000);
    expect(state().is).toBe('signed_in');
  });
});

describe('signing in', () => {
  beforeEach(async () => {
    held = null;
    answers = [refusal('unauthorized', 401)];
    signIn.open();
    await clock.passSlowly(1);
  });

  test('is over when the server knows who it is', async () => {
    answers = [ADMIN];
    expect(await signIn.signIn(' ana@example.test ', 'secret')).toBeNull();
    expect(state().is).toBe('signed_in');
  });

  test.each([
    ['the message of the service', new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')],
    ['the message of a busy service', new AuthRetryableFetchError('Invalid login credentials', 503)],
  ])('that is refused gives %s', async (_, error) => {
    signInAnswer = () => ({ error });
    expect(await signIn.signIn('ana@example.test', 'wrong')).toBe('Invalid login credentials');
    expect(state().is).toBe('signed_out');
  });

  test('without an answer, or with an exception, has failed', async () => {
    signInAnswer = () => ({ error: new AuthRetryableFetchError('Failed to fetch', 0) });
    expect(await signIn.signIn('ana@example.test', 'x')).toBe('Authentication failed');
    signInAnswer = () => {
      throw new Error('storage is full');
    };
    expect(await signIn.signIn('ana@example.test', 'x')).toBe('Authentication failed');
  });
});

test('a link that is refused tells the service’s code beside its sentence', async () => {
  held = null;
  signInAnswer = () => ({ error: new AuthApiError('Too late.', 403, 'otp_expired') });
  expect(await signIn.openLink('x')).toEqual({ problem: 'Too late.', code: 'otp_expired' });
});

describe('the password once more', () => {
  test('is asked of whoever still has to set up a second factor, by the address that they signed in with', async () => {
    held = { ...session('first'), user: { email: 'ana@example.test' } } as Session;
    answers = [refusal('second_factor_setup_needed', 403)];
    signIn.open();
    await clock.passSlowly(1);
    const before = state();
    expect(before).toEqual({ is: 'must_add_factor', email: 'ana@example.test' });
    expect(await signIn.signInAgain('secret')).toBeNull();
    expect(state()).toBe(before);
    expect(replaced).toEqual(['first']);
  });

  test('is a new sign-in of the same person, under which the page goes on; the old one ends', async () => {
    signIn.open();
    await clock.passSlowly(1);
    const before = state();
    expect(await signIn.signInAgain('secret')).toBeNull();
    expect(state()).toBe(before);
    expect(await signIn.token()).toBe('signed in');
    expect(ended).toEqual([['first', 'local']]);
    expect(replaced).toEqual(['first']);
  });

  test('that is wrong changes nothing', async () => {
    signIn.open();
    await clock.passSlowly(1);
    signInAnswer = () => ({ error: new AuthApiError('Invalid login credentials', 400, 'invalid_credentials') });
    expect(await signIn.signInAgain('wrong')).toBe('Invalid login credentials');
    expect(state().is).toBe('signed_in');
    expect(ended).toEqual([]);
  });
});

describe('signing out', () => {
  test('is of this browser, at once, and no check that comes late brings anybody back', async () => {
    signIn.open();
    await clock.passSlowly(1);
    tell('TOKEN_REFRESHED');
    const leaving = signIn.signOut();
    expect(state()).toEqual({ is: 'signed_out', problem: null, left: true });
    await leaving;
    await clock.passSlowly(10_000);
    expect(state()).toEqual({ is: 'signed_out', problem: null, left: true });
    expect(signedOut).toEqual([{ scope: 'local' }]);
  });

  test('is over before somebody signs in anew: its answer would take their session along', async () => {
    signIn.open();
    await clock.passSlowly(1);
    const answered = Promise.withResolvers<void>();
    leaves = answered.promise;
    const leaving = signIn.signOut();
    const coming = signIn.signIn('ana@example.test', 'secret');
    await clock.passSlowly(1_000);
    expect(held).toBeNull();
    answered.resolve();
    await leaving;
    expect(await coming).toBeNull();
    expect(held).toEqual(session('signed in'));
    expect(state()).toEqual({ is: 'signed_in', profile: ADMIN });
  });
});
