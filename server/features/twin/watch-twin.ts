import { watch } from 'node:fs';

/** Editors write a file in several steps; wait until there were no changes for this long. */
const QUIET_MS = 60;

/**
 * Watches the twin's folder during development, so that edits take effect without a restart.
 *
 * @param onEdit called once the files have changed and are stable
 * @param onLost called when watching fails
 * @returns a function that stops watching
 */
export function watchTwin(dir: string, onEdit: () => void, onLost: (sentence: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { recursive: true, persistent: false }, () => {
    clearTimeout(timer);
    timer = setTimeout(onEdit, QUIET_MS);
  });
  watcher.on('error', () => onLost("the twin's folder can no longer be watched: restart to see edits"));
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
