/** A failure to open the microphone. The message is section 8's sentence for the visitor. */
export class MicrophoneError extends Error {
  /** The browser's name for the error, recorded in the session's events. */
  readonly reason: string;

  constructor(sentence: string, reason: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'MicrophoneError';
    this.reason = reason;
  }
}

/** Section 5: without HTTPS or localhost, browsers provide no microphone. */
export const NOT_SECURE = 'Microphone access requires HTTPS or localhost';

/** Section 8, microphone, verbatim. */
const SENTENCES = {
  unsupported: 'Microphone access is not supported in this browser. Please use Chrome, Firefox, or Safari.',
  denied:
    "Microphone access denied. Please click the microphone icon in your browser's address bar and allow access, " +
    'then refresh the page.',
  missing:
    'No microphone detected. Please ensure your microphone is connected and not being used by another ' +
    'application, then refresh the page.',
  busy: 'Microphone is busy or unavailable. Please close other applications using the microphone and try again.',
  constraints: 'Microphone constraints not supported. Please try with a different microphone.',
} as const;

/** The exception names of `getUserMedia`, including older names with the same meaning. */
const BY_NAME: Record<string, string> = {
  NotAllowedError: SENTENCES.denied,
  PermissionDeniedError: SENTENCES.denied,
  SecurityError: SENTENCES.denied,
  NotFoundError: SENTENCES.missing,
  DevicesNotFoundError: SENTENCES.missing,
  NotReadableError: SENTENCES.busy,
  TrackStartError: SENTENCES.busy,
  AbortError: SENTENCES.busy,
  OverconstrainedError: SENTENCES.constraints,
  ConstraintNotSatisfiedError: SENTENCES.constraints,
};

/** Checks the browser's support before asking for the microphone. @returns the failure, or null */
export function missingSupport(browser: { isSecureContext: boolean; hasMedia: boolean }): MicrophoneError | null {
  if (!browser.isSecureContext) return new MicrophoneError(NOT_SECURE, 'insecure_context');
  if (!browser.hasMedia) return new MicrophoneError(SENTENCES.unsupported, 'unsupported');
  return null;
}

/** Converts an exception of `getUserMedia` or the audio graph. */
export function toMicrophoneError(cause: unknown): MicrophoneError {
  if (cause instanceof MicrophoneError) return cause;
  const { name = 'Error', message = '' } = (cause ?? {}) as { name?: string; message?: string };
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  const unknown = message
    ? `Microphone access failed: ${message}. Please check your browser settings and try again.`
    : 'Microphone access failed';
  return new MicrophoneError(known ?? unknown, name, cause);
}

/** The device was unplugged or taken away by the system. */
export function lostMicrophone(): MicrophoneError {
  return new MicrophoneError(SENTENCES.missing, 'ended');
}

/** The visitor revoked the permission while the microphone was open. */
export function withdrawnMicrophone(): MicrophoneError {
  return new MicrophoneError(SENTENCES.denied, 'withdrawn');
}
