import { createServer } from 'node:http';
import { closeServer, serve } from './local-server.ts';

/** A span as a collector gets it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  failed: boolean;
}

/** A log record as a collector gets it. */
export interface CollectedLog {
  traceId: string;
  spanId: string;
  body: string;
  severity: string;
  attributes: Record<string, unknown>;
}

/** An OpenTelemetry collector on this machine, which speaks OTLP over HTTP with JSON. */
export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  logs: CollectedLog[];
  /** Names and versions of who sends. */
  resources: Record<string, unknown>[];
  /** Everything that was sent, as it came. */
  raw: string[];
  /** Requests so far, also those without an answer. */
  requests: number;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
const plain = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a collector. @param options.hangs whether it answers nothing */
export async function startCollector({ hangs = false } = {}): Promise<Collector> {
  const server = createServer((request, response) => {
    collector.requests += 1;
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      if (hangs) return;
      collector.raw.push(text);
      const { resourceSpans = [], resourceLogs = [] } = JSON.parse(text);
      for (const { resource, scopeSpans } of resourceSpans) {
        collector.resources.push(plain(resource.attributes));
        for (const { spans } of scopeSpans) {
          for (const { attributes, status, ...span } of spans)
            collector.spans.push({ ...span, attributes: plain(attributes), failed: status?.code === 2 });
        }
      }
      for (const { resource, scopeLogs } of resourceLogs) {
        collector.resources.push(plain(resource.attributes));
        for (const { logRecords } of scopeLogs) {
          for (const { traceId = '', spanId = '', body, severityText, attributes } of logRecords) {
            const severity = severityText;
            collector.logs.push({ traceId, spanId, body: body.stringValue, severity, attributes: plain(attributes) });
          }
        }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const collector: Collector = {
    url: await serve(server),
    ...{ spans: [], logs: [], resources: [], raw: [], requests: 0 },
    close: () => closeServer(server),
  };
  return collector;
}
