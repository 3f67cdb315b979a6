import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/**
 * Asks for consent before audio is sent to the browser's vendor: only once, and typing works either way. It takes the
 * focus, so that it is read out, and returns it to the button that was pressed.
 */
export function RecognitionConsent({ onAnswer }: { onAnswer: (agrees: boolean) => void }) {
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
