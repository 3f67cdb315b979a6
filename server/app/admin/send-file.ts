import { Readable } from 'node:stream';
import type { ExportFormat } from '@understudy/contract/admin';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withSmallHeap } from '../../platform/small-heap.ts';
import type { Actor, Guard } from '../auth/guard.ts';

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** A file to download. */
export interface SentFile {
  name: string;
  format: ExportFormat;
  /** Number of rows; null if not counted. */
  total: number | null;
  rows: AsyncIterable<string> | Iterable<string>;
}

/** The recipient of a file. */
export interface FileFor {
  guard: Pick<Guard, 'watch'>;
  request: FastifyRequest;
  actor: Actor;
  now: Date;
}

/**
 * Streams a file named after the day. If the recipient is signed out, removed or given another role meanwhile, the
 * connection is closed, so that the partial file cannot be taken for the whole.
 */
export function sendFile(
  reply: FastifyReply,
  { guard, request, actor, now }: FileFor,
  { name, format, total, rows }: SentFile,
): FastifyReply {
  // A connection that closed before the file began fires no further event, and the watch would never end.
  if (!reply.raw.destroyed) {
    reply.raw.once(
      'close',
      guard.watch(request, actor, () => reply.raw.destroy(), now),
    );
  }
  const day = now.toISOString().slice(0, 10);
  reply.type(MEDIA_TYPES[format]).header('content-disposition', `attachment; filename="${name}-${day}.${format}"`);
  if (total !== null) reply.header('x-total-count', String(total));
  // At most one chunk is buffered: the next is read once this one has been sent.
  return reply.send(Readable.from(withSmallHeap(rows), { highWaterMark: 1 }));
}
