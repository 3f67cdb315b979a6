import { AudioLines, Captions, Mic, Settings2, Volume2, VolumeX } from 'lucide-react';
import { type KeyboardEvent, lazy, type MouseEvent, type PointerEvent, Suspense, useEffect, useRef } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { useKeptFocus } from '../../../platform/use-kept-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import type { Voice } from '../voice.ts';
import { isMicrophoneOn, isProcessing, isTyping, useVoice, type VoiceView } from '../voice-store.ts';
import '../voice.css';

// Most visitors switch no captions on.
const VoiceCaptions = lazy(async () => ({ default: (await import('./voice-captions.tsx')).VoiceCaptions }));

/** The voice controls in the input bar (section 2): voice on and off, auto-detect, hold to talk. */
export function VoiceBar({ voice, twin }: { voice: Voice; twin: string }) {
  const view = useVoice(voice);
  const { taking, notice, muted } = view;
  const isOn = taking.voice === 'on';
  const isAuto = isOn && taking.hearing.mode === 'auto';
  // Section 5. The voice switch can always turn the voice off, and holding the button turns it on.
  const busy = isProcessing(taking) || isTyping(taking);
  return (
    <section aria-label={t('voice.voice')} className="voice-bar" data-recording={isMicrophoneOn(taking) || undefined}>
      <div className="voice-notices">
        {view.offering && view.recognition !== 'none' ? <HandsFreeOffer onAnswer={voice.answerOffer} /> : null}
        {view.asking ? <RecognitionConsent onAnswer={voice.answer} /> : null}
        {notice ? (
          <div role="alert" className="voice-notice">
            <p>{notice}</p>
            <Button variant="ghost" size="sm" onClick={voice.dismissNotice}>
              {t('ui.close')}
            </Button>
          </div>
        ) : null}
        {isOn && view.captions ? (
          <Suspense>
            <VoiceCaptions view={view} />
          </Suspense>
        ) : null}
        {muted ? (
          <p role="status" className="voice-notice">
            {t('voice.muted')}
          </p>
        ) : null}
      </div>
      <div className="voice-controls">
        <Button
          variant="ghost"
          size="icon"
          className="voice-switch"
          aria-pressed={isOn}
          aria-label={t('voice.voice')}
          title={isOn ? t('voice.isOn', { twin }) : t('voice.isOff')}
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
          title={t('voice.autoDetectMeans')}
          onClick={() => voice.switchAuto(!isAuto)}
        >
          <AudioLines aria-hidden />
          <span>
            <Text id="voice.autoDetect" tags={{ span: (words) => <span className="voice-beta">{words}</span> }} />
          </span>
        </button>
        {isOn ? (
          <Button
            variant="ghost"
            size="icon"
            aria-pressed={view.captions}
            aria-label={t('voice.captions')}
            title={t('voice.captionsMean')}
            onClick={() => voice.switchCaptions(!view.captions)}
          >
            <Captions aria-hidden />
          </Button>
        ) : null}
        {isOn ? <DevicePicker view={view} onChoose={voice.chooseDevice} /> : null}
      </div>
    </section>
  );
}

/** Microphone picker, shown if there is a choice. The browser's own select lies invisibly over the icon. */
function DevicePicker({ view, onChoose }: { view: VoiceView; onChoose: (id: string | null) => void }) {
  const { devices, deviceId } = view;
  if (devices.length < 2) return null;
  const chosen = devices.some(({ id }) => id === deviceId) ? (deviceId ?? '') : '';
  return (
    <span className="voice-devices" title={t('voice.microphone')}>
      <Settings2 aria-hidden />
      <select
        aria-label={t('voice.microphone')}
        value={chosen}
        onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{t('voice.systemDefault')}</option>
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
      <p id="hands-free-offer">{t('voice.handsFreeOffer')}</p>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onAnswer(true)}>
          {t('voice.handsFree')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onAnswer(false)}>
          {t('voice.holdInstead')}
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
      <p id="recognition-consent">{t('voice.vendorQuestion')}</p>
      <span className="flex gap-2">
        <Button size="sm" onClick={() => onAnswer(true)}>
          {t('voice.agree')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onAnswer(false)}>
          {t('voice.disagree')}
        </Button>
      </span>
    </div>
  );
}

