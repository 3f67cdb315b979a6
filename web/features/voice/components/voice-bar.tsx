import { Volume2, VolumeX } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { isMicrophoneOn, isProcessing, isTyping } from '../presence.ts';
import { useVoice } from '../use-voice.ts';
import type { Voice } from '../voice.ts';
import { DevicePicker } from './device-picker.tsx';
import { HandsFreeOffer } from './hands-free-offer.tsx';
import { HoldToTalk } from './hold-to-talk.tsx';
import { RecognitionConsent } from './recognition-consent.tsx';
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
