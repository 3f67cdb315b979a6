import { Readable } from 'node:stream';
import type { ExportFormat } from '@understudy/contract/admin';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withSmallHeap } from '../../platform/small-heap.ts';
import type { Actor, Guard } from '../auth/guard.ts';

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** A file to be saved. */
export interface SentFile {
  name: string;
  format: ExportFormat;
  /** Its rows; null where they are not counted. */
  total: number | null;
  rows: AsyncIterable<string> | Iterable<string>;
}

/** Whom a file is for. */
export interface FileFor {
  guard: Pick<Guard, 'watch'>;
  request: FastifyRequest;
  actor: Actor;
  now: Date;
}

/**
 * Sends a file piece by piece, named after the day. Who is signed out, removed or given another role meanwhile gets no
 * more of it; their connection breaks off, so that what they have cannot be taken for the whole.
 */
export function sendFile(
  reply: FastifyReply,
  { guard, request, actor, now }: FileFor,
  { name, format, total, rows }: SentFile,
): FastifyReply {
  // A connection that closed before the file began is never told so again: nothing would end the watch.
  if (!reply.raw.destroyed) {
    reply.raw.once(
      'close',
      guard.watch(request, actor, () => reply.raw.destroy(), now),
    );
  }
  const day = now.toISOString().slice(0, 10);
  reply.type(MEDIA_TYPES[format]).header('content-disposition', `attachment; filename="${name}-${day}.${format}"`);
  if (total !== null) reply.header('x-total-count', String(total));
  // One piece waits at the most: the next is read when this one has gone.
  return reply.send(Readable.from(withSmallHeap(rows), { highWaterMark: 1 }));
}
