import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ReadProblem, ReadProblemCode } from '@understudy/contract/read-problems';
import { http, https } from '../node-http.ts';
import { type CheckedAddress, checkedAddresses, type Resolve } from './checked-address.ts';
import { problem, ReadError } from './read-error.ts';

/** How pages are fetched; tests change it. */
export interface FetchOptions {
  resolve?: Resolve;
  /** Whether addresses of this machine are allowed. Never in production, which has no setting for it. */
  allowsLoopback?: boolean;
  /** Of all redirects and the body together. */
  timeoutMs?: number;
  maxBytes?: number;
}

/** What an address answered. */
export interface FetchedPage {
  /** Where redirects ended. */
  url: string;
  bytes: Buffer;
  charset: string | null;
  /** As the type says; null for plain text and PDF, which tell it themselves. */
  format: 'html' | 'markdown' | null;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 32 * 1024;
/** Says who asks, so that a website's owner can tell. */
const USER_AGENT = 'Understudy/0.1 (reads pages that their owner imports)';

const PAGE_TYPES = /^(?:text\/(?:html|plain|markdown|x-markdown)|application\/(?:xhtml\+xml|pdf))$/;
const SITEMAP_TYPES =
  /^(?:(?:text|application)\/(?:xml|plain)|application\/(?:x-)?gzip|.*\+xml|application\/octet-stream)$/;
const CALENDAR_TYPES = /^(?:text\/(?:calendar|plain|x-vcalendar)|application\/(?:ics|octet-stream|calendar))$/;
const HTML = /html/;
const MARKDOWN = /^text\/(?:x-)?markdown$/;

/** What is wanted of an address. */
export type Wanted = 'page' | 'sitemap' | 'calendar';

const WANTED: Record<Wanted, { types: RegExp; isOther: ReadProblemCode; usual: string }> = {
  page: { types: PAGE_TYPES, isOther: 'not_page_type', usual: 'text/html' },
  sitemap: { types: SITEMAP_TYPES, isOther: 'not_sitemap_type', usual: 'text/html' },
  calendar: { types: CALENDAR_TYPES, isOther: 'not_calendar_type', usual: 'text/calendar' },
};

/** Fetches a page, a sitemap or a calendar. @throws ReadError; the signal's reason when it aborts */
export async function fetchPage(
  address: string,
  wanted: Wanted,
  signal: AbortSignal,
  options: FetchOptions = {},
): Promise<FetchedPage> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = AbortSignal.any([signal, timeout]);
  try {
    return await follow(checkedUrl(address), wanted, both, { ...options, maxBytes });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ReadError) throw error;
    const host = checkedUrl(address).host;
    if (timeout.aborted) {
      throw new ReadError(problem('timeout', { host, seconds: timeoutMs / 1000 }), { cause: error });
    }
    throw new ReadError(whyUnreachable(host, error), { cause: error });
  }
}

const NO_ADDRESS = problem('no_address');

/** An address that may be fetched. @throws ReadError */
export function checkedUrl(address: string): URL {
  const typed = address.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[\w.-]+:\d/.test(typed) ? typed : `https://${typed}`);
  if (!url) throw new ReadError(NO_ADDRESS);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ReadError(problem('no_scheme'));
  }
  if (!url.hostname) throw new ReadError(NO_ADDRESS);
  if (url.username || url.password) throw new ReadError(problem('has_password'));
  url.hash = '';
  return url;
}

