import type { PublicConfig } from '@understudy/contract/wire';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';

/**
 * A real exchange, set like a script, that plays once it is on screen. The full text occupies its space from the start,
 * so nothing moves; a screen reader gets it as a whole. It can be skipped and replayed.
 */
export function ExchangePlayer({ exchange, twin }: { exchange: Exchange; twin: string }) {
  const still = useReducedMotion();
  const place = useRef<HTMLElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'waiting' | 'playing' | 'finished'>('waiting');

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setState('playing');
        observer.disconnect();
      },
      { threshold: 0.25 },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (still || state === 'waiting' || !line.current) return;
    if (state === 'playing') return play(line.current, exchange, () => setState('finished'));
    show(line.current, Number.POSITIVE_INFINITY);
  }, [still, state, exchange]);

  const words = exchangeWords(exchange);
  return (
    <figure ref={place} className="script">
      <figcaption className="sr-only">{t('demo.exchange')}</figcaption>
      <dl>
        <dt>{t('demo.visitor')}</dt>
        <dd>{exchange.human}</dd>
        <dt>{twin}</dt>
        <dd className="font-serif">
          <span className="sr-only">{words.join(' ')}</span>
          <span aria-hidden="true" ref={line}>
            {words.map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of one line never change their order.
              <span key={index} className={still ? undefined : 'invisible'}>
                {word}{' '}
              </span>
            ))}
          </span>
        </dd>
      </dl>
      {still ? null : (
        <Button
          variant="ghost"
          size="sm"
          className="script-control"
          onClick={() => setState(state === 'finished' ? 'playing' : 'finished')}
        >
          {state === 'finished' ? t('demo.again') : t('demo.showAll')}
        </Button>
      )}
    </figure>
  );
}

/** Shows the first words of a line. Done without React, which would compare every word twenty times a second. */
function show(line: HTMLElement, count: number): void {
  for (const [index, word] of [...line.children].entries()) word.classList.toggle('invisible', index >= count);
}

/** Plays a line from its beginning. Returns a function that stops it. */
function play(line: HTMLElement, exchange: Exchange, onEnd: () => void): () => void {
  const frames = exchangeFrames(exchange);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const step = (at: number) => {
    const frame = frames[at];
    if (!frame) return onEnd();
    show(line, frame.words);
    timer = setTimeout(step, frame.holdMs, at + 1);
  };
  step(0);
  return () => clearTimeout(timer);
}

/** One exchange of a demo. */
type Exchange = NonNullable<PublicConfig['demo']>;

/** How long the visitor's line stands alone before the twin answers. */
const THINKING_MS = 900;
/** Time per word: brisk reading, so that the whole exchange takes only a few seconds. */
const WORD_MS = 55;

/** One step of the exchange: the number of visible words, and the time until the next step. */
interface Frame {
  words: number;
  holdMs: number;
}

/** The reply's words in order; the first word of each segment carries its pause. */
export function exchangeWords(exchange: Exchange): string[] {
  return exchange.reply.flatMap((segment) => segment.text.split(/\s+/).filter(Boolean));
}

/**
 * The animation steps: word by word, with the twin's own pauses between segments. The last frame contains every word.
 */
export function exchangeFrames(exchange: Exchange): Frame[] {
  const frames: Frame[] = [{ words: 0, holdMs: THINKING_MS }];
  let words = 0;
  for (const segment of exchange.reply) {
    const last = frames[frames.length - 1];
    if (last) last.holdMs += segment.pause_ms;
    for (const _ of segment.text.split(/\s+/).filter(Boolean)) {
      words += 1;
      frames.push({ words, holdMs: WORD_MS });
    }
  }
  return frames;
}

const QUERY = '(prefers-reduced-motion: reduce)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the visitor prefers reduced motion: states then change without animation. */
function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    // A prerendered first screen suits most visitors; with reduced motion, content settles rather than disappears.
    () => false,
  );
}
