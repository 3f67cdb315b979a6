/** A local server that answers `/embeddings` as scripted. */

import { createServer, type IncomingMessage } from 'node:http';
import { play } from './fake-provider.ts';
import { type FakeReply, json } from './fake-replies.ts';
import { closeServer, serve } from './local-server.ts';

/** A request that it received. */
export interface EmbeddingCall {
  body: { model: string; input: string[]; dimensions?: number };
  headers: IncomingMessage['headers'];
}

/** An embedding server. */
export interface FakeEmbedder {
  /** The base URL, as an operator would write it: ends in `/v1`. */
  url: string;
  calls: EmbeddingCall[];
  /** Responses to the next requests, in order; afterwards it embeds. */
  script(...replies: FakeReply[]): void;
  close(): Promise<void>;
}

/**
 * Starts one. Unscripted, a text's first letter decides which of its numbers is 2, while the others are 0: texts with
 * the same first letter are similar, and no vector has length 1.
 *
 * @param size the vectors' size
 */
export async function startFakeEmbedder(size = 384): Promise<FakeEmbedder> {
  const queue: FakeReply[] = [];
  const calls: EmbeddingCall[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as EmbeddingCall['body'];
      calls.push({ body, headers: request.headers });
      await play(queue.shift() ?? embeddings(body.input, size), response);
    })().catch(() => response.destroy());
  });
  return {
    url: `${await serve(server)}/v1`,
    calls,
    script: (...replies) => void queue.push(...replies),
    close: () => closeServer(server),
  };
}

/** The response for texts, with its rows in reverse order, as servers may send them. */
export function embeddings(texts: readonly string[], size = 384): FakeReply {
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from({ length: size }, (_, at) => (at === (text.codePointAt(0) ?? 0) % size ? 2 : 0)),
  }));
  return json(200, { object: 'list', model: 'fake-embedder', data: data.reverse() });
}
