import type { SessionDetail } from '@understudy/contract/admin';
import { useMemo } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { evidenceOf, sumWords } from '../../detail/evidence.ts';
import { pointsOf } from '../../detail/score-curve.ts';
import { ruleWords } from '../../words/session-words.ts';
import { ScoreCurve } from './score-curve.tsx';

/** Explains the score: its reasons in sentences, the latest quote behind each rule, and its development. */
export function ReasonsCard({ detail, onQuote }: { detail: SessionDetail; onQuote: (index: number) => void }) {
  const { reasons, score, extracts } = detail;
  const points = useMemo(() => pointsOf(extracts), [extracts]);
  const evidence = useMemo(() => evidenceOf(score), [score]);
  if (score.length === 0 && reasons.length === 0) return null;
  return (
    <Card className="px-4 py-5 sm:px-6">
      <section aria-labelledby="reasons">
        <h2 id="reasons" className="text-2xl">
          Why this score
        </h2>
        <ul className="mt-3 max-w-measure space-y-1">
          {reasons.map((reason) => (
            <li key={reason} className="dash-item wrap-anywhere">
              {reason}
            </li>
          ))}
        </ul>
        {evidence.length > 0 ? (
          <>
            <h3 className="mt-5 text-lg">In the visitor’s own words</h3>
            <ol className="mt-2 divide-y border-y">
              {evidence.map(({ rule, points: worth, quote, index, typed }) => (
                <li key={rule} className="grid grid-cols-[3rem_1fr] gap-x-3 py-2">
                  <span className="text-right font-medium tabular-nums">{signed(worth)}</span>
                  <span className="wrap-anywhere min-w-0">
                    <span className="text-muted-foreground text-sm">
                      {quote ? `${ruleWords(rule)}: ` : ruleWords(rule)}
                    </span>
                    {typed ? `“${quote}” (typed into the form for a call)` : null}
                    {quote && !typed ? (
                      <button
                        type="button"
                        className="inline min-h-6 text-left underline decoration-primary-text underline-offset-4"
                        onClick={() => onQuote(index)}
                      >
                        “{quote}”
                      </button>
                    ) : null}
                  </span>
                </li>
              ))}
            </ol>
            <p className="mt-2 text-muted-foreground text-sm tabular-nums">{sumWords(evidence)}.</p>
          </>
        ) : null}
        <div className="mt-6 max-w-3xl">
          <ScoreCurve points={points} />
        </div>
      </section>
    </Card>
  );
}

/** '+12', '−6': with a minus sign, which is as wide as a plus. */
const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`);
