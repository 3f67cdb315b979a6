import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/**
 * Asks before audio goes to the browser's maker: once, and typed text goes on either way. It takes the
 * focus, so that it is read out, and gives it back to the button that was pressed.
 */
export function RecognitionConsent({ onAnswer }: { onAnswer: (agrees: boolean) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pressed = document.activeElement;
    box.current?.focus();
    // A field would call up the keyboard of a telephone.
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
