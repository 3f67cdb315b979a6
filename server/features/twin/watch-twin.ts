import { watch } from 'node:fs';

/** Editors write a file in several steps; reading waits until they have been quiet for this long. */
const QUIET_MS = 60;

/**
 * Watches the twin's folder for development, where an edit shows without a restart.
 * @param onEdit the files are another than before, and quiet
 * @param onLost hears that nothing will be noticed any more
 * @returns the function that stops it
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
