import type { ExportFormat } from '@understudy/contract/admin';
import { createRowCounter } from './count-rows.ts';

/** What each format is called. */
export const FORMAT_WORDS: Record<ExportFormat, string> = { csv: 'CSV', jsonl: 'JSON lines' };

/** What a call may carry in its address. */
export type DownloadParams = Record<string, string | number | null | undefined>;

/** Opens an answer that is read while it comes; handed in, since it is the page that knows who is signed in. */
export interface DownloadSource {
  open(
    path: string,
    params: DownloadParams,
    options: { signal: AbortSignal; accept: string; timeoutMs: number },
  ): Promise<Response>;
}

/** How far a download has come. */
export interface Progress {
  bytes: number;
  rows: number;
}

/** A large file comes in silence while the database works; a stalled one is ended by the reader. */
const LONGEST_MS = 60 * 60_000;
/** Pieces are put together to a blob of this size, which the browser may keep on disk. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** How often progress is told. */
const TELL_MS = 100;

/** The words by which a browser knows each format. */
const TYPES: Record<ExportFormat, string> = { csv: 'text/csv;charset=utf-8', jsonl: 'application/x-ndjson' };

/**
 * Fetches a file of rows, telling how far it has come.
 * @returns the file; throws as {@link DownloadSource} does, and what the signal's abort throws
 */
export async function download(
  client: DownloadSource,
  path: string,
  format: ExportFormat,
  params: DownloadParams,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Blob & Progress> {
  const accept = TYPES[format].split(';')[0] ?? '*/*';
  const response = await client.open(path, { ...params, format }, { signal, accept, timeoutMs: LONGEST_MS });
  const counter = createRowCounter(format);
  const done: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  const progress: Progress = { bytes: 0, rows: 0 };
  let toldAt = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      pieces.push(piece.value);
      held += piece.value.byteLength;
      progress.bytes += piece.value.byteLength;
      progress.rows = counter.read(piece.value);
      if (held >= PIECE_BYTES) {
        done.push(new Blob(pieces));
        pieces = [];
        held = 0;
      }
      if (performance.now() - toldAt > TELL_MS) {
        toldAt = performance.now();
        tell({ ...progress });
      }
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  tell({ ...progress });
  return Object.assign(new Blob([...done, ...pieces], { type: TYPES[format] }), progress);
}

/** How long the browser gets to take a file over before it is let go. */
const KEPT_MS = 60_000;

/** Gives the reader a file. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** '830 bytes', '12 kB', '3.4 MB'. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
