import type { ExportFormat } from '@understudy/contract/export-formats';
import { useEffect, useRef, useState } from 'react';
import type { AdminCalls, Params } from './admin-calls.ts';
import { reportError } from './report-error.ts';
import { t } from './texts.ts';

/** A format's label. */
export const formatWords = (format: ExportFormat): string => (format === 'csv' ? 'CSV' : t('ui.jsonLines'));

/** Progress of a download. */
export interface Progress {
  bytes: number;
  rows: number;
}

/** A large file sends nothing while the database works; a stalled download is cancelled by the reader. */
const LONGEST_MS = 60 * 60_000;
/** Chunks are combined into blobs of this size, which the browser may keep on disk. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** Interval between progress reports. */
const TELL_MS = 100;

/** Media types of the formats. */
const TYPES: Record<ExportFormat, string> = { csv: 'text/csv;charset=utf-8', jsonl: 'application/x-ndjson' };

/**
 * Downloads a file of rows and reports its progress.
 * @returns the file; throws as {@link AdminCalls} does, and the signal's abort reason
 */
export async function download(
  client: Pick<AdminCalls, 'open'>,
  path: string,
  format: ExportFormat,
  params: Params,
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

/** How long the browser has to take over a file before its URL is revoked. */
const KEPT_MS = 60_000;

/** Offers a file for saving. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** '830 B', '12 kB', '3.4 MB'. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Counts the rows of a file as it arrives in arbitrary chunks. A line break within a quoted CSV cell does not end a
 * row; a quote within one is doubled, so that the two cancel out.
 */
export function createRowCounter(format: ExportFormat): { read(piece: Uint8Array): number } {
  let isQuoted = false;
  // The first line of a CSV file is the header.
  let rows = format === 'csv' ? -1 : 0;
  return {
    read(piece) {
      for (const byte of piece) {
        if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
        else if (byte === NEWLINE && !isQuoted) rows += 1;
      }
      return Math.max(0, rows);
    },
  };
}

/** State of a download. */
export type DownloadState =
  | { is: 'idle' }
  | ({ is: 'running' } & Progress)
  | ({ is: 'done' } & Progress)
  | { is: 'failed'; error: unknown };

/** 'Saved: 1,204 rows, 310 kB', without the first word while it runs; empty before and after a failure. */
export function progressWords(state: DownloadState): string {
  if (state.is !== 'running' && state.is !== 'done') return '';
  const values = { rows: state.rows, size: sizeWords(state.bytes) };
  return state.is === 'done' ? t('ui.rowsSaved', values) : t('ui.rowsSoFar', values);
}

/** One download at a time, cancelled when the component unmounts. */
export function useDownload(client: Pick<AdminCalls, 'open'>, path: string) {
  const [state, setState] = useState<DownloadState>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    cancel() {
      running.current?.abort();
      running.current = null;
      setState({ is: 'idle' });
    },
    async start(name: string, format: ExportFormat, params: Params): Promise<void> {
      const own = new AbortController();
      running.current?.abort();
      running.current = own;
      setState({ is: 'running', bytes: 0, rows: 0 });
      try {
        const tell = (progress: Progress) => {
          if (!own.signal.aborted) setState({ is: 'running', ...progress });
        };
        const file = await download(client, path, format, params, tell, own.signal);
        if (own.signal.aborted) return;
        saveFile(`${name}.${format}`, file);
        setState({ is: 'done', bytes: file.bytes, rows: file.rows });
      } catch (error) {
        if (own.signal.aborted) return;
        reportError(error, 'Export failed');
        setState({ is: 'failed', error });
      }
    },
  };
}
