import { Readable } from 'node:stream';
import type { ExportFormat } from '@understudy/contract/admin';
import type { FastifyReply } from 'fastify';
import { withSmallHeap } from '../../platform/small-heap.ts';

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

/** Sends a file piece by piece, named after the day. */
export function sendFile(reply: FastifyReply, now: Date, { name, format, total, rows }: SentFile): FastifyReply {
  const day = now.toISOString().slice(0, 10);
  reply.type(MEDIA_TYPES[format]).header('content-disposition', `attachment; filename="${name}-${day}.${format}"`);
  if (total !== null) reply.header('x-total-count', String(total));
  // One piece waits at the most: the next is read when this one has gone.
  return reply.send(Readable.from(withSmallHeap(rows), { highWaterMark: 1 }));
}
