import { t } from '../../../platform/texts.ts';
/** A selectable microphone. */
export interface MicrophoneDevice {
  id: string;
  label: string;
}

/** Aliases for the system's preferred device, which is what making no choice means. */
const ALIASES = ['', 'default', 'communications'];

/**
 * Keeps the list of microphones current. Browsers name them only after the visitor has allowed one; until then, and if
 * there is no choice, the list is empty.
 *
 * @returns a function that stops watching, and one that refreshes the list
 */
export function watchMicrophones(tell: (devices: MicrophoneDevice[]) => void): { stop(): void; look(): void } {
  const media = navigator.mediaDevices as MediaDevices | undefined;
  let stopped = false;
  const look = async () => {
    const devices = (await media?.enumerateDevices().catch(() => [])) ?? [];
    if (stopped) return;
    tell(
      devices
        .filter(({ kind, deviceId, label }) => kind === 'audioinput' && !ALIASES.includes(deviceId) && label !== '')
        .map(({ deviceId, label }) => ({ id: deviceId, label })),
    );
  };
  const onChange = () => void look();
  media?.addEventListener?.('devicechange', onChange);
  void look();
  return {
    look: onChange,
    stop() {
      stopped = true;
      media?.removeEventListener?.('devicechange', onChange);
    },
  };
}

/** Receives the events of an open microphone. */
export interface TrackListener {
  /** The microphone stopped working; called once. */
  lost(error: MicrophoneError): void;
  /** The system or a key on the device muted or unmuted it. */
  muted(isMuted: boolean): void;
}

/**
 * Monitors an open microphone, so that a lost one never seems to be listening. A track should end by itself, but not
 * every browser ends it when its device is unplugged or its permission is revoked, so both are checked as well.
 *
 * @returns a function that stops watching
 */
export function watchTrack(track: MediaStreamTrack, listener: TrackListener): () => void {
  const over = new AbortController();
  const { signal } = over;
  const permission = microphonePermission();

  const gone = (error: MicrophoneError) => {
    if (signal.aborted) return;
    over.abort();
    listener.lost(error);
  };
  /** Queried again, since the track may end before the permission change is reported. */
  const isWithdrawn = async () =>
    (await permission)?.isGranted === true && (await microphonePermission())?.isGranted === false;
  const ended = async () => gone((await isWithdrawn()) ? withdrawnMicrophone() : lostMicrophone());
  const look = async () => {
    if (track.readyState === 'ended' || !(await isListed(track))) await ended();
  };

  track.addEventListener('ended', () => void ended(), { signal });
  track.addEventListener('mute', () => listener.muted(true), { signal });
  track.addEventListener('unmute', () => listener.muted(false), { signal });
  navigator.mediaDevices.addEventListener('devicechange', () => void look(), { signal });
  void permission.then((asked) => {
    const changed = async () => {
      if (await isWithdrawn()) gone(withdrawnMicrophone());
    };
    asked?.status.addEventListener('change', () => void changed(), { signal });
  });
  // Both may have happened before the listeners were attached.
  if (track.muted) listener.muted(true);
  if (track.readyState === 'ended') void ended();
  return () => over.abort();
}

/** Whether the track's device is still present; assumed if the browser does not tell. */
async function isListed(track: MediaStreamTrack): Promise<boolean> {
  const { deviceId } = track.getSettings();
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => null);
  const inputs = devices?.filter(({ kind }) => kind === 'audioinput');
  if (!deviceId || !inputs || inputs.some((input) => input.deviceId === '')) return true;
  return inputs.some((input) => input.deviceId === deviceId);
}

/** The current permission; null if the browser does not tell. */
async function microphonePermission(): Promise<{ status: PermissionStatus; isGranted: boolean } | null> {
  try {
    const status = await navigator.permissions.query({ name: 'microphone' });
    return { status, isGranted: status.state === 'granted' };
  } catch {
    return null;
  }
}

/** A failure to open the microphone. The message is section 8's sentence for the visitor. */
class MicrophoneError extends Error {
  /** The browser's name for the error, recorded in the session's events. */
  readonly reason: string;

  constructor(sentence: string, reason: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'MicrophoneError';
    this.reason = reason;
  }
}

/** Section 5: without HTTPS or localhost, browsers provide no microphone. */
const notSecure = () => t('voice.needsHttps');

/** Section 8, microphone, verbatim. */
const sentences = () =>
  ({
    unsupported: t('voice.notSupported'),
    denied: t('voice.denied'),
    missing: t('voice.missing'),
    busy: t('voice.busy'),
    constraints: t('voice.constraints'),
  }) as const;

/** The exception names of `getUserMedia`, including older names with the same meaning. */
const BY_NAME: Record<string, keyof ReturnType<typeof sentences>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
  OverconstrainedError: 'constraints',
  ConstraintNotSatisfiedError: 'constraints',
};

/** Checks the browser's support before asking for the microphone. @returns the failure, or null */
export function missingSupport(browser: { isSecureContext: boolean; hasMedia: boolean }): MicrophoneError | null {
  if (!browser.isSecureContext) return new MicrophoneError(notSecure(), 'insecure_context');
  if (!browser.hasMedia) return new MicrophoneError(sentences().unsupported, 'unsupported');
  return null;
}

/** Converts an exception of `getUserMedia` or the audio graph. */
export function toMicrophoneError(cause: unknown): MicrophoneError {
  if (cause instanceof MicrophoneError) return cause;
  const { name = Error.name, message = '' } = (cause ?? {}) as { name?: string; message?: string };
  const kind = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  const known = kind && sentences()[kind];
  const unknown = message ? t('voice.failedBecause', { message }) : t('voice.failed');
  return new MicrophoneError(known ?? unknown, name, cause);
}

/** The device was unplugged or taken away by the system. */
function lostMicrophone(): MicrophoneError {
  return new MicrophoneError(sentences().missing, 'ended');
}

/** The visitor revoked the permission while the microphone was open. */
function withdrawnMicrophone(): MicrophoneError {
  return new MicrophoneError(sentences().denied, 'withdrawn');
}
