import type { FastifyReply } from 'fastify';

/** A signal that is aborted when the caller closes the connection before the answer is out. */
export function abortWhenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
