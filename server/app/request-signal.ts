import type { FastifyReply } from 'fastify';

/** A signal that is aborted when the caller closes the connection before the answer is out. */
export function abortWhenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  // A caller may have gone while its credentials were looked up.
  if (reply.raw.closed || reply.raw.socket?.destroyed) look();
  else reply.raw.once('close', look);
  return gone.signal;
}
