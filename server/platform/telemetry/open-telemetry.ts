/** The only module that loads OpenTelemetry; imported when its variables are set, and never otherwise. */
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type SpanKind as ApiKind, ROOT_CONTEXT, SeverityNumber, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import pg from 'pg';
import { PRODUCT_VERSION } from '../product-version.ts';
import type { TelemetryConfig } from './telemetry-config.ts';
import { activeIds, type Span, type SpanKind, startSpan, type Tracer, typeOf, useTracer } from './tracing.ts';

/** How long a stop waits for what is not sent yet: a collector that hangs must not hold the server. */
const FLUSH_MS = 1_500;
/** How long one request to the collector may take, unless its variable says otherwise. */
const EXPORT_MS = 10_000;
/** How often what has gathered is sent, unless a variable says otherwise. */
const SEND_EVERY_MS = 5_000;

const KINDS: Record<SpanKind, ApiKind> = { internal: 0, server: 1, client: 2 };

/** Levels of our log, as numbers, by OpenTelemetry's. */
const SEVERITIES: readonly [level: number, severity: SeverityNumber, text: string][] = [
  [50, SeverityNumber.ERROR, 'ERROR'],
  [40, SeverityNumber.WARN, 'WARN'],
  [30, SeverityNumber.INFO, 'INFO'],
  [0, SeverityNumber.DEBUG, 'DEBUG'],
];
/** Fields of a log line that are sent. All others stay here: what an error says may repeat a prompt or an address. */
const SENT_FIELDS = ['job', 'tries', 'route', 'request_id', 'state', 'took_ms', 'rows', 'bytes'] as const;

/** What sends to the collector. */
export interface OpenTelemetry {
  /** Takes each line of the log, as JSON; null if logs are not sent. */
  onLogLine: ((line: string) => void) | null;
  /** Sends what is left, for at most {@link FLUSH_MS}. */
  stop(): Promise<void>;
}

