import { Button } from '../../../ui/button.tsx';

/** Asks before audio goes to the browser's maker (settled, part 4): once, and typed text goes on either way. */
export function RecognitionConsent({ onAnswer }: { onAnswer: (agrees: boolean) => void }) {
  return (
    <div role="alertdialog" aria-labelledby="recognition-consent" className="voice-notice">
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
