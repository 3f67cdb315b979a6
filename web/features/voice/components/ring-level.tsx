import { useEffect } from 'react';
import { voicePresence } from '../presence.ts';
import { useVoice } from '../use-voice.ts';
import type { Voice } from '../voice.ts';

/**
 * Animates the ring around the portrait with the current speaker's level, without React, once per animation frame. The
 * level is set on the portrait only: on the document, each change would restyle every line of the conversation.
 */
export function RingLevel({ voice }: { voice: Voice }) {
  const presence = voicePresence(useVoice(voice).taking);
  const moves = presence === 'listening' || presence === 'speaking';
  useEffect(() => {
    if (!moves) return;
    const style = document.querySelector<HTMLElement>('.talk-screen .portrait')?.style;
    if (!style) return;
    let frame = requestAnimationFrame(function draw() {
      style.setProperty('--voice-level', voice.level().toFixed(2));
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      style.removeProperty('--voice-level');
    };
  }, [voice, moves]);
  return null;
}
