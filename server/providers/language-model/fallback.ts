import { setTimeout as sleep } from 'node:timers/promises';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import { isTracing, type Span, startSpan } from '../../platform/telemetry/tracing.ts';
import { hasVisibleText } from '../../platform/text/visible.ts';
import { type Admission, type BreakerSettings, createBreaker, DEFAULT_BREAKER } from '../breaker.ts';
import type { Health, Outcome } from '../health.ts';
import { badResponse } from '../openai-wire/transport.ts';
import { CONTENT_FILTERED, failureKind } from '../provider-error.ts';
import { DEFAULT_RETRY, type RetrySettings, retryDelay } from '../retry.ts';
import { type LanguageModel, ProviderError, type ProviderNote, type ReplyChunk, type ReplyRequest } from './port.ts';

/** The time that the whole chain has for a first word; then the last model answers. */
const FIRST_WORD_BUDGET_MS = 20_000;

/** The reason why a reply without words counts as a failure. */
const EMPTY_REPLY = 'empty reply';

/** Options of tests and benchmarks; all have defaults. */
export interface FallbackOptions {
  breaker?: Partial<BreakerSettings>;
  retry?: Partial<RetrySettings>;
  firstWordBudgetMs?: number;
  random?: () => number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Creates the fallback chain: a language model that asks others one after the other until one answers. Once a word was
 * passed on, no other model starts over; if a content filter cuts the reply, the last model continues after those
 * words.
 *
 * @param models asked in order
 * @param last always can answer: if none of the models does, or if it is requested by its id
 */
export function createFallback(
  models: { name: string; model: LanguageModel; health?: Health }[],
  last: LanguageModel,
  options: FallbackOptions = {},
): LanguageModel {
  const { firstWordBudgetMs = FIRST_WORD_BUDGET_MS, random, sleep = sleepUnlessAborted } = options;
  const retry = { ...DEFAULT_RETRY, ...options.retry };
  const breakerSettings = { ...DEFAULT_BREAKER, ...options.breaker };
  const links = models.map((link) => ({ ...link, breaker: createBreaker(breakerSettings, link.health) }));

  async function* reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyChunk> {
    const notes: ProviderNote[] = [];
    const deadline = Date.now() + firstWordBudgetMs;
    for (const link of request.model === EMBEDDED_ID ? [] : links) {
      for (let retries = 0; !signal.aborted; retries += 1) {
        const admission = link.breaker.admit();
        const { error, shown } = admission
          ? yield* attempt(link, admission, request, signal, deadline, notes)
          : { error: new ProviderError(link.name, 'circuit open'), shown: '' };
        if (error === null || signal.aborted) return;
        if (shown) {
          noteFailure(notes, link.name, error);
          const rest = { ...request, continueAfter: request.continueAfter + shown };
          for await (const chunk of last.reply(rest, signal)) yield withNotes(chunk, notes);
          return;
        }
        const delay = retryDelay(error, retries, deadline - Date.now(), retry, random);
        if (delay === null) {
          noteFailure(notes, link.name, error);
          break;
        }
        notes.push({ kind: 'provider_retried', provider: link.name, reason: error.message });
        await sleep(delay, signal);
      }
      if (deadline <= Date.now()) break;
    }
    if (signal.aborted) return;
    for await (const chunk of last.reply(withApology(request, notes), signal)) yield withNotes(chunk, notes);
  }

  return { reply };
}

/** The request for the last model, whose written reply says first that something went wrong, where that is wished. */
function withApology(request: ReplyRequest, notes: readonly ProviderNote[]): ReplyRequest {
  const { afterFailure, written } = request;
  if (!afterFailure || !written || notes.length === 0) return request;
  const isEmpty = notes.some((note) => note.reason.includes(EMPTY_REPLY));
  const apology = isEmpty ? afterFailure.empty : afterFailure.failed;
  return { ...request, written: { ...written, text: `${apology} [pause:1s] ${written.text}` } };
}

/** The result of one call. */
interface Attempt {
  /** Why another model has to answer; null if the turn is over. */
  error: ProviderError | null;
  /** The words already passed on, after which that model continues. */
  shown: string;
}

/** One call of one model. Nothing is passed on until something visible has arrived. */
async function* attempt(
  link: { name: string; model: LanguageModel },
  admission: Admission,
  request: ReplyRequest,
  signal: AbortSignal,
  deadline: number,
  notes: ProviderNote[],
): AsyncGenerator<ReplyChunk, Attempt> {
  const call = new AbortController();
  const onAbort = () => call.abort();
  signal.addEventListener('abort', onAbort);
  const budget = setTimeout(onAbort, Math.max(0, deadline - Date.now()));
  const span = startSpan(`chat ${link.name}`, 'client', {
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': link.name },
    'gen_ai.request.model': request.model,
  });
  const held: ReplyChunk[] = [];
  let text = '';
  let spoken = false;
  let outcome: Outcome = null;
  try {
    for await (const chunk of link.model.reply(isTracing() ? metered(request, span) : request, call.signal)) {
      if (chunk.kind === 'delta') {
        text += chunk.text;
        held.push(chunk);
        if (!spoken && hasVisibleText(text)) {
          spoken = true;
          clearTimeout(budget);
          admission.spoke();
          span.set({ 'understudy.spoke': true });
        }
        if (spoken && !request.buffered) yield* held.splice(0);
        continue;
      }
      const fault = faultOf(chunk, link.name) ?? (spoken ? null : badResponse(link.name, EMPTY_REPLY));
      outcome = fault ?? 'success';
      if (fault && (!spoken || fault.message === CONTENT_FILTERED)) {
        return { error: fault, shown: spoken && !request.buffered ? text : '' };
      }
      admission.ended(outcome);
      yield* held;
      yield withNotes(chunk, notes);
      return { error: null, shown: '' };
    }
    if (signal.aborted) return { error: null, shown: '' };
    outcome = new ProviderError(link.name, call.signal.aborted ? 'timeout' : 'no end');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    outcome = error;
  } finally {
    clearTimeout(budget);
    signal.removeEventListener('abort', onAbort);
    admission.ended(outcome);
    if (outcome instanceof ProviderError) span.fail(failureKind(outcome.message));
    span.end();
  }
  if (!spoken || request.buffered) return { error: outcome, shown: '' };
  // Words were already shown, so the turn ends with them.
  const cut: ProviderNote = { kind: 'provider_bad_response', provider: link.name, reason: outcome.message };
  const end = { kind: 'end' as const, model: request.model, provider: link.name, complete: false };
  yield { ...end, knowledge: [], notes: [...notes, cut] };
  return { error: null, shown: '' };
}

/** The request, with the tokens that it takes told to its span too. */
const metered = (request: ReplyRequest, span: Span): ReplyRequest => ({
  ...request,
  onUsage(usage) {
    span.set({
      'gen_ai.usage.input_tokens': usage.promptTokens,
      'gen_ai.usage.output_tokens': usage.completionTokens,
    });
    request.onUsage?.(usage);
  },
});

/** The failure of a reply that broke off, also after its first word; null for none. */
function faultOf(end: Extract<ReplyChunk, { kind: 'end' }>, name: string): ProviderError | null {
  const fault = end.complete ? undefined : end.notes.find((note) => note.kind === 'provider_bad_response');
  return fault ? badResponse(name, fault.reason) : null;
}

/** Notes why the provider did not answer. */
function noteFailure(notes: ProviderNote[], provider: string, error: ProviderError): void {
  if (error.kind) notes.push({ kind: error.kind, provider, reason: error.message });
  notes.push({ kind: 'provider_fell_back', provider, reason: error.message });
}

/** Adds the notes to the end of a reply. */
function withNotes(chunk: ReplyChunk, notes: ProviderNote[]): ReplyChunk {
  return chunk.kind === 'end' && notes.length > 0 ? { ...chunk, notes: [...notes, ...chunk.notes] } : chunk;
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // Aborted: the caller checks the signal.
  }
}
