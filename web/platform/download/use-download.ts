import type { ExportFormat } from '@understudy/contract/admin';
import { useEffect, useRef, useState } from 'react';
import { reportError } from '../report-error.ts';
import { type DownloadParams, type DownloadSource, download, type Progress, saveFile } from './download.ts';

/** State of a download. */
export type DownloadState =
  | { is: 'idle' }
  | ({ is: 'running' } & Progress)
  | ({ is: 'done' } & Progress)
  | { is: 'failed'; error: unknown };

/** One download at a time, cancelled when the component unmounts. */
export function useDownload(client: DownloadSource, path: string) {
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
    async start(name: string, format: ExportFormat, params: DownloadParams): Promise<void> {
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
