import { Pause, Play, X } from 'lucide-react';
import { Button } from '../../../../ui/button.tsx';
import { minutesAndSeconds } from '../../../../ui/dates.ts';
import { Checkbox, Label, Select } from '../../../../ui/field.tsx';
import { SPEEDS } from '../../detail/replay.ts';
import type { OpenReplay } from '../../detail/use-replay.ts';

/** Play, pause, position, speed. */
export function ReplayBar({ replay, onClose }: { replay: OpenReplay; onClose: () => void }) {
  const { isPlaying, positionMs, speed, timeline, isShortened, send, shorten } = replay;
  const place = `${minutesAndSeconds(positionMs)} of ${minutesAndSeconds(timeline.lengthMs)}`;
  return (
    <fieldset className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-muted px-4 py-2 sm:px-6">
      <legend className="sr-only">Replay</legend>
      <Button
        variant="outline"
        size="sm"
        autoFocus
        className="bg-card"
        onClick={() => send({ type: isPlaying ? 'pause' : 'play' })}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />} {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={place}
        min={0}
        max={timeline.lengthMs}
        step={100}
        value={positionMs}
        className="h-6 min-w-32 grow accent-primary-text"
        onChange={({ target }) => send({ type: 'seek', positionMs: Number(target.value) })}
      />
      <span className="whitespace-nowrap text-sm tabular-nums">{place}</span>
      <span className="flex items-center gap-2">
        <Label htmlFor="replay-speed" className="sr-only">
          Speed
        </Label>
        <Select
          id="replay-speed"
          value={speed}
          onChange={({ target }) => send({ type: 'speed', speed: Number(target.value) })}
        >
          {SPEEDS.map((times) => (
            <option key={times} value={times}>
              {times}×
            </option>
          ))}
        </Select>
      </span>
      <label htmlFor="replay-silences" className="flex min-h-9 items-center gap-2 text-sm">
        <Checkbox id="replay-silences" checked={isShortened} onChange={({ target }) => shorten(target.checked)} />
        Cut long silences short
      </label>
      <Button variant="ghost" size="sm" aria-label="Close the replay" className="ml-auto" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </fieldset>
  );
}
