import type { IncomingMessage } from 'node:http';
import { http, https } from '../node-http.ts';

/** The status of the response, or in a few words why there was none; and the time it took. */
export type Posted = { ok: boolean; status: number; tookMs: number } | { ok: false; problem: string; tookMs: number };

/**
 * Posts a body once, on a new connection. Redirects are not followed, so that only the given address receives the body;
 * only the response's status is read. Never rejects.
 *
 * @param options.timeoutMs for the whole call, DNS lookup included
 */
export async function postOnce(
  url: string,
  options: { headers: Record<string, string>; body: string; timeoutMs: number; signal?: AbortSignal },
): Promise<Posted> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const client = url.startsWith('https:') ? https : http;
      const headers = { ...options.headers, 'content-length': String(Buffer.byteLength(options.body)) };
      const request = client.request(url, { method: 'POST', agent: false, headers, signal }, resolve);
      request.on('error', reject);
      request.end(options.body);
    });
    const status = message.statusCode ?? 0;
    message.on('error', () => undefined);
    message.destroy();
    return { ok: status >= 200 && status < 300, status, tookMs: tookMs() };
  } catch (error) {
    return { ok: false, problem: problemOf(error, timeout.aborted, options.timeoutMs), tookMs: tookMs() };
  }
}

/** What went wrong, in our own words: an error's message may contain the address, and that a password. */
function problemOf(error: unknown, late: boolean, timeoutMs: number): string {
  if (late) return `no answer within ${timeoutMs / 1000} s`;
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'no such host';
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (/CERT|TLS|SSL|ALTNAME|EPROTO|UNABLE_TO|SELF_SIGNED/.test(code)) return 'its certificate is not trusted';
  return 'the connection broke off';
}
