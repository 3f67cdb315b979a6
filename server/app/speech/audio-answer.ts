import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Bytes of sound that are written at once; a multiple of three, so that pieces of base64 join without padding. */
const PIECE_BYTES = 48 * 1024;

/**
 * An answer with its sound as JSON that is written as it is read: minutes of sound in one string would hold up everybody
 * else. The function that gives it says so to its reply here, since a stream does not tell what it is.
 *
 * @param file a whole WAV file
 */
export function audioAnswer(
  reply: FastifyReply,
  answer: { audio_base64: string | null } & Record<string, unknown>,
  file: Buffer,
): Readable {
  const mark = randomUUID();
  const [head = '', tail = ''] = JSON.stringify({ ...answer, audio_base64: mark }).split(mark);
  function* pieces(): Generator<string> {
    yield head;
    for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.toString('base64', at, at + PIECE_BYTES);
    yield tail;
  }
  reply.type('application/json; charset=utf-8');
  return Readable.from(pieces(), { objectMode: false });
}
