import { Mic } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useKeptFocus } from '../../../platform/use-kept-focus.ts';
import { cn } from '../../../ui/cn.ts';
import type { Voice } from '../voice.ts';
import type { VoiceView } from '../voice-store.ts';

/**
 * The largest control: while pressed by mouse, finger or key it records; releasing or leaving it sends (section 4).
 * With the voice on it has the initial focus, so that Space works at once; Space also works anywhere unless a field,
 * button or link has the focus.
 */
export function HoldToTalk({ voice, view, disabled }: { voice: Voice; view: VoiceView; disabled: boolean }) {
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
      title={isOn ? 'Hold to talk (Space)' : 'Hold to talk; this switches the voice on'}
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
      <span>{isRecording ? 'Release to send' : mic === 'opening' && isPressed ? 'One moment' : 'Hold to talk'}</span>
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
