import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** A download failed, as a sentence for the operator. */
export class DownloadError extends Error {}

/** A file to download. */
interface Wanted {
  url: string;
  file: string;
  sha256: string;
}

/** No byte for so long means that the connection is dead. */
const STALLED_MS = 30_000;
const UNREACHABLE =
  'The download cannot be reached from this machine: check its internet connection (for a proxy, set HTTPS_PROXY and ' +
  'NODE_USE_ENV_PROXY=1), and try again; what has arrived is kept, and the next attempt goes on from there.';

/**
 * Downloads a file and checks its sum, unless it is there already. What arrived of an earlier attempt is continued.
 *
 * @param onProgress called with the bytes so far and the total, null if the server does not tell
 * @throws DownloadError
 */
export async function download(
  { url, file, sha256 }: Wanted,
  onProgress: (bytes: number, total: number | null) => void,
  stalledMs = STALLED_MS,
): Promise<void> {
  if ((await sizeOf(file)) > 0 && (await sumOf(file)) === sha256) return;
  const part = `${file}.part`;
  let from = await sizeOf(part);
  const abort = new AbortController();
  const stalled = setTimeout(() => abort.abort(), stalledMs);
  try {
    const response = await fetch(url, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: abort.signal,
    });
    // All of it had arrived, and only the check is missing.
    if (response.status !== 416) {
      if (!response.ok || !response.body) {
        throw new DownloadError(`The server with the download answered ${response.status} for ${url}.`);
      }
      // A server that does not continue sends all of it.
      if (response.status !== 206) from = 0;
      const length = Number(response.headers.get('content-length')) || null;
      let bytes = from;
      const counted = async function* (body: AsyncIterable<Uint8Array>) {
        for await (const chunk of body) {
          stalled.refresh();
          bytes += chunk.length;
          onProgress(bytes, length === null ? null : from + length);
          yield chunk;
        }
      };
      await pipeline(counted(response.body), createWriteStream(part, { flags: from > 0 ? 'a' : 'w' }));
    }
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(UNREACHABLE, { cause: error });
  } finally {
    clearTimeout(stalled);
  }
  if ((await sumOf(part)) !== sha256) {
    await rm(part, { force: true });
    throw new DownloadError('What was downloaded is not what was expected (its SHA-256 differs). It has been deleted.');
  }
  await rename(part, file);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
