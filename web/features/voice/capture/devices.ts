/** A microphone that may be chosen. */
export interface MicrophoneDevice {
  id: string;
  label: string;
}

/** Not devices but names for whichever the system prefers, which is what nobody's choice stands for. */
const ALIASES = ['', 'default', 'communications'];

/**
 * Keeps the list of microphones current. Browsers name them only once the visitor has allowed one; before, and where
 * there is nothing to choose from, the list is empty.
 *
 * @returns a function that stops it, and one that looks anew
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
