import { Settings2, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { isMicrophoneOn, isProcessing, isTyping } from '../presence.ts';
import { useVoice } from '../use-voice.ts';
import type { Voice } from '../voice.ts';
import type { VoiceView } from '../voice-store.ts';
import { HoldToTalk } from './hold-to-talk.tsx';
import '../voice.css';

/** The voice controls in the input bar (section 2): voice on and off, auto-detect, hold to talk. */
export function VoiceBar({ voice, twin }: { voice: Voice; twin: string }) {
  const view = useVoice(voice);
  const { taking, notice, muted } = view;
  const isOn = taking.voice === 'on';
  const isAuto = isOn && taking.hearing.mode === 'auto';
  // Section 5. The voice switch can always turn the voice off, and holding the button turns it on.
  const busy = isProcessing(taking) || isTyping(taking);
  return (
    <section aria-label="Voice" className="voice-bar" data-recording={isMicrophoneOn(taking) || undefined}>
      <div className="voice-controls">
        <Button
          variant="ghost"
          size="icon"
          aria-pressed={isOn}
          aria-label="Voice"
          title={isOn ? `Voice is on: ${twin} speaks, and can hear you` : 'Voice is off'}
          onClick={() => voice.switchVoice(!isOn)}
        >
          {isOn ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        </Button>
        <HoldToTalk voice={voice} view={view} disabled={busy || isAuto} />
        <button
          type="button"
          className="voice-auto"
          aria-pressed={isAuto}
          disabled={!isOn || busy}
          title="Listens all the time and notices when you speak"
          onClick={() => voice.switchAuto(!isAuto)}
        >
          Auto-detect <span className="voice-beta">beta</span>
        </button>
        {isOn ? <DevicePicker view={view} onChoose={voice.chooseDevice} /> : null}
      </div>
      {view.offering && view.recognition !== 'none' ? <HandsFreeOffer onAnswer={voice.answerOffer} /> : null}
      {view.asking ? <RecognitionConsent onAnswer={voice.answer} /> : null}
      {notice ? (
        <div role="alert" className="voice-notice">
          <p>{notice}</p>
          <Button variant="ghost" size="sm" onClick={voice.dismissNotice}>
            Close
          </Button>
        </div>
      ) : null}
      {muted ? (
        <p role="status" className="voice-notice">
          Your microphone is muted on your device. Unmute it there, or go on by typing.
        </p>
      ) : null}
    </section>
  );
}

/** Microphone picker, shown if there is a choice. The browser's own select lies invisibly over the icon. */
function DevicePicker({ view, onChoose }: { view: VoiceView; onChoose: (id: string | null) => void }) {
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

/** Offered once after 'Talk': both ways to speak. The microphone opens only with the visitor's own click. */
function HandsFreeOffer({ onAnswer }: { onAnswer: (handsFree: boolean) => void }) {
  return (
    <section aria-labelledby="hands-free-offer" className="voice-notice voice-offer">
      <p id="hands-free-offer">Talk without holding a button? Auto-detect notices when you speak.</p>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onAnswer(true)}>
          Talk hands-free
        </Button>
        <Button variant="outline" size="sm" onClick={() => onAnswer(false)}>
          Hold the button instead
        </Button>
      </span>
    </section>
  );
}

/**
 * Asks for consent before audio is sent to the browser's vendor: only once, and typing works either way. It takes the
 * focus, so that it is read out, and returns it to the button that was pressed.
 */
function RecognitionConsent({ onAnswer }: { onAnswer: (agrees: boolean) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pressed = document.activeElement;
    box.current?.focus();
    // Focusing a field would open a phone's keyboard.
    return () => (pressed instanceof HTMLButtonElement ? pressed.focus() : undefined);
  }, []);
  return (
    <div ref={box} role="alertdialog" aria-labelledby="recognition-consent" tabIndex={-1} className="voice-notice">
      <p id="recognition-consent">
        To understand you, this browser sends what your microphone hears to its maker, who turns it into text. Do you
        agree?
      </p>
      <span className="flex gap-2">
        <Button size="sm" onClick={() => onAnswer(true)}>
          Agree
        </Button>
        <Button variant="outline" size="sm" onClick={() => onAnswer(false)}>
          No, I will type
        </Button>
      </span>
    </div>
  );
}
