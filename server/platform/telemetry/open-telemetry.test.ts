import { afterEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type Collector, startCollector } from '../../testing/collector.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import type { GatewayFunction } from '../http/gateway-function.ts';
import { type OpenTelemetry, startOpenTelemetry } from './open-telemetry.ts';
import { readTelemetry } from './telemetry-config.ts';

const MARKS = ['Zanzibarine', 'zoe@canary.example', '2345678'];
let collector: Collector | undefined;
let provider: FakeProvider | undefined;
let app: TestApp | undefined;
let telemetry: OpenTelemetry | undefined;
afterEach(async () => {
  await telemetry?.stop();
  await app?.close();
  await provider?.close();
  await collector?.close();
  [app, provider, collector, telemetry] = [undefined, undefined, undefined, undefined];
});

const functionOf = ({ parts }: TestApp, name: string) => {
  const found = (parts.functions as Record<string, GatewayFunction>)[name];
  if (!found) throw new Error(`There is no function ${name}.`);
  return found;
};

/** Starts the product with what an operator's variables ask for. */
async function start(variables: Record<string, string>, log: string[] = []): Promise<TestApp> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  provider = await startFakeProvider();
  const config = readTelemetry(variables);
  if (config) telemetry = startOpenTelemetry(config);
  const chat = { LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'model-a' };
  app = await startTestApp(chat, { log });
  return app;
}
const talk = async (app: TestApp): Promise<{ status: number }> => {
  const credentials = await app.session();
  return app.call('agent_reply', { ...credentials, user_message: `I am ${MARKS.join(', ')}, what do you cost?` });
};

test('a turn is one trace, through request, stages, encoder, database and provider', async () => {
  collector = await startCollector();
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'twin of Orla' });
  const usage = { prompt_tokens: 100, completion_tokens: 7 };
  provider?.always(fake.streamed('That depends.', { usage }));
  expect((await talk(app)).status).toBe(200);
  await telemetry?.stop();
  const { spans } = collector;
  const request = spans.find(({ name }) => name === 'POST /functions/v1/agent_reply');
  const own = spans.filter(({ traceId }) => traceId === request?.traceId);
  const parentOf = (name: string) => {
    const span = own.find((one) => one.name === name);
    return span && (own.find(({ spanId }) => spanId === span.parentSpanId)?.name ?? null);
  };
  expect(request).toMatchObject({ kind: 2, attributes: { 'http.route': '/functions/v1/:name' } });
  expect(request?.parentSpanId ?? '').toBe('');
  expect(parentOf('turn')).toBe('POST /functions/v1/agent_reply');
  for (const stage of ['save_words', 'understand', 'recall', 'write', 'save_reply']) {
    expect([stage, parentOf(stage)]).toEqual([stage, 'turn']);
  }
  expect(parentOf('save_turn_starts')).toBe('save_words');
  expect(own.some(({ name }) => name === 'encode')).toBe(true);
  expect(parentOf('chat custom')).toBe('write');
  expect(own.find(({ name }) => name === 'chat custom')).toMatchObject({
    kind: 3,
    failed: false,
    attributes: { 'gen_ai.request.model': 'model-a', 'gen_ai.usage.output_tokens': 7 },
  });
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'twin of Orla' });
  for (const mark of [...MARKS, 'That depends']) expect(collector.raw.join('\n')).not.toContain(mark);
});

test('V10 a provider’s error that repeats the prompt is neither in traces nor in log records', async () => {
  collector = await startCollector();
  const log: string[] = [];
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log);
  provider?.always((call) =>
    fake.json(400, { error: { message: call.messages.map(({ content }) => content).join() } }),
  );
  // A defect whose message holds what the visitor said, some of it in a line that looks like a frame.
  const message = `broke at ${MARKS.join()}\n    at ${MARKS[0]}`;
  vi.spyOn(functionOf(app, 'session_history'), 'act').mockRejectedValueOnce(new Error(message));
  expect((await talk(app)).status).toBe(200);
  await app.call('session_history', { ...(await app.session()) });
  for (const line of log) telemetry?.onLogLine?.(line);
  await telemetry?.stop();
  expect(collector.spans.find(({ name }) => name === 'chat custom')).toMatchObject({
    failed: true,
    attributes: { 'error.type': 'bad_request' },
  });
  const defect = collector.logs.find(({ body }) => body === 'defect');
  const request = collector.spans.find(({ name }) => name === 'POST /functions/v1/session_history');
  expect(defect).toMatchObject({ severity: 'ERROR', attributes: { 'exception.type': 'Error' } });
  expect(defect?.attributes['exception.stacktrace']).toContain('    at ');
  expect(request).toMatchObject({ failed: true, attributes: { 'error.type': 'Error' } });
  for (const mark of MARKS) expect(collector.raw.join('\n')).not.toContain(mark);
});

