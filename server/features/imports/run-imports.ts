import type { ImportNote, SitePages } from '@understudy/contract/imports';
import type { ReadProblem } from '@understudy/contract/read-problems';
import { inTransaction } from '../../platform/database/transaction.ts';
import { checkedUrl, type FetchOptions, fetchPage } from '../../platform/fetching/fetch-page.ts';
import { problem, ReadError } from '../../platform/fetching/read-error.ts';
import type { Logger } from '../../platform/log.ts';
import { startPolling } from '../settings/index.ts';
import { TwinFileError } from '../twin/index.ts';
import { saveCompared, type TextsDeps } from './apply-import.ts';
import type { FoundPassage } from './compare.ts';
import { type ClaimedImport, claimImport, endReading, keepReading, releaseImport, saveRead } from './import-store.ts';
import { createReader, type Reader } from './reading/reader.ts';

/** How often progress is written while an import is read. */
const TELL_MS = 400;
/** After this many beginnings without an end, the document is thought to stop the server. */
const MAX_ATTEMPTS = 3;
const MAX_SITEMAPS = 10;
const MAX_LISTED_PAGES = 500;
const MAX_NOTES = 60;

/** Reads imports, one at a time in this instance. */
export interface Imports {
  /** Starts with what waits, instead of at the next look. */
  nudge(): void;
  /** Stops reading an import in this instance at once; other instances notice by themselves. */
  stopReading(id: string): void;
  /** The pages that the sitemap of a website lists. @throws ReadError */
  sitePages(address: string, signal: AbortSignal): Promise<SitePages>;
  /** Stops; what is being read is begun anew by the next start. */
  close(): Promise<void>;
}

/** Dependencies of {@link createImports}. */
export interface ImportsDeps extends TextsDeps {
  log: Logger;
  /** How often to look for imports that nobody announced. */
  everyMs: number;
  /** How pages are fetched; only tests set it. */
  fetching?: FetchOptions;
}

/** What was read of a source. */
interface ReadSource {
  passages: FoundPassage[];
  notes: ImportNote[];
  pages: number;
}

/** Thrown into an import that is stopped, with what becomes of it. */
class Stopped extends Error {
  readonly isCanceled: boolean;

  constructor(isCanceled: boolean) {
    super(isCanceled ? 'canceled' : 'the server stops');
    this.isCanceled = isCanceled;
  }
}

/** Starts looking for imports to read. */
export function createImports({ pool, live, log, everyMs, fetching = {} }: ImportsDeps): Imports {
  let running: { id: string; stop: AbortController } | null = null;
  let closing = false;

  const run = async (claimed: ClaimedImport): Promise<void> => {
    const { id } = claimed;
    const stop = new AbortController();
    running = { id, stop };
    // The server began to stop while this was claimed.
    if (closing) stop.abort(new Stopped(false));
    const reader = createReader();
    const progress: Progress = { done: 0, total: null };
    let telling: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      telling = keepReading(pool, id, progress.done, progress.total).then(
        (isWanted) => isWanted || stop.abort(new Stopped(true)),
        (error: unknown) => log.warn({ err: error }, 'the progress of an import could not be written'),
      );
    }, TELL_MS);
    try {
      if (claimed.attempts > MAX_ATTEMPTS) throw new ReadError(problem('server_stopped'));
      const source = await readSource(claimed, reader, stop.signal, progress, fetching);
      clearInterval(timer);
      await telling;
      await inTransaction(pool, async (client) => {
        if (await saveRead(client, id, source)) await saveCompared(client, live, claimed, source.passages);
      });
    } catch (error) {
      clearInterval(timer);
      await telling;
      if (error instanceof ReadError) await endReading(pool, id, 'failed', error.problem);
      else if (error instanceof TwinFileError)
        await endReading(pool, id, 'failed', problem('sentence', { sentence: error.message }));
      else if (!(error instanceof Stopped)) throw error;
      else if (!error.isCanceled) await releaseImport(pool, id);
    } finally {
      clearInterval(timer);
      running = null;
      await reader.close();
    }
  };

  const polling = startPolling(async () => {
    try {
      while (!closing) {
        const next = await claimImport(pool);
        if (!next) return;
        await run(next);
      }
    } catch (error) {
      log.warn({ err: error }, 'imports will be looked for again');
    }
  }, everyMs);

  return {
    nudge: () => void polling.refresh(),
    stopReading(id) {
      if (running?.id === id) running.stop.abort(new Stopped(true));
    },
    sitePages: (address, signal) => sitePages(address, signal, fetching),
    async close() {
      closing = true;
      running?.stop.abort(new Stopped(false));
      await polling.close();
    },
  };
}

