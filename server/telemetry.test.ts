import { expect, onTestFinished, test } from 'vitest';
import { startCollector } from './testing/collector.ts';
import { testDatabase } from './testing/database.ts';
import { spawnServer } from './testing/spawned-server.ts';

/** Says which packages of OpenTelemetry are loaded. */
const TELL = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  if (/opentelemetry\\/(sdk|exporter|otlp|resources)/.test(name)) console.error('loaded ' + name);
  return next(name, context);
} });`;

/** Starts the server as an operator does, and tells what it loaded of OpenTelemetry. */
async function run(variables: Record<string, string>) {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(TELL)}`];
  const server = await spawnServer({ DATABASE_URL: database.url, ...variables }, { nodeArgs });
  onTestFinished(() => server.end('SIGKILL'));
  return { server, loaded: () => server.lines.filter((line) => line.startsWith('loaded ')) };
}

test('without its variables nothing of OpenTelemetry is loaded but its small API', async () => {
  const { loaded } = await run({ OTEL_SERVICE_NAME: 'twin' });
  expect(loaded()).toEqual([]);
});

test('with them the server sends its traces and its log, at the latest when it stops', async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const { server, loaded } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' });
  expect(loaded()).toContain('loaded @opentelemetry/sdk-trace');
  const body = JSON.stringify({ visitor_id: crypto.randomUUID(), consent: true });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${server.url}/functions/v1/create_session`, { method: 'POST', headers, body })).status).toBe(
    200,
  );
  await server.end();
  expect(collector.spans.map(({ name }) => name)).toContain('POST /functions/v1/create_session');
  expect(collector.logs.map(({ body }) => body)).toContain('retention');
  // The log on standard output is as before.
  expect(server.lines.some((line) => line.includes('"msg":"retention"'))).toBe(true);
});
