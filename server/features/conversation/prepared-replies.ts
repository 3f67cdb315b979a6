import type { LanguageModel, ReplyChunk, ReplyRequest, TokenUsage } from '../../providers/language-model/port.ts';
import type { ReplyInput } from './turn.ts';
import type { TurnEvent } from './turn-queue.ts';
import { writeReply } from './write-reply.ts';

/** A reply to write ahead. */
interface Preparing {
  sessionId: string;
  recalled: ReplyInput;
  languageModel: LanguageModel;
  /** Receives the reply while it is written. */
  hear(event: TurnEvent): void;
}

/** What became of a reply that was written ahead. */
interface Outcome {
  used: boolean;
  /** What it cost, if it was not used; otherwise the turn that used it pays. */
  usage: readonly TokenUsage[];
}

/** A reply that nobody asks for within this time is dropped: the longest silence before a turn is a second. */
const HOLD_MS = 5_000;

/**
 * Replies that are written while the visitor may go on speaking. Nothing of them is saved or shown. A turn whose
 * request is the same to the letter takes over what is written, as if it had asked the model itself; any other turn of
 * the session drops it.
 */
export class PreparedReplies {
  readonly #prepared = new Map<string, PreparedReply>();

  /**
   * Writes a reply ahead; an earlier one of the session is dropped.
   *
   * @param signal aborts it, through to the provider, unless it is used
   * @returns once it is used to its end, or dropped
   */
  async write(preparing: Preparing, signal: AbortSignal): Promise<Outcome> {
    const { sessionId } = preparing;
    this.#prepared.get(sessionId)?.drop();
    const reply = new PreparedReply(preparing);
    this.#prepared.set(sessionId, reply);
    const drop = () => reply.drop();
    const timer = setTimeout(drop, HOLD_MS);
    signal.addEventListener('abort', drop, { once: true });
    if (signal.aborted) drop();
    try {
      return await reply.outcome;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', drop);
      if (this.#prepared.get(sessionId) === reply) this.#prepared.delete(sessionId);
    }
  }

  /** The model for a session's next reply: it gives what was prepared for the same request, or else asks. */
  modelFor(sessionId: string, languageModel: LanguageModel): LanguageModel {
    const prepared = this.#prepared.get(sessionId);
    if (!prepared) return languageModel;
    return {
      reply(request, signal) {
        if (prepared.fits(request)) return prepared.take(request, signal);
        prepared.drop();
        return languageModel.reply(request, signal);
      },
    };
  }
}

/** Everything that the model is told. */
const keyOf = ({ onUsage: _, buffered: __, ...told }: ReplyRequest): string => JSON.stringify(told);

class PreparedReply {
  readonly outcome: Promise<Outcome>;
  readonly #key: string;
  readonly #ended = Promise.withResolvers<void>();
  readonly #abort = new AbortController();
  readonly #chunks: ReplyChunk[] = [];
  readonly #usage: TokenUsage[] = [];
  #taker: Pick<ReplyRequest, 'onUsage'> | null = null;
  #isWritten = false;
  #failure: unknown = null;
  #more = Promise.withResolvers<void>();

  constructor({ recalled, languageModel, hear }: Preparing) {
    this.#key = keyOf(recalled.request);
    recalled.request.onUsage = (used) => {
      if (this.#taker) this.#taker.onUsage?.(used);
      else this.#usage.push(used);
    };
    const { signal } = this.#abort;
    const model: LanguageModel = { reply: (request, until) => this.#keep(languageModel.reply(request, until)) };
    const hearer = {
      signal,
      streams: true,
      get cutBy() {
        return signal.aborted ? ('connection_lost' as const) : null;
      },
      sinceBegin: () => 0,
      emit: hear,
    };
    // What goes wrong is told to the turn that takes it.
    const written = writeReply(model, recalled, hearer).catch(() => undefined);
    this.outcome = Promise.all([written, this.#ended.promise]).then(() => ({
      used: this.#taker !== null,
      usage: this.#usage,
    }));
  }

  fits(request: ReplyRequest): boolean {
    return this.#key === keyOf(request) && this.#taker === null && !this.#abort.signal.aborted;
  }

  drop(): void {
    if (this.#taker) return;
    this.#abort.abort();
    this.#ended.resolve();
  }

  /** What is written so far and the rest, as the model itself would give it. */
  async *take(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyChunk> {
    this.#taker = request;
    this.#ended.resolve();
    for (const used of this.#usage.splice(0)) request.onUsage?.(used);
    const onAbort = () => {
      this.#abort.abort();
      this.#more.resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      for (let at = 0; !signal.aborted; ) {
        const chunk = this.#chunks[at];
        if (chunk) {
          at += 1;
          yield chunk;
        } else if (this.#isWritten) break;
        else await this.#more.promise;
      }
      if (this.#failure !== null && !signal.aborted) throw this.#failure;
    } finally {
      signal.removeEventListener('abort', onAbort);
      // The turn wants no more of it.
      if (!this.#isWritten) this.#abort.abort();
    }
  }

  async *#keep(reply: AsyncIterable<ReplyChunk>): AsyncGenerator<ReplyChunk> {
    try {
      for await (const chunk of reply) {
        this.#chunks.push(chunk);
        this.#tell();
        yield chunk;
      }
    } catch (error) {
      this.#failure = error;
      throw error;
    } finally {
      this.#isWritten = true;
      this.#tell();
    }
  }

  #tell(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers<void>();
  }
}
