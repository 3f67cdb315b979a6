import { Settings2 } from 'lucide-react';
import type { VoiceView } from '../voice-store.ts';

/** Microphone picker, shown if there is a choice. The browser's own select lies invisibly over the icon. */
export function DevicePicker({ view, onChoose }: { view: VoiceView; onChoose: (id: string | null) => void }) {
  const { devices, deviceId } = view;
  if (devices.length < 2) return null;
  const chosen = devices.some(({ id }) => id === deviceId) ? (deviceId ?? '') : '';
  return (
    <span className="voice-devices" title="Microphone">
      <Settings2 aria-hidden />
      <select
        aria-label="Microphone"
        value={chosen}
        onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">The system's choice</option>
        {devices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