/** Starts to send traces and logs. */
export function startOpenTelemetry({ traces, logs, variables }: TelemetryConfig): OpenTelemetry {
  // The packages read them from the environment; these may come from `.env`.
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  const resource = resourceFromAttributes({
    'service.name': 'understudy',
    'service.version': PRODUCT_VERSION,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
  })
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(
      resourceFromAttributes(variables['OTEL_SERVICE_NAME'] ? { 'service.name': variables['OTEL_SERVICE_NAME'] } : {}),
    );
  const timing = (prefix: 'OTEL_BSP' | 'OTEL_BLRP') => ({
    scheduledDelayMillis: Number(variables[`${prefix}_SCHEDULE_DELAY`] ?? SEND_EVERY_MS),
    exportTimeoutMillis: Number(variables[`${prefix}_EXPORT_TIMEOUT`] ?? EXPORT_MS),
  });
  const tracerProvider = traces
    ? new TracerProvider({
        resource,
        sampler: samplerOf(variables),
        spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...timing('OTEL_BSP') })],
      })
    : null;
  const loggerProvider = logs
    ? new LoggerProvider({
        resource,
        processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter(), ...timing('OTEL_BLRP') })],
      })
    : null;
  const untrace = tracerProvider ? traceDatabase() : () => undefined;
  if (tracerProvider) useTracer(tracerOf(tracerProvider));
  return {
    onLogLine: loggerProvider && lineSender(loggerProvider),
    async stop() {
      useTracer(null);
      untrace();
      const timer = new AbortController();
      await Promise.race([
        Promise.allSettled([tracerProvider?.shutdown(), loggerProvider?.shutdown()]),
        wait(FLUSH_MS, undefined, { ref: false, signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
    },
  };
}

function samplerOf({
  OTEL_TRACES_SAMPLER: name = '',
  OTEL_TRACES_SAMPLER_ARG: share,
}: Record<string, string>): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(Number(share ?? 1))
      : new AlwaysOnSampler();
  return new ParentBasedSampler({ root });
}

/** A span of ours, with OpenTelemetry's. */
interface OwnSpan extends Span {
  span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>;
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('understudy', PRODUCT_VERSION);
  const own: Tracer<OwnSpan> = {
    start(name, kind, attributes, parent) {
      const context = parent ? trace.setSpan(ROOT_CONTEXT, parent.span) : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
      return {
        span,
        set: (more) => void span.setAttributes(more),
        fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
      };
    },
    idsOf({ span }) {
      const { traceId, spanId } = span.spanContext();
      return { trace_id: traceId, span_id: spanId };
    },
  };
  return own as Tracer;
}

type Query = (...args: unknown[]) => unknown;

/**
 * Gives each statement within a trace a span. Values are not in it, nor the text: some texts hold values.
 *
 * @returns undoes it
 */
function traceDatabase(): () => void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  prototype.query = function tracedQuery(this: unknown, ...args: unknown[]) {
    const ids = activeIds();
    if (!ids) return query.apply(this, args);
    const [asked] = args as [string | { text?: string; name?: string } | undefined];
    const text = typeof asked === 'string' ? asked : (asked?.text ?? '');
    const name = typeof asked === 'object' && asked.name ? asked.name : null;
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    const span = startSpan(name ?? operation, 'client', {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
    });
    const over = (error: unknown) => {
      if (error) span.fail(typeOf(error));
      span.end();
    };
    // The pool gives a callback; others await.
    const last = args.at(-1);
    if (typeof last === 'function') {
      args[args.length - 1] = (...answer: unknown[]) => {
        over(answer[0]);
        return (last as Query)(...answer);
      };
    }
    const answer = query.apply(this, args);
    if (answer instanceof Promise) answer.then(() => over(null), over);
    else if (typeof last !== 'function') span.end();
    return answer;
  };
  // A waiting query gets its connection when another returns one, and stays in its own trace.
  const pool = pg.Pool.prototype as unknown as { connect: Query };
  const { connect } = pool;
  pool.connect = function tracedConnect(this: unknown, ...args: unknown[]) {
    const [callback] = args;
    return connect.apply(this, typeof callback === 'function' ? [AsyncResource.bind(callback as Query)] : args);
  };
  return () => {
    prototype.query = query;
    pool.connect = connect;
  };
}

/** Sends the lines of the log: our own sentence, some fields, and where an error was thrown, but not what it says. */
function lineSender(provider: LoggerProvider): (line: string) => void {
  const logger = provider.getLogger('understudy', PRODUCT_VERSION);
  return (line) => {
    const { level, time, msg, err, trace_id, span_id, ...fields } = JSON.parse(line) as Record<string, unknown> & {
      err?: { type?: string; message?: string; stack?: string };
    };
    const [, severityNumber, severityText] =
      SEVERITIES.find(([from]) => Number(level) >= from) ?? (SEVERITIES.at(-1) as (typeof SEVERITIES)[number]);
    const attributes: Record<string, string | number | boolean> = {};
    for (const name of SENT_FIELDS) {
      const value = fields[name];
      if (typeof value === 'string' || typeof value === 'number') attributes[name] = value;
    }
    if (err?.type) attributes['exception.type'] = err.type;
    const frames = err ? framesOf(err) : [];
    if (frames.length > 0) attributes['exception.stacktrace'] = frames.join('\n');
    const isTraced = typeof trace_id === 'string' && typeof span_id === 'string';
    logger.emit({
      timestamp: new Date(String(time)),
      severityNumber,
      severityText,
      body: typeof msg === 'string' ? msg : '',
      attributes,
      ...(isTraced
        ? { context: trace.setSpanContext(ROOT_CONTEXT, { traceId: trace_id, spanId: span_id, traceFlags: 1 }) }
        : {}),
    });
  };
}

/** The frames of an error: what it says comes before them in its stack, and lines of that may look like frames. */
function framesOf({ message = '', stack = '' }: { message?: string; stack?: string }): string[] {
  const at = stack.indexOf(`${message}\n`);
  if (at < 0) return [];
  return stack
    .slice(at + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
}
