import { createParser } from 'eventsource-parser';
import type OpenAI from 'openai';
import { parseObject } from '../../openai-wire/transport.ts';
import { createThinkFilter } from './think-filter.ts';
import { readUsage, type Tokens } from './usage.ts';

/** Maximum text of one reply, in UTF-8 bytes; the rest is not read. */
export const MAX_TEXT_BYTES = 64 * 1024;

/** A streamed chat completion so far. Pure: bytes in, text and state out. */
export interface CompletionStream {
  /** Adds bytes; how the stream is split into chunks does not affect the text. */
  feed(bytes: Uint8Array): void;
  /** Marks the end of the body: an event without its final empty line counts too. */
  close(): void;
  /** The text for the visitor since the last call. */
  take(): string;
  /** Tokens so far, including reasoning, as a sign of life. */
  readonly tokens: number;
  /** UTF-8 bytes of text and reasoning so far, whether or not they are for the visitor. */
  readonly bytes: number;
  /** The provider's own figures; null until the reply has ended, because some providers send a running count. */
  readonly usage: Tokens | null;
  /** Why the model stopped; null until it says so. */
  readonly finish: string | null;
  /** Whether `[DONE]` has arrived. */
  readonly done: boolean;
  /** What is wrong with the stream; nothing after that is read. */
  readonly fault: 'malformed' | 'provider error' | 'too long' | null;
}

/** An event's data, with what providers add to it. */
type Chunk = Partial<OpenAI.ChatCompletionChunk> & { error?: unknown; x_groq?: { usage?: unknown } | null };
/** Fields in which providers send a model's reasoning. */
type Reasoning = { reasoning?: unknown; reasoning_content?: unknown };
type Delta = OpenAI.ChatCompletionChunk.Choice.Delta & Reasoning;

/** Creates a parser for the server-sent events of one reply. Never throws: `fault` says what is wrong. */
export function createCompletionStream(): CompletionStream {
  const decoder = new TextDecoder();
  const think = createThinkFilter();
  const parser = createParser({ onEvent: (event) => onData(event.data) });
  let text = '';
  let shownBytes = 0;
  let started = false;
  let usage: Tokens | null = null;
  const state = {
    tokens: 0,
    bytes: 0,
    finish: null as string | null,
    done: false,
    fault: null as CompletionStream['fault'],
  };

  function onData(data: string): void {
    if (state.done || state.fault) return;
    if (data.startsWith('[DONE]')) {
      state.done = true;
      return;
    }
    const chunk = parseObject(data) as Chunk | null;
    if (chunk?.error) {
      state.fault = 'provider error';
      return;
    }
    // Groq used its own field before it supported the option that requests usage.
    const figures = chunk?.usage ?? chunk?.x_groq?.usage;
    if (figures) usage = readUsage(figures);
    if (!chunk || !Array.isArray(chunk.choices)) {
      // After the reply's natural end only usage figures are wanted, and malformed ones do not harm the visitor.
      if (state.finish === null) state.fault = 'malformed';
      return;
    }
    // A chunk without choices is legal: usage figures, or a filter's report.
    if (chunk.choices.length > 0) onChoice(chunk.choices[0]);
  }

  function onChoice(choice: OpenAI.ChatCompletionChunk.Choice | undefined): void {
    const delta = (choice?.delta ?? {}) as Delta;
    const content: unknown = delta.content ?? '';
    if (!choice || typeof choice !== 'object' || typeof content !== 'string') {
      state.fault = 'malformed';
      return;
    }
    const bytes = writtenBytes(content, delta);
    if (bytes > 0) state.tokens += 1;
    state.bytes += bytes;
    if (content) append(think.feed(content));
    if (typeof choice.finish_reason === 'string') state.finish = choice.finish_reason;
  }

  function append(piece: string): void {
    // Reasoning models leave empty lines between their reasoning and their answer.
    const shown = started ? piece : piece.trimStart();
    if (shown === '') return;
    started = true;
    shownBytes += Buffer.byteLength(shown);
    if (shownBytes > MAX_TEXT_BYTES) state.fault = 'too long';
    else text += shown;
  }

  return {
    feed: (piece) => parser.feed(decoder.decode(piece, { stream: true })),
    close() {
      parser.feed(`${decoder.decode()}\n\n`);
      append(think.end());
    },
    take() {
      const taken = text;
      text = '';
      return taken;
    },
    get tokens() {
      return state.tokens;
    },
    get bytes() {
      return state.bytes;
    },
    get usage() {
      return state.finish !== null || state.done ? usage : null;
    },
    get finish() {
      return state.finish;
    },
    get done() {
      return state.done;
    },
    get fault() {
      return state.fault;
    },
  };
}

/** A completion that arrived as a whole. */
interface WholeCompletion {
  text: string;
  finish: string | null;
  /** The provider's own figures, if any. */
  usage: Tokens | null;
  /** UTF-8 bytes of text and reasoning, whether or not they are for the visitor. */
  bytes: number;
}

/** Reads a completion that arrived as a whole; null for any other body. */
export function readCompletion(body: string): WholeCompletion | null {
  const completion = parseObject(body) as Partial<OpenAI.ChatCompletion> | null;
  const choice = Array.isArray(completion?.choices) ? completion.choices[0] : undefined;
  const content: unknown = choice?.message?.content ?? '';
  if (!choice?.message || typeof content !== 'string') return null;
  const think = createThinkFilter();
  const text = (think.feed(content) + think.end()).trim().slice(0, Math.floor(MAX_TEXT_BYTES / 3));
  const bytes = writtenBytes(content, choice.message as Reasoning);
  return { text, finish: choice.finish_reason ?? null, usage: readUsage(completion?.usage), bytes };
}

/** UTF-8 bytes that a model wrote: its words, and its reasoning in either of two fields. */
function writtenBytes(content: string, { reasoning, reasoning_content: other }: Reasoning): number {
  const thought = reasoning || other;
  return Buffer.byteLength(content) + (typeof thought === 'string' ? Buffer.byteLength(thought) : 0);
}
