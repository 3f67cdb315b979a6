import { type EpisodeRating, RATING_MAX } from '@understudy/contract/episodes';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import '../rating.css';

const STARS = Array.from({ length: RATING_MAX }, (_, index) => index + 1);

/**
 * Asks the visitor, once the show is over, how it was, and whether its episode may be published. It can be changed and
 * taken back while the page has the conversation.
 */
export function RateEpisode({
  onRead,
  onRate,
}: {
  /** What they have said so far; throws what the page's calls throw. */
  onRead: () => Promise<EpisodeRating>;
  /** Sends it; throws what the page's calls throw. */
  onRate: (rating: number, publish: boolean) => Promise<unknown>;
}) {
  const id = useId();
  const [rating, setRating] = useState<number | null>(null);
  const [publish, setPublish] = useState(false);
  const [state, setState] = useState<'loading' | 'open' | 'sending' | 'sent'>('loading');
  const [error, setError] = useState<unknown>(null);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    let isGone = false;
    const show = (given: EpisodeRating) => {
      setRating(given.rating);
      setPublish(given.publishing_agreed);
      setState(given.rating === null ? 'open' : 'sent');
    };
    const fail = (failure: unknown) => {
      setError(failure);
      setState('open');
    };
    read().then(
      (given) => isGone || show(given),
      (failure) => isGone || fail(failure),
    );
    return () => {
      isGone = true;
    };
  }, []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (rating === null) return;
    setState('sending');
    setError(null);
    try {
      await onRate(rating, publish);
      setState('sent');
    } catch (failure) {
      setError(failure);
      setState('open');
    }
  };
  return (
    <form onSubmit={send} className="rating" aria-labelledby={`${id}-title`}>
      <fieldset disabled={state === 'loading'} aria-busy={state === 'loading'}>
        <legend id={`${id}-title`} className="font-serif text-lg">
          {t('rating.title')}
        </legend>
        <div className="rating-stars">
          {STARS.map((star) => (
            <label key={star} data-lit={(rating !== null && star <= rating) || undefined}>
              <input
                type="radio"
                name={`${id}-stars`}
                value={star}
                checked={rating === star}
                onChange={() => {
                  setRating(star);
                  setState('open');
                }}
              />
              <span className="sr-only">{t('rating.stars', { stars: star })}</span>
              <svg aria-hidden="true" viewBox="0 0 24 24">
                <path d="m12 2.5 2.9 6.2 6.6.8-4.9 4.6 1.3 6.7L12 17.5l-5.9 3.3 1.3-6.7L2.5 9.5l6.6-.8z" />
              </svg>
            </label>
          ))}
        </div>
      </fieldset>
      <label htmlFor={`${id}-publish`} className="mt-3 flex items-start gap-3 text-sm">
        <Checkbox
          id={`${id}-publish`}
          checked={publish}
          disabled={state === 'loading'}
          className="mt-0.5"
          onChange={({ target }) => {
            setPublish(target.checked);
            setState('open');
          }}
        />
        <span>{t('rating.publish')}</span>
      </label>
      <FormAlert>{error ? sentenceOf(error) : null}</FormAlert>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="sm" variant="outline" disabled={rating === null || state !== 'open'}>
          {t('rating.send')}
        </Button>
        <p role="status" className="text-muted-foreground text-sm">
          {state === 'sent' ? t(publish ? 'rating.sentAndPublish' : 'rating.sent') : ''}
        </p>
      </div>
    </form>
  );
}
