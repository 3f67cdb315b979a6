import { useEffect, useRef } from 'react';
import type { Voice } from '../voice.ts';

/** The visitor's input level. Drawn without React, about 60 times a second; in steps with reduced motion. */
export function LevelMeter({ voice, active }: { voice: Voice; active: boolean }) {
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
