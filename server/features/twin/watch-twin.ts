import { watch } from 'node:fs';
import type { Twin } from '@understudy/contract/twin';
import { loadTwin } from './load-twin.ts';
import { TwinFileError } from './twin-file-error.ts';

/** What a change of the files led to. */
export interface TwinWatcher {
  /** The new twin, once an edit has been read without a mistake. */
  onChange(twin: Twin): void;
  /** The sentence that names the mistake; the old twin goes on. */
  onMistake(sentence: string): void;
}

/** Editors write a file in several steps; reading waits until they have been quiet for this long. */
const QUIET_MS = 60;

/** Watches the twin's folder for development, where an edit shows without a restart. Returns the function that stops it. */
export function watchTwin(dir: string, { onChange, onMistake }: TwinWatcher): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    try {
      const twin = await loadTwin(dir);
      if (!stopped) onChange(twin);
    } catch (error) {
      if (stopped) return;
      const told = error instanceof TwinFileError;
      onMistake(told ? error.sentenceFrom(dir, process.cwd()) : `the twin's files cannot be read: ${String(error)}`);
    }
  }

  const watcher = watch(dir, { recursive: true, persistent: false }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reading = reading.then(read);
    }, QUIET_MS);
  });
  watcher.on('error', () => onMistake("the twin's folder can no longer be watched: restart to see edits"));

  return () => {
    stopped = true;
    clearTimeout(timer);
    watcher.close();
  };
}
