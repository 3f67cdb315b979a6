/**
 * The benchmarks' stub: a reply to every chat request at a given pace, for as little CPU as Node can use. All bytes are
 * prepared once; replies differ in their last word, so that nobody reads one from a cache.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { chunkEvent } from './fake-replies.ts';

/** The pace of a reply. */
export interface Pace {
  /** Words of the reply, one chunk each. */
  words: number;
  /** Wait before the first word, in milliseconds. */
  firstWordMs: number;
  /** Wait before each later word, in milliseconds. */
  wordMs: number;
}

const SENTENCE = 'Glad that you ask and here is how I would go about it in your place this week.'.split(' ');
/** More than a conversation has. */
const VARIANTS = 500;
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** A request listener that answers `/chat/completions` (streamed or not) and `/models`. */
export function createPacedHandler(pace: Pace): RequestListener {
  const words = Array.from({ length: pace.words - 1 }, (_, index) => `${SENTENCE[index % SENTENCE.length]} `);
  const opening = Buffer.from(chunkEvent({ role: 'assistant', content: '' }));
  const events = words.map((word) => Buffer.from(chunkEvent({ content: word })));
  const variants = Array.from({ length: VARIANTS }, (_, variant) => {
    const last = `${SENTENCE.at(-1)}${variant}.`;
    const ending = Buffer.from(`${chunkEvent({ content: last })}${chunkEvent({}, 'stop')}data: [DONE]\n\n`);
    return {
      ending,
      whole: Buffer.concat([opening, ...events, ending]),
      completion: jsonBody({
        id: 'chatcmpl-fake',
        object: 'chat.completion',
        created: 1_700_000_000,
        model: 'fake-model',
        choices: [{ index: 0, message: { role: 'assistant', content: words.join('') + last }, finish_reason: 'stop' }],
      }),
    };
  });
  const models = jsonBody({ object: 'list', data: [{ id: 'fake-model', object: 'model' }] });

  let replies = 0;
  const nextVariant = () => {
    replies += 1;
    return variants[replies % VARIANTS] as (typeof variants)[number];
  };

  function stream(response: ServerResponse): void {
    const { whole, ending } = nextVariant();
    if (pace.wordMs === 0) {
      response.writeHead(200, STREAM_HEADERS);
      response.end(whole);
      return;
    }
    let next = 0;
    response.writeHead(200, STREAM_HEADERS);
    response.write(opening);
    const timer = setInterval(() => {
      if (next < events.length) {
        response.write(events[next]);
        next += 1;
        return;
      }
      clearInterval(timer);
      response.end(ending);
    }, pace.wordMs);
    response.once('close', () => clearInterval(timer));
    response.write(events[next]);
    next += 1;
  }

  return (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(models);
      return;
    }
    onBody(request, (streaming) => {
      const answer = () => {
        if (response.destroyed) return;
        if (streaming) stream(response);
        else response.writeHead(200, { 'content-type': 'application/json' }).end(nextVariant().completion);
      };
      if (pace.firstWordMs > 0) setTimeout(answer, pace.firstWordMs);
      else answer();
    });
  };
}

/** Reads the body and finds out, without parsing it, whether a stream is requested. */
function onBody(request: IncomingMessage, done: (streaming: boolean) => void): void {
  let streaming = false;
  let rest = '';
  request.on('data', (piece: Buffer) => {
    const text = rest + piece.toString('latin1');
    streaming ||= /"stream":\s*true/.test(text);
    rest = text.slice(-20);
  });
  request.on('end', () => done(streaming));
}

function jsonBody(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
