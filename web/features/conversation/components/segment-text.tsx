import { splitSentences, withDash } from '../sentences.ts';

/**
 * One segment. Each finished sentence is an element of its own, so that a screen reader announces it once and in full;
 * the unfinished sentence is marked busy and is not announced until it is finished.
 */
export function SegmentText({ text, isOver, isBroken }: { text: string; isOver: boolean; isBroken: boolean }) {
  const { finished, tail } = splitSentences(isBroken ? withDash(text) : text, isOver || isBroken);
  return (
    <p className="talk-line">
      {finished.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added, and known by their place
        <span key={index}>{sentence}</span>
      ))}
      {isOver || isBroken ? null : (
        <span aria-busy="true" aria-hidden="true" className="talk-tail">
          {tail}
        </span>
      )}
    </p>
  );
}
