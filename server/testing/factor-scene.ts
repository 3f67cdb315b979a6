import { AuthClient } from '@supabase/auth-js';
import type { Role } from '@understudy/contract/admin';
import { expect } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { codeOf } from './authenticator.ts';
import { addTestUser, TEST_PASSWORD } from './owners.ts';

const STEP_MS = 30_000;

/** A clock that stands still, in the middle of a code's time step, until a test advances it. */
export interface HeldClock {
  now(): Date;
  pass(ms: number): void;
  /** Advances to the time of the next code, because each is accepted once. */
  nextCode(): void;
}

export function holdClock(): HeldClock {
  let time = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;
  return {
    now: () => new Date(time),
    pass(ms) {
      time += ms;
    },
    nextCode() {
      time += STEP_MS;
    },
  };
}

/** The sign-in client as used in a page, without the page's storage. */
export type Client = InstanceType<typeof AuthClient>;

/** An enrolled app. */
export interface EnrolledApp {
  id: string;
  /** In base 32. */
  secret: string;
}

/** Users with authenticator apps, through the real client. */
export interface FactorScene {
  /** @param from the client address named by a proxy, if the app trusts one */
  client(from?: string): Client;
  /**
   * The real client, signed in with a password.
   *
   * @param from as of {@link client}
   */
  signedIn(email: string, from?: string): Promise<Client>;
  newPerson(role?: Role): Promise<{ id: string; email: string; auth: Client }>;
  /** Enrols an app and submits its first code. */
  enroll(auth: Client, friendlyName?: string): Promise<EnrolledApp>;
  /** Submits a code, by default the app's current one. */
  give(auth: Client, app: EnrolledApp, code?: string): ReturnType<Client['mfa']['challengeAndVerify']>;
  /** The response of `/api` to a client. */
  ask<Body = { code?: string }>(
    auth: Client,
    path: string,
    init?: { method?: string; body?: object },
  ): Promise<{ status: number; body: Body }>;
  /** 'open' if the dashboard is accessible; otherwise the refusal's code. */
  opens(auth: Client): Promise<string>;
}

/** Starts the product for users with authenticator apps, on a clock that the test advances. */
export async function startFactorScene(): Promise<{ app: TestApp; scene: FactorScene; clock: HeldClock }> {
  const clock = holdClock();
  const app = await startTestApp({}, { now: clock.now });
  return { app, scene: factorScene(app, clock.now), clock };
}

/** @param now the clock of the product and of the apps */
export function factorScene(app: TestApp, now: () => Date): FactorScene {
  const scene: FactorScene = {
    client: (from) =>
      new AuthClient({
        url: `${app.url}/auth/v1`,
        headers: from === undefined ? {} : { 'x-forwarded-for': from },
        autoRefreshToken: false,
        persistSession: false,
        experimental: { recoveryCodes: true },
      }),
    async signedIn(email, from) {
      const auth = scene.client(from);
      expect((await auth.signInWithPassword({ email, password: TEST_PASSWORD })).error).toBeNull();
      return auth;
    },
    async newPerson(role = 'owner') {
      const { id, email } = await addTestUser(app.accounts, role);
      return { id, email, auth: await scene.signedIn(email) };
    },
    async enroll(auth, friendlyName) {
      const begun = await auth.mfa.enroll({ factorType: 'totp', ...(friendlyName ? { friendlyName } : {}) });
      expect(begun.error).toBeNull();
      const enrolled = { id: begun.data?.id ?? '', secret: begun.data?.totp.secret ?? '' };
      expect((await scene.give(auth, enrolled)).error).toBeNull();
      return enrolled;
    },
    give: (auth, { id, secret }, code = codeOf(secret, now())) => auth.mfa.challengeAndVerify({ factorId: id, code }),
    async ask<Body>(auth: Client, path: string, init: { method?: string; body?: object } = {}) {
      const { data } = await auth.getSession();
      const response = await fetch(`${app.url}/api${path}`, {
        method: init.method ?? 'GET',
        headers: {
          authorization: `Bearer ${data.session?.access_token}`,
          ...(init.body ? { 'content-type': 'application/json' } : {}),
        },
        ...(init.body ? { body: JSON.stringify(init.body) } : {}),
      });
      const text = await response.text();
      return { status: response.status, body: (text ? JSON.parse(text) : null) as Body };
    },
    async opens(auth) {
      const { status, body } = await scene.ask(auth, '/profile');
      return status === 200 ? 'open' : (body.code ?? '');
    },
  };
  return scene;
}