/** Follows redirects by hand, so that each of them is checked. */
async function follow(
  first: URL,
  wanted: Wanted,
  signal: AbortSignal,
  options: FetchOptions & { maxBytes: number },
): Promise<FetchedPage> {
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const checked = await Promise.race([checkedAddresses(url.hostname, options), rejectOn(signal)]);
    const answer = await request(url, checked, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      const next = URL.parse(headers.location, url.href);
      if (!next) throw new ReadError(problem('bad_redirect', { host: url.host }));
      url = checkedUrl(next.href);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw new ReadError(problem(meaningOf(statusCode), { host: url.host, status: statusCode }));
    }
    const { types: allowed, isOther, usual } = WANTED[wanted];
    const [type = '', ...parameters] = (headers['content-type'] ?? usual).toLowerCase().split(';');
    if (!allowed.test(type.trim())) {
      answer.destroy();
      throw new ReadError(problem(isOther, { host: url.host, type: type.trim().slice(0, 80) }));
    }
    const charset = /charset\s*=\s*"?([\w-]{2,40})/.exec(parameters.join(';'))?.[1] ?? null;
    const bytes = await bodyOf(answer, options.maxBytes, signal);
    const isPacked = wanted === 'sitemap' && bytes[0] === 0x1f && bytes[1] === 0x8b;
    return {
      url: url.href,
      bytes: isPacked ? await collect(Readable.from([bytes]), 'gzip', options.maxBytes, signal) : bytes,
      charset,
      format: formatOf(type.trim()),
    };
  }
  throw new ReadError(problem('too_many_redirects', { host: first.host, most: MAX_REDIRECTS }));
}

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** What a request sends besides its address. */
export interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

const PAGE_REQUEST: Sent = {
  method: 'GET',
  headers: {
    accept:
      'text/html,application/xhtml+xml,text/markdown,text/calendar,text/plain,application/pdf,application/xml;q=0.8',
  },
  body: null,
};

/** Sends the request to the addresses that were checked, whatever the name stands for by now. */
export function request(
  url: URL,
  checked: readonly CheckedAddress[],
  signal: AbortSignal,
  { method, headers, body }: Sent = PAGE_REQUEST,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [{ address, family }] = checked as [CheckedAddress];
    if (all) done(null, [...checked]);
    else done(null, address, family);
  };
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http;
    client
      .request(
        url,
        {
          method,
          lookup,
          signal,
          // A connection of its own, which nothing else can have opened.
          agent: false,
          maxHeaderSize: MAX_HEADER_BYTES,
          headers: {
            'user-agent': USER_AGENT,
            'accept-encoding': 'gzip, deflate, br',
            ...headers,
            ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
        },
        resolve,
      )
      .on('error', reject)
      .end(body ?? undefined);
  });
}

/** Reads a body, unpacked, up to the largest size. */
export async function bodyOf(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy();
    throw tooLarge(maxBytes);
  }
  return collect(answer, encoding, maxBytes, signal);
}

async function collect(source: Readable, encoding: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const unpack = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const make = unpack[encoding as keyof typeof unpack];
  if (!make && encoding !== 'identity') {
    source.destroy();
    throw new ReadError(problem('packed', { encoding: encoding.slice(0, 40) }));
  }
  // Errors reach the loop below, which reads the end of the pipeline.
  const stream = make ? pipeline(source, make(), () => undefined) : source;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted();
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk as Buffer);
    }
  } finally {
    source.destroy();
  }
  return Buffer.concat(chunks);
}

const formatOf = (type: string) => (MARKDOWN.test(type) ? 'markdown' : HTML.test(type) ? 'html' : null);

const tooLarge = (maxBytes: number): ReadError =>
  new ReadError(problem('answer_too_large', { megabytes: Math.round(maxBytes / 1024 / 1024) }));

function meaningOf(status: number): ReadProblemCode {
  if (status === 404 || status === 410) return 'status_gone';
  if (status === 401 || status === 403) return 'status_refused';
  if (status === 429) return 'status_busy';
  return status >= 500 ? 'status_broken' : 'status';
}

/** Why a connection failed. */
export function whyUnreachable(host: string, error: unknown): ReadProblem {
  const code = (error as { code?: unknown }).code;
  if (code === 'ECONNREFUSED') return problem('refuses_connections', { host });
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return problem('connection_closed', { host });
  if (typeof code !== 'string') return problem('connection_failed', { host });
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return problem('bad_certificate', { host });
  return problem('connection_error', { host, detail: code });
}
