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