interface Progress {
  done: number;
  total: number | null;
}

async function readSource(
  { input, urls, source }: ClaimedImport,
  reader: Reader,
  signal: AbortSignal,
  progress: Progress,
  fetching: FetchOptions,
): Promise<ReadSource> {
  if (!urls) {
    const job = { bytes: input ?? new Uint8Array(), name: source, charset: null };
    const { passages, notes } = await reader.read(job, signal, (done, total) =>
      Object.assign(progress, { done, total }),
    );
    const pages = progress.total ?? 1;
    return { passages: passages.map((passage) => ({ ...passage, url: null })), notes: notes.map(noteOf(null)), pages };
  }
  progress.total = urls.length;
  const read: ReadSource = { passages: [], notes: [], pages: urls.length };
  const seen = new Set<string>();
  for (const url of urls) {
    try {
      const { passages, notes } = await readPage(url, reader, signal, fetching);
      // What several pages have in common is kept once.
      for (const passage of passages) {
        if (seen.has(passage.source)) continue;
        seen.add(passage.source);
        read.passages.push(passage);
      }
      read.notes.push(...notes.map(noteOf(urls.length > 1 ? url : null)));
    } catch (error) {
      if (!(error instanceof ReadError) || urls.length === 1) throw error;
      read.notes.push(noteOf(url)(error.problem));
    }
    progress.done += 1;
  }
  if (read.passages.length === 0) throw new ReadError(read.notes[0]?.problem ?? problem('no_text'));
  return { ...read, notes: read.notes.slice(0, MAX_NOTES) };
}

const noteOf =
  (url: string | null) =>
  (what: ReadProblem): ImportNote => ({ url, problem: what });

async function readPage(url: string, reader: Reader, signal: AbortSignal, fetching: FetchOptions) {
  const page = await fetchPage(url, 'page', signal, fetching);
  const { passages, notes, title } = await reader.read({ ...page, name: page.url }, signal);
  const below = (headings: string[]) => (title === null || headings[0] === title ? headings : [title, ...headings]);
  return { notes, passages: passages.map((one) => ({ ...one, headings: below(one.headings), url: page.url })) };
}

/** Finds a website's sitemap, in `robots.txt` or at its usual address, unless the address is one. */
async function sitePages(address: string, signal: AbortSignal, fetching: FetchOptions): Promise<SitePages> {
  const url = checkedUrl(address);
  const reader = createReader();
  try {
    const queue = /\.xml(?:\.gz)?$/i.test(url.pathname) ? [url.href] : await sitemapsOf(url, signal, fetching);
    const first = queue[0] as string;
    const pages = new Set<string>();
    for (let read = 0; read < MAX_SITEMAPS; read += 1) {
      const next = queue.shift();
      if (next === undefined) break;
      const { bytes, charset } = await fetchPage(next, 'sitemap', signal, fetching);
      const found = await reader.sitemap(bytes, charset, signal);
      for (const page of found.pages) if (/^https?:\/\//i.test(page) && page.length <= 2_000) pages.add(page);
      queue.push(...found.sitemaps);
    }
    if (pages.size === 0) throw new ReadError(problem('sitemap_empty'));
    return { sitemap: first, pages: [...pages].slice(0, MAX_LISTED_PAGES), total: pages.size };
  } finally {
    await reader.close();
  }
}

async function sitemapsOf(url: URL, signal: AbortSignal, fetching: FetchOptions): Promise<string[]> {
  const robots = await fetchPage(new URL('/robots.txt', url).href, 'page', signal, fetching).catch(noneIfUnread);
  const named = [...(robots?.bytes.toString('utf8') ?? '').matchAll(/^\s*sitemap:\s*(\S+)/gim)].map(
    ([, name = '']) => URL.parse(name, url.href)?.href ?? [],
  );
  const found = named.flat();
  return found.length > 0 ? found : [new URL('/sitemap.xml', url).href];
}

function noneIfUnread(error: unknown): null {
  if (error instanceof ReadError) return null;
  throw error;
}
