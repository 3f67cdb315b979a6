import { lostMicrophone, type MicrophoneError, withdrawnMicrophone } from './microphone-errors.ts';

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
