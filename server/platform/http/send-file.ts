import { Readable } from 'node:stream';
import v8 from 'node:v8';
import type { ExportFormat } from '@understudy/contract/export-formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Guard } from './guard.ts';

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/**
 * V8 collects old objects once the heap has grown by this percentage. By default it lets the heap double or more; with
 * this value all the time, turns took a fifth more CPU (bench/README.md, dashboard).
 */
const GROWING_PERCENT = 20;
/** Makes V8 use its default. */
const DEFAULT_GROWING_PERCENT = 0;

/** A file to download. */
interface SentFile {
  name: string;
  format: ExportFormat;
  /** Number of rows; null if not counted. */
  total: number | null;
  rows: AsyncIterable<string> | Iterable<string>;
}

/** The recipient of a file. */
interface FileFor {
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

/**
 * Keeps the heap small during a long operation that needs little memory at a time. Several may run at once.
 *
 * @param setGrowing sets the percentage by which the heap may grow; 0 for V8's default
 * @returns a function that passes an iterable through, and keeps the heap small from its first item until it ends or is
 * abandoned
 */
export function smallHeap(setGrowing: (percent: number) => void) {
  let running = 0;
  return async function* keptSmall<Piece>(pieces: AsyncIterable<Piece> | Iterable<Piece>): AsyncGenerator<Piece> {
    running += 1;
    if (running === 1) setGrowing(GROWING_PERCENT);
    try {
      yield* pieces;
    } finally {
      running -= 1;
      if (running === 0) setGrowing(DEFAULT_GROWING_PERCENT);
    }
  };
}

/** The one of this process. V8 reads the flag at each collection, so that it may change while the process runs. */
const withSmallHeap = smallHeap((percent) => v8.setFlagsFromString(`--heap-growing-percent=${percent}`));
