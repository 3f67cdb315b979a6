import type { TurnWaterfall } from '@understudy/contract/admin';

const STAGES = [
  { key: 'utterance_sent_ms', words: 'sent' },
  { key: 'transcribed_ms', words: 'understood' },
  { key: 'first_word_ms', words: 'first word' },
  { key: 'first_audio_ms', words: 'first sound made' },
  { key: 'playback_start_ms', words: 'heard' },
] as const;

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** Timing of a spoken turn: each stage from the end of the visitor's speech. */
export function LatencyTrace({ trace }: { trace: TurnWaterfall }) {
  const known = STAGES.flatMap(({ key, words }) => {
    const at = trace[key];
    return at === null ? [] : [{ words, at }];
  });
  const last = Math.max(...known.map(({ at }) => at), 1);
  const heard = known.at(-1);
  if (!heard) return null;
  return (
    <details className="mt-1 text-muted-foreground text-sm">
      <summary className="min-h-6 cursor-pointer tabular-nums">
        Spoken: {heard.words} after {seconds(heard.at)}
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_3.5rem_minmax(4rem,1fr)] items-center gap-x-3 text-left">
        {known.map(({ words, at }, index) => {
          const before = known[index - 1]?.at ?? 0;
          return (
            <div key={words} className="contents">
              <dt>{words}</dt>
              <dd className="text-right tabular-nums">{seconds(at)}</dd>
              <dd>
                <svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full">
                  <rect
                    x={(100 * Math.min(before, at)) / last}
                    width={Math.max(1, (100 * Math.abs(at - before)) / last)}
                    height="6"
                    className="fill-primary-text"
                  />
                </svg>
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
