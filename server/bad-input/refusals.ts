import { ERROR_STATUS, type ErrorCode } from '@understudy/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import { expectDiscreetLog, expectErrorBody, expectSoundDatabase, fingerprint } from '../testing/invariants.ts';
import { allowSessionChat } from '../testing/session-chat.ts';

/** What a case may use: the server, a running session, an ended one and somebody else's. */
export interface Scene {
  app: TestApp;
  provider: FakeProvider;
  session: { session_id: string; session_secret: string };
  ended: { session_id: string; session_secret: string };
  other: { session_id: string; session_secret: string };
}

/** One bad request and its expected response. */
export interface Refusal {
  name: string;
  /** The function to call; `agent_reply` by default. */
  fn?: string;
  /** The whole body (a string is sent as it is), or a function of the scene. */
  body: unknown | ((scene: Scene) => unknown);
  headers?: Record<string, string>;
  code: ErrorCode;
}

/** A mark in the bad requests that must never reach the log. */
export const CANARY = 'canary-7f3a';

/**
 * Tests that each case gets its code's status and the project's error body, stores no row and reaches no provider.
 * Afterwards the database is consistent and the log contains nothing that visitors sent.
 */
export function describeRefusals(family: string, cases: readonly Refusal[]): void {
  describe(family, () => {
    const { scene } = useScene();
    test.each(cases.map((entry) => [entry.name, entry] as const))('%s', async (_, entry) => {
      const { app } = scene();
      const body = typeof entry.body === 'function' ? entry.body(scene()) : entry.body;
      const answer = await refused(scene(), () =>
        fetch(`${app.url}/functions/v1/${entry.fn ?? 'agent_reply'}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...entry.headers },
          body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
        }),
      );
      expect(answer.code).toBe(entry.code);
      expect(answer.status).toBe(ERROR_STATUS[entry.code]);
    });
  });
}

/**
 * Runs a call that must be refused; asserts the error body, and that nothing was stored or requested from the provider.
 */
export async function refused(
  scene: Scene,
  act: () => Promise<Response | { status: number; body: string }>,
): Promise<{ status: number; code: string; error: string }> {
  const before = await fingerprint(scene.app.pool);
  const calls = scene.provider.calls.length;
  const answer = await act();
  const text = answer instanceof Response ? await answer.text() : answer.body;
  const { code, error } = expectErrorBody(text);
  expect(await fingerprint(scene.app.pool), 'rows written').toBe(before);
  expect(scene.provider.calls.length, 'calls of the provider').toBe(calls);
  return { status: answer.status, code, error };
}

/** One server and provider for the tests of a `describe`, with the oracle after them. */
export function useScene(environment: Record<string, string> = {}): { scene: () => Scene; log: string[] } {
  const log: string[] = [];
  let made: Scene;
  beforeAll(async () => {
    const provider = await startFakeProvider();
    const configured = { LLM_BASE_URL: provider.url, LLM_API_KEY: `${CANARY}-key`, ...environment };
    const app = await startTestApp(configured, { log });
    await allowSessionChat(app);
    const [session, ended, other] = [await app.session(), await app.session(), await app.session()];
    await app.call('end_session', ended);
    made = { app, provider, session, ended, other };
  });
  afterAll(async () => {
    await expectSoundDatabase(made.app.pool);
    expectDiscreetLog(log, [CANARY, made.session.session_secret, made.other.session_secret]);
    await made.app.close();
    await made.provider.close();
  });
  return { scene: () => made, log };
}
