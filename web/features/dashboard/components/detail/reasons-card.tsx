import type { ScoreStep, SessionDetail } from '@understudy/contract/admin';
import { useMemo } from 'react';
import { Card } from '../../../../ui/card.tsx';
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

/** One rule's contribution to the score, with the latest words that show it; none if the whole conversation does. */
interface Evidence {
  rule: string;
  points: number;
  quote: string;
  /** Index of these words in the score log. */
  index: number;
  /** Typed into the call form, so part of no utterance. */
  typed: boolean;
}

/**
 * The score log grouped by rule, largest contribution first. Contributions that were fully taken back are left out:
 * they add no points, and the curve shows them.
 */
export function evidenceOf(score: readonly ScoreStep[]): Evidence[] {
  const by = new Map<string, Evidence>();
  for (const [index, { rule, points, quote, from, to }] of score.entries()) {
    const sum = (by.get(rule)?.points ?? 0) + points;
    // No single line shows how much was said.
    const shown = rule === 'engagement' ? '' : quote;
    by.set(rule, { rule, points: sum, quote: shown, index, typed: shown !== '' && from === 0 && to === 0 });
  }
  return [...by.values()]
    .filter(({ points }) => points !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.index - other.index);
}

/** The sum of the evidence, and a note if the score is clamped to 0 to 100. */
export function sumWords(evidence: readonly Evidence[]): string {
  const sum = evidence.reduce((total, { points }) => total + points, 0);
  if (sum > 100) return `${sum} points together, cut at 100`;
  if (sum < 0) return `−${-sum} points together, not below 0`;
  return sum === 1 ? '1 point together' : `${sum} points together`;
}
