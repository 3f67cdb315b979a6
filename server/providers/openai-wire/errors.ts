/**
 * Interprets failures of providers. Reasons are a few words of our own: a response's text may echo a prompt or a key.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { ProviderError } from '../provider-error.ts';
import { parseObject } from './parse-object.ts';
import { ConnectTimeout, WireOverflow } from './transport.ts';

/** Statuses after which the same request may well succeed. */
const PASSING_STATUS = new Set([408, 409, 425, 429]);

/** The error of a response that is not 2xx. */
export function statusError(provider: string, status: number, headers: IncomingHttpHeaders): ProviderError {
  if (status === 401 || status === 402 || status === 403) {
    return new ProviderError(provider, `refused with ${status}`, { status, kind: 'provider_refused' });
  }
  const retryable = status >= 500 || PASSING_STATUS.has(status);
  return new ProviderError(provider, String(status), { status, retryable, retryAfterMs: readRetryAfter(headers) });
}

/** The error of an unreadable response. */
export function badResponse(provider: string, reason = 'bad response'): ProviderError {
  return new ProviderError(provider, reason, { status: 200, kind: 'provider_bad_response' });
}

/** The error of a connection that failed, before the response or within it. */
export function networkError(provider: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof WireOverflow) return badResponse(provider, 'answer too long');
  if (error instanceof ConnectTimeout) return unreachable(provider, 'connect timeout');
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? '');
  if (/^(ENOTFOUND|EAI_|EDNS|ENODATA)/.test(code)) return unreachable(provider, 'DNS failure');
  if (code === 'CERT_HAS_EXPIRED') return unreachable(provider, 'TLS certificate expired');
  if (/CERT|TLS|SSL|ALTNAME|EPROTO|UNABLE_TO|SELF_SIGNED/.test(code)) return unreachable(provider, 'TLS failure');
  // Errors of Node's HTTP parser begin with HPE.
  if (code.startsWith('HPE_')) return badResponse(provider);
  if (code === 'ECONNREFUSED') return unreachable(provider, 'connection refused', true);
  return new ProviderError(provider, 'connection broke off', { retryable: true });
}

function unreachable(provider: string, reason: string, retryable = false): ProviderError {
  return new ProviderError(provider, reason, { retryable, kind: 'provider_unreachable' });
}

/** Whether an error response says that the model is no longer (or was never) served here. */
export function saysModelIsGone(status: number, body: string): boolean {
  if (status !== 404 && status !== 400) return false;
  const error = (parseObject(body) as { error?: { code?: unknown; message?: unknown } } | null)?.error;
  if (error?.code === 'model_not_found' || error?.code === 'model_decommissioned') return true;
  return status === 404 && /model/i.test(typeof error?.message === 'string' ? error.message : '');
}

/**
 * How long a provider asks to wait, in milliseconds: from seconds, a date, or the millisecond header that some send.
 */
export function readRetryAfter(headers: IncomingHttpHeaders, now = Date.now()): number | null {
  const exact = Number(headers['retry-after-ms'] || Number.NaN);
  if (exact >= 0) return exact;
  const value = headers['retry-after'];
  if (!value) return null;
  const seconds = Number(value);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
