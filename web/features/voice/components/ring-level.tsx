import { useEffect } from 'react';
import { voicePresence } from '../presence.ts';
import { useVoice } from '../use-voice.ts';
import type { Voice } from '../voice.ts';

/**
 * Moves the ring round the portrait with whoever is heard; without React, as often as the screen is drawn. The level is
 * told to the portrait alone: on the document it would have every line of the conversation styled anew each time.
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