/**
 * The largest control: while pressed by mouse, finger or key it records; releasing or leaving it sends (section 4).
 * With the voice on it has the initial focus, so that Space works at once; Space also works anywhere unless a field,
 * button or link has the focus.
 */
function HoldToTalk({ voice, view, disabled }: { voice: Voice; view: VoiceView; disabled: boolean }) {
  const { taking } = view;
  const isOn = taking.voice === 'on';
  const mic = isOn ? taking.hearing.mic : 'closed';
  const isRecording = mic === 'recording';
  const isPressed = isOn && taking.hearing.mode === 'push-to-talk' && mic !== 'closed';
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, disabled && !isPressed, isOn && view.recognition !== 'none');
  // With the voice off, Space scrolls the page as usual.
  useSpace(voice, disabled || !isOn);

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    // A finger that slides off must count as leaving the button.
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      event.currentTarget.releasePointerCapture(event.pointerId);
    voice.press();
  };
  /**
   * A press from a screen reader has neither pointer nor key, and no duration: the first one starts, the next one
   * sends.
   */
  const onClick = (event: MouseEvent) => {
    if (event.detail !== 0) return;
    if (isPressed) voice.release();
    else voice.press();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) voice.press();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    voice.release();
  };

  return (
    <button
      ref={button}
      type="button"
      disabled={disabled && !isPressed}
      aria-pressed={isPressed}
      data-recording={isRecording || undefined}
      title={isOn ? t('voice.holdSpace') : t('voice.holdSwitchesOn')}
      className={cn('voice-hold', isPressed && 'voice-hold-pressed')}
      onPointerDown={onPointerDown}
      onPointerUp={voice.release}
      onPointerLeave={voice.release}
      onPointerCancel={voice.release}
      onBlur={voice.release}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onClick={onClick}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Mic aria-hidden />
      <span>
        {isRecording ? t('voice.release') : mic === 'opening' && isPressed ? t('voice.oneMoment') : t('voice.hold')}
      </span>
      <LevelMeter voice={voice} active={mic !== 'closed' && mic !== 'opening'} />
    </button>
  );
}

/** Focused elements that handle Space themselves. */
const TAKES_SPACE =
  'input, textarea, select, button, a[href], summary, [contenteditable], [role="button"], dialog[open] *';

function useSpace(voice: Voice, disabled: boolean): void {
  const held = useRef(false);
  useEffect(() => {
    const isOurs = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const taken = target?.closest(TAKES_SPACE) || document.querySelector('dialog[open]');
      return event.key === ' ' && !taken && !event.ctrlKey && !event.metaKey && !event.altKey;
    };
    const onDown = (event: globalThis.KeyboardEvent) => {
      if (!isOurs(event) || disabled) return;
      // The page must not scroll.
      event.preventDefault();
      if (event.repeat || held.current) return;
      held.current = true;
      voice.press();
    };
    const release = () => {
      if (!held.current) return;
      held.current = false;
      voice.release();
    };
    const onUp = (event: globalThis.KeyboardEvent) => {
      if (event.key === ' ') release();
    };
    document.addEventListener('keydown', onDown);
    document.addEventListener('keyup', onUp);
    // The key may be released in another window, which sends no event here.
    window.addEventListener('blur', release);
    return () => {
      document.removeEventListener('keydown', onDown);
      document.removeEventListener('keyup', onUp);
      window.removeEventListener('blur', release);
    };
  }, [voice, disabled]);
}

/** The visitor's input level. Drawn without React, about 60 times a second; in steps with reduced motion. */
function LevelMeter({ voice, active }: { voice: Voice; active: boolean }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!active || !element) return;
    let frame = requestAnimationFrame(function draw() {
      element.style.setProperty('--level', voice.visitorLevel().toFixed(3));
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      element.style.removeProperty('--level');
    };
  }, [voice, active]);
  return <span ref={bar} aria-hidden="true" hidden={!active} className="voice-level" data-testid="level" />;
}
