import { AsyncLocalStorage } from 'node:async_hooks';

/** Values of a span: names and figures of ours, never anything of a visitor. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Whom a span talks to: a caller, another server, or nobody. */
export type SpanKind = 'server' | 'client' | 'internal';

/** A piece of work that takes time. */
export interface Span {
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. @param type a short name of ours, never an error's message */
  fail(type: string): void;
  end(): void;
}

/** The ids by which log records find their trace. */
export interface SpanIds {
  trace_id: string;
  span_id: string;
}

/** Makes spans. Its only implementation is loaded when somebody wants traces. */
export interface Tracer<OwnSpan extends Span = Span> {
  /** @param parent null begins a trace */
  start(name: string, kind: SpanKind, attributes: SpanAttributes, parent: OwnSpan | null): OwnSpan;
  idsOf(span: OwnSpan): SpanIds;
}

const NO_SPAN: Span = { set() {}, fail() {}, end() {} };

let tracer: Tracer | null = null;
/** The span in which code runs. Nothing is kept in it while nobody traces. */
const active = new AsyncLocalStorage<Span>();

/** Traces from now on, or no longer with null. */
export function useTracer(next: Tracer | null): void {
  tracer = next;
}

/** Whether somebody traces. */
export const isTracing = (): boolean => tracer !== null;

/** The ids of the span in which this runs; null outside of one. */
export function activeIds(): SpanIds | null {
  const span = active.getStore();
  return tracer && span ? tracer.idsOf(span) : null;
}

/** Begins a span within the one in which this runs. The caller ends it. */
export function startSpan(name: string, kind: SpanKind = 'internal', attributes: SpanAttributes = {}): Span {
  return tracer ? tracer.start(name, kind, attributes, active.getStore() ?? null) : NO_SPAN;
}

/**
 * Does work within a span of its own, which fails as the work does. Without a tracer it only does the work.
 *
 * @param kind `server` begins a trace
 */
export async function traced<Result>(
  name: string,
  work: (span: Span) => Promise<Result>,
  { kind = 'internal', attributes = {} }: { kind?: SpanKind; attributes?: SpanAttributes } = {},
): Promise<Result> {
  if (!tracer) return work(NO_SPAN);
  const span = tracer.start(name, kind, attributes, kind === 'server' ? null : (active.getStore() ?? null));
  try {
    return await active.run(span, () => work(span));
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** What an error is called: its code, or the name of its class. Its message may hold anything. */
export function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}
