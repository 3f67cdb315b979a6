import type { FastifyReply } from 'fastify';

/** A signal that aborts when the caller closes the connection before the response is sent. */
export function abortWhenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  // The caller may have left during the credentials check.
  if (reply.raw.closed || reply.raw.socket?.destroyed) look();
  else reply.raw.once('close', look);
  return gone.signal;
}
