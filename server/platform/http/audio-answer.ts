import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** Bytes of sound written at once; a multiple of three, so that base64 chunks join without padding. */
export const CHUNK_BYTES = 48 * 1024;

/**
 * A JSON response with sound, written while it is read: minutes of sound in one string would block the event loop. Sets
 * the reply's content type, which a stream does not imply.
 *
 * @param answer the response; the sound replaces its `audio_base64`
 * @param file the parts of a whole WAV file
 */
export function audioAnswer(
  reply: FastifyReply,
  answer: { audio_base64: string | null } & Record<string, unknown>,
  file: readonly Buffer[],
): Readable {
  reply.type('application/json; charset=utf-8');
  return audioAnswerStream(answer, file);
}

/** The JSON of {@link audioAnswer}, chunk by chunk. */
export function audioAnswerStream(
  answer: { audio_base64: string | null } & Record<string, unknown>,
  file: readonly Buffer[],
): Readable {
  const mark = randomUUID();
  const [head = '', tail = ''] = JSON.stringify({ ...answer, audio_base64: mark }).split(mark);
  async function* written(): AsyncGenerator<string> {
    yield head;
    for (const piece of inChunks(file, CHUNK_BYTES)) {
      yield piece.toString('base64');
      // Otherwise a caller who reads as fast as we write would occupy the event loop.
      await nextTurn();
    }
    yield tail;
  }
  return Readable.from(written(), { objectMode: false });
}

/** Joins the parts and splits them into chunks of one size; the last may be shorter. Copies one chunk at a time. */
export function* inChunks(parts: readonly Buffer[], bytes: number): Generator<Buffer> {
  let held: Buffer[] = [];
  let missing = bytes;
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      const taken = part.subarray(at, at + missing);
      held.push(taken);
      at += taken.length;
      missing -= taken.length;
      if (missing > 0) continue;
      yield Buffer.concat(held);
      held = [];
      missing = bytes;
    }
  }
  if (held.length > 0) yield Buffer.concat(held);
}
