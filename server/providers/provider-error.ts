import type { FailureKind } from '@understudy/contract/monitoring';

/** An event at a provider that the owner would want to see later. */
export interface ProviderNote {
  kind:
    | 'provider_fell_back'
    | 'model_replaced'
    | 'provider_bad_response'
    | 'provider_refused'
    | 'provider_unreachable'
    | 'provider_retried';
  provider: string;
  /** A few words without visitors' text or keys: "timeout", "429", "stream ended early". */
  reason: string;
  model?: string;
}

/** Reason of a reply that the provider's content filter refused or cut: the request's fault, not the provider's. */
export const CONTENT_FILTERED = 'content filtered';

const KIND_OF_REASON: readonly [reason: RegExp, kind: FailureKind][] = [
  [/^refused with /, 'refused'],
  [/^429$/, 'rate_limited'],
  [/timeout$|^stalled$|^took too long$|^not closed$/, 'timeout'],
  [/^DNS failure$|^connection |^TLS /, 'unreachable'],
  [/^5\d\d$|^error in the stream$/, 'server_error'],
  [/^4\d\d$|^model not found$|^no model |^speaks no WAV$/, 'bad_request'],
  [/^bad response$|too long$|^empty reply$|^no end$|^stream ended early$|^silent audio$/, 'bad_response'],
  [new RegExp(`^${CONTENT_FILTERED}$`), 'content_filtered'],
  [/^circuit open$/, 'circuit_open'],
];

/** The kind of a failure, by the reason of a {@link ProviderError} or a {@link ProviderNote}. */
export const failureKind = (reason: string): FailureKind =>
  KIND_OF_REASON.find(([pattern]) => pattern.test(reason))?.[1] ?? 'other';

/** A failure of a provider of any kind, before any of its response was passed on. */
export class ProviderError extends Error {
  readonly provider: string;
  /** HTTP status, or 0 if there was none. */
  readonly status: number;
  /** Whether asking the same provider again may help. */
  readonly retryable: boolean;
  /** How long the provider asked to wait; null if it did not. */
  readonly retryAfterMs: number | null;
  /** The event that reports this failure to the owner; null if it is worth no more than a fallback. */
  readonly kind: ProviderNote['kind'] | null;

  constructor(
    provider: string,
    reason: string,
    options: {
      status?: number;
      retryable?: boolean;
      retryAfterMs?: number | null;
      kind?: ProviderNote['kind'];
      cause?: unknown;
    } = {},
  ) {
    super(reason, { cause: options.cause });
    this.name = 'ProviderError';
    this.provider = provider;
    this.status = options.status ?? 0;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.kind = options.kind ?? null;
  }
}
