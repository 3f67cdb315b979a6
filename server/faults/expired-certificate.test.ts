import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { selfSigned, tlsInFront } from '../testing/certificate.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import { streamed } from '../testing/fake-replies.ts';

const DAY_MS = 24 * 3_600_000;
const trusted = getCACertificates('default');

let provider: FakeProvider;
beforeEach(async () => {
  provider = await startFakeProvider();
  provider.always(streamed('The provider answers.'));
});
afterEach(async () => {
  setDefaultCACertificates(trusted);
  await provider.close();
});

/** The product's response and log with a provider whose trusted certificate expires in so many days. */
async function replyWith(days: number) {
  const identity = selfSigned(new Date(Date.now() - 30 * DAY_MS), new Date(Date.now() + days * DAY_MS));
  setDefaultCACertificates([...trusted, identity.cert]);
  const front = await tlsInFront(provider.port, identity);
  const app = await startTestApp({ LLM_BASE_URL: `https://127.0.0.1:${front.port}/v1`, LLM_MODEL: 'fake-model' });
  const { status, body } = await app.call('agent_reply', { ...(await app.session()), user_message: 'Hello' });
  const { rows } = await app.pool.query(
    "SELECT kind, payload->>'reason' AS reason FROM events WHERE kind LIKE 'provider%' ORDER BY id",
  );
  await app.close();
  front.close();
  return { status, body, events: rows };
}

test('a provider with a certificate that is valid answers', async () => {
  expect(await replyWith(1)).toMatchObject({ status: 200, body: { text: 'The provider answers.' }, events: [] });
});

test('F29: a provider with an expired certificate is told nothing; the twin answers, the events say why', async () => {
  const { status, body, events } = await replyWith(-1);
  expect(status).toBe(200);
  expect(body.model).toBe('embedded');
  expect(body.text.length).toBeGreaterThan(20);
  expect(events).toEqual([
    { kind: 'provider_unreachable', reason: 'TLS certificate expired' },
    { kind: 'provider_fell_back', reason: 'TLS certificate expired' },
  ]);
  expect(provider.calls).toHaveLength(0);
});
