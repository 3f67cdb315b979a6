/** The format of the fake provider's scripted responses, with builders for the usual ones. */

/** One step after the headers: send bytes, wait so many milliseconds, or wait for an event. */
export type Step = string | Uint8Array | { waitMs: number } | { until: Promise<unknown> };

/** The response to one request. */
export interface FakeReply {
  /** Wait before the status line, in milliseconds. */
  delayMs?: number;
  status?: number;
  headers?: Record<string, string>;
  /** The body, step by step; each string or byte array is one write. */
  steps?: Step[];
  /**
   * What follows the last step: `end` ends the body, `stall` leaves it open, `reset` sends a TCP reset, `endless`
   * repeats the last step for as long as the client reads. Default `end`.
   */
  after?: 'end' | 'stall' | 'reset' | 'endless';
  /** Reads the request and never responds. */
  silent?: boolean;
}

interface StreamOptions {
  model?: string;
  /** Null leaves the stream without a natural end. Default `stop`. */
  finish?: string | null;
  /** Whether `[DONE]` ends the stream. Default true. */
  done?: boolean;
  /** Usage in a separate chunk after the natural end. */
  usage?: unknown;
  /** Wait before each word but the first, in milliseconds. */
  wordMs?: number;
}

/** A server-sent event with `delta` as a chat completion chunk. */
export function chunkEvent(delta: object, finish: string | null = null, model = 'fake-model'): string {
  const chunk = {
    id: 'chatcmpl-fake',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** The event with the usage, after a reply's natural end. */
export function usageEvent(usage: unknown): string {
  const chunk = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'fake-model' };
  return `data: ${JSON.stringify({ ...chunk, choices: [], usage })}\n\n`;
}

/** Splits a text into words, each with the white space before it; joined, they are the text. */
export function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** The events of a whole streamed reply, one per word. */
export function replyEvents(text: string, options: StreamOptions = {}): string[] {
  const { model = 'fake-model', finish = 'stop', done = true } = options;
  const events = [chunkEvent({ role: 'assistant', content: '' }, null, model)];
  for (const word of wordsOf(text)) events.push(chunkEvent({ content: word }, null, model));
  if (finish !== null) events.push(chunkEvent({}, finish, model));
  if (options.usage !== undefined) events.push(usageEvent(options.usage));
  if (done) events.push('data: [DONE]\n\n');
  return events;
}

/** A streamed reply, one write per word. */
export function streamed(text: string, options: StreamOptions & Pick<FakeReply, 'delayMs' | 'after'> = {}): FakeReply {
  const { wordMs, delayMs, after, ...stream } = options;
  const steps = replyEvents(text, stream).flatMap((event, index): Step[] =>
    wordMs !== undefined && index > 1 ? [{ waitMs: wordMs }, event] : [event],
  );
  return { delayMs, after, headers: { 'content-type': 'text/event-stream' }, steps };
}

/** A server-sent event body, written as given. */
export function rawStream(steps: Step[], after: FakeReply['after'] = 'end'): FakeReply {
  return { headers: { 'content-type': 'text/event-stream' }, steps, after };
}

/** A whole completion, as requested without `stream`. */
export function completion(
  text: string | null,
  finish = 'stop',
  model = 'fake-model',
  usage: unknown = undefined,
): FakeReply {
  return json(200, {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
    usage,
  });
}

/** A JSON response. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): FakeReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, steps: [JSON.stringify(body)] };
}

/** An error response in the shape of OpenAI-compatible servers. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): FakeReply {
  return json(status, { error: { message: `refused: ${code}`, type: 'invalid_request_error', code } }, headers);
}
