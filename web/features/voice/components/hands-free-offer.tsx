import { Button } from '../../../ui/button.tsx';

/** Offered once after 'Talk': both ways to speak. The microphone opens only with the visitor's own click. */
export function HandsFreeOffer({ onAnswer }: { onAnswer: (handsFree: boolean) => void }) {
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