test('a log record has the ids of its trace', async () => {
  collector = await startCollector();
  const log: string[] = [];
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log);
  vi.spyOn(functionOf(app, 'create_session'), 'act').mockImplementationOnce(async () => {
    app.http.log.warn('within a request');
    return { fine: true };
  });
  await app.call('create_session', { visitor_id: crypto.randomUUID(), consent: true });
  for (const line of log) telemetry?.onLogLine?.(line);
  await telemetry?.stop();
  const request = collector.spans.find(({ name }) => name === 'POST /functions/v1/create_session');
  expect(collector.logs.find(({ body }) => body === 'within a request')).toMatchObject({
    traceId: request?.traceId,
    spanId: request?.spanId,
  });
});

test('a job is a trace of its own', async () => {
  collector = await startCollector();
  const { startWork } = await import('../../testing/background-work.ts');
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const work = startWork(app);
  const credentials = await app.session();
  await app.call('end_session', credentials);
  await expect
    .poll(async () => (await app.pool.query("SELECT FROM jobs.job WHERE name = 'finish_session'")).rowCount)
    .toBe(0);
  await work.stop();
  await telemetry?.stop();
  const jobs = collector.spans.filter(({ name }) => name.startsWith('job '));
  expect(jobs.map(({ name }) => name)).toContain('job delete_expired');
  expect(jobs.filter(({ parentSpanId }) => parentSpanId)).toEqual([]);
  expect(new Set(jobs.map(({ traceId }) => traceId)).size).toBe(jobs.length);
});

test.each(['hangs', 'refuses'])('a collector that %s disturbs no turn, and holds no stop for long', async (how) => {
  collector = await startCollector({ hangs: true });
  const endpoint = how === 'hangs' ? collector.url : 'http://127.0.0.1:9';
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' });
  expect((await talk(app)).status).toBe(200);
  if (how === 'hangs') await expect.poll(() => collector?.requests).toBeGreaterThan(0);
  expect((await talk(app)).status).toBe(200);
  const began = performance.now();
  await telemetry?.stop();
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('what is not asked for is not sent', async () => {
  collector = await startCollector();
  const app = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' });
  await talk(app);
  await telemetry?.stop();
  expect(collector.spans).toEqual([]);
  const only = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.example:4318/v1/traces' };
  expect(readTelemetry(only)).toMatchObject({ traces: true, logs: false });
  expect(readTelemetry({ ...only, OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
  expect(readTelemetry({ ...only, OTEL_SDK_DISABLED: 'true' })).toBeNull();
  expect(readTelemetry({ OTEL_SERVICE_NAME: 'twin' })).toBeNull();
});

test.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'must be http/json'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/protobuf', 'must be http/json'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an http or https address'],
  ['OTEL_TRACES_SAMPLER', 'some', 'must be one of'],
  ['OTEL_TRACES_SAMPLER_ARG', '10%', 'must be a share from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', '10', 'must be a share from 0 to 1'],
  ['OTEL_BSP_SCHEDULE_DELAY', '5s', 'must be a whole number of milliseconds'],
  ['OTEL_BLRP_EXPORT_TIMEOUT', '0', 'must be a whole number of milliseconds'],
])('%s=%s is refused at the start', (name, value, sentence) => {
  const endpoint = 'http://collector.example:4318';
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, [name]: value };
  expect(() => readTelemetry(given)).toThrow(`${name} ${sentence}`);
});

test('numbers that can be used are taken', () => {
  const given = {
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    ...{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1', OTEL_BSP_SCHEDULE_DELAY: '500' },
  };
  expect(readTelemetry(given)).toMatchObject({ variables: given });
});
