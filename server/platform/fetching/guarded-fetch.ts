import { checkedAddresses } from './checked-address.ts';
import { bodyOf, checkedUrl, type FetchOptions, request, whyUnreachable } from './fetch-page.ts';
import { problem, ReadError } from './read-error.ts';

/** Statuses whose answers have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);
/** Statuses that a caller has to know of instead of following: none leads the request, with its password, elsewhere. */
const REDIRECTS = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/**
 * A `fetch` for libraries that speak to servers named by the owner: it connects to public addresses only, follows no
 * redirect, and gives up by time and size.
 *
 * @param signal ends everything that it does
 */
export function guardedFetch(
  signal: AbortSignal,
  { timeoutMs = 20_000, maxBytes = 5 * 1024 * 1024, ...options }: FetchOptions = {},
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = checkedUrl(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url);
    const timeout = AbortSignal.timeout(timeoutMs);
    const both = AbortSignal.any([signal, timeout]);
    try {
      const checked = await checkedAddresses(url.hostname, options);
      const headers = Object.fromEntries(new Headers(init.headers).entries());
      const answer = await request(url, checked, both, {
        method: init.method ?? 'GET',
        headers,
        body: typeof init.body === 'string' ? init.body : null,
      });
      const status = answer.statusCode ?? 500;
      if (REDIRECTS(status)) {
        answer.destroy();
        throw new ReadError(problem('sends_on', { host: url.host }));
      }
      const bytes = await bodyOf(answer, maxBytes, both);
      const told = new Headers();
      for (const [name, value] of Object.entries(answer.headers))
        if (typeof value === 'string' && name !== 'content-encoding') told.set(name, value);
      return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes), { status, headers: told });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ReadError) throw error;
      if (timeout.aborted)
        throw new ReadError(problem('timeout', { host: url.host, seconds: timeoutMs / 1000 }), { cause: error });
      throw new ReadError(whyUnreachable(url.host, error), { cause: error });
    }
  };
}
