import { useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../platform/motion.ts';
import { Button } from '../../ui/button.tsx';
import { type Exchange, exchangeFrames, exchangeWords } from './exchange-frames.ts';

/**
 * A real exchange, set like a script, that plays once it is on screen. The whole text has its place from the start, so
 * nothing moves; a screen reader gets it in one piece. It can be skipped and played again.
 */
export function ExchangePlayer({ exchange, twin }: { exchange: Exchange; twin: string }) {
  const still = useReducedMotion();
  const [frames, words] = [exchangeFrames(exchange), exchangeWords(exchange)];
  const last = frames.length - 1;
  const place = useRef<HTMLElement>(null);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const shown = still ? words.length : (frames[at]?.words ?? 0);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setPlaying(true);
        observer.disconnect();
      },
      { threshold: 0.4 },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!playing || at >= last) return;
    const timer = setTimeout(() => setAt(at + 1), frames[at]?.holdMs ?? 0);
    return () => clearTimeout(timer);
  });

  const finished = at >= last;
  const press = () => {
    setAt(finished ? 0 : last);
    setPlaying(true);
  };

  return (
    <figure ref={place} className="script">
      <figcaption className="sr-only">A short exchange between a visitor and the AI twin</figcaption>
      <dl>
        <dt>Visitor</dt>
        <dd>{exchange.human}</dd>
        <dt>{twin}</dt>
        <dd className="font-serif">
          <span className="sr-only">{words.join(' ')}</span>
          <span aria-hidden="true">
            {words.map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of one line never change their order.
              <span key={index} className={index < shown ? undefined : 'invisible'}>
                {word}{' '}
              </span>
            ))}
          </span>
        </dd>
      </dl>
      {still ? null : (
        <Button variant="ghost" size="sm" onClick={press} className="script-control">
          {finished ? 'Play again' : 'Show all of it'}
        </Button>
      )}
    </figure>
  );
}
