import type { AdminExtract, ScoreStep, SessionDetail } from '@understudy/contract/admin';
import { SCORE_SCALES, tierOf } from '@understudy/contract/leads';
import { useMemo } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Card } from '../../../../ui/card.tsx';
import { clockTime } from '../../../../ui/dates.ts';
import { reasonWords } from '../../../../ui/fixed-words.ts';
import { ruleWords, tierWords } from '../../session-words.ts';

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
          {t('session.whyThisScore')}
        </h2>
        <ul className="mt-3 max-w-measure space-y-1">
          {reasons.map((reason) => (
            <li key={reason} className="dash-item wrap-anywhere">
              {reasonWords(reason)}
            </li>
          ))}
        </ul>
        {evidence.length > 0 ? (
          <>
            <h3 className="mt-5 text-lg">{t('session.inTheVisitorsOwnWords')}</h3>
            <ol className="mt-2 divide-y border-y">
              {evidence.map(({ rule, points: worth, quote, index, typed }) => (
                <li key={rule} className="grid grid-cols-[3rem_1fr] gap-x-3 py-2">
                  <span className="text-right font-medium tabular-nums">{signed(worth)}</span>
                  <span className="wrap-anywhere min-w-0">
                    <span className="text-muted-foreground text-sm">
                      {quote ? `${ruleWords(rule)}: ` : ruleWords(rule)}
                    </span>
                    {typed ? t('session.typedIntoTheFormFor', { quote }) : null}
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
            <p className="mt-2 text-muted-foreground text-sm tabular-nums">{sumWords(evidence)}</p>
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
  if (sum > 100) return t('session.pointsCapped', { points: sum });
  return sum < 0 ? t('session.pointsBelow', { points: signed(sum) }) : t('session.points', { points: sum });
}

/** The score's development over a conversation: as a sentence, a curve, and a table of figures. */
export function ScoreCurve({ points }: { points: readonly ScorePoint[] }) {
  const at = placed(points);
  const last = at.at(-1);
  return (
    <figure className="score-curve">
      <figcaption>
        <span className="font-medium">{t('session.howDidTheScoreDevelop')}</span>{' '}
        <span className="text-muted-foreground">{curveInWords(points)}</span>
      </figcaption>
      {last ? (
        <>
          <svg viewBox={`0 0 ${CURVE.width} ${CURVE.height}`} aria-hidden="true" className="mt-2 h-auto w-full">
            {SCORE_BANDS.map((band) => (
              <Band key={band.score} {...band} />
            ))}
            <path d={`M${CURVE.left} ${heightOf(0)}H${CURVE.width - CURVE.right}`} className="score-curve-edge" />
            <path d={stepPath(at)} className="score-curve-line" />
            {at.map(({ seq, x, y, score }) => (
              <circle key={seq} cx={x} cy={y} r="3.5" className="score-curve-point">
                <title>{t('session.messageScored', { seq, score })}</title>
              </circle>
            ))}
            <text x={CURVE.left} y={CURVE.height - 8}>
              {t('session.firstMessage')}
            </text>
            <text x={CURVE.width - CURVE.right} y={CURVE.height - 8} textAnchor="end">
              {t('session.newest')}
            </text>
          </svg>
          <details className="mt-1 text-sm">
            <summary className="cursor-pointer py-1 text-muted-foreground">{t('session.asATable')}</summary>
            <table className="mt-1 tabular-nums [&_td]:pr-6 [&_th]:pr-6 [&_th]:text-left [&_th]:font-medium">
              <thead>
                <tr>
                  <th scope="col">{t('session.message')}</th>
                  <th scope="col">{t('session.time')}</th>
                  <th scope="col">{t('session.score')}</th>
                  <th scope="col">{t('session.tier')}</th>
                </tr>
              </thead>
              <tbody>
                {at.map(({ seq, at: time, score }) => (
                  <tr key={seq}>
                    <td>{seq}</td>
                    <td>
                      <time dateTime={time}>{t('session.utc', { time: clockTime(time.slice(11)) })}</time>
                    </td>
                    <td>{score}</td>
                    <td>{tierWords()[tierOf(score)]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      ) : null}
    </figure>
  );
}

/** A grade's lower bound, labelled at the side of its scale. */
function Band({ score, side, words }: (typeof SCORE_BANDS)[number]) {
  const y = heightOf(score);
  const isLeft = side === 'left';
  return (
    <>
      <path d={`M${CURVE.left} ${y}H${CURVE.width - CURVE.right}`} className="score-curve-band" />
      <text
        x={isLeft ? CURVE.left - 8 : CURVE.width - CURVE.right + 8}
        y={y}
        dominantBaseline="central"
        textAnchor={isLeft ? 'end' : 'start'}
      >
        {score}
        <tspan className="score-curve-words"> {words}</tspan>
      </text>
    </>
  );
}

/** The score after one of the visitor's messages. */
export interface ScorePoint {
  /** The message's place in the session. */
  seq: number;
  /** ISO 8601. */
  at: string;
  /** 0 to 100. */
  score: number;
}

/**
 * The score as computed after each message. Not from the signal log, in which a step may rest on words said long before
 * it was taken.
 *
 * @param extracts in any order
 */
export function pointsOf(extracts: readonly AdminExtract[]): ScorePoint[] {
  const ordered = extracts.toSorted((one, other) => one.id - other.id);
  const newest = new Map(ordered.map((extract) => [extract.seq, extract]));
  return [...newest.values()].map(({ seq, lead_score: score, created_at: at }) => ({ seq, score, at }));
}

/** Size of the drawing in its own units, and its margins for the axes. */
export const CURVE = { width: 640, height: 220, left: 92, right: 84, top: 12, bottom: 30 } as const;

/** Lower bounds of the grades of two scales: the chat's priority on the left, the tier on the right. */
const SCORE_BANDS = [
  ...SCORE_SCALES.chat_priority.map(({ grade, from }) => ({ score: from, side: 'left', words: grade })),
  ...SCORE_SCALES.tier.map(({ grade, from }) => ({ score: from, side: 'right', words: grade })),
].filter(({ score }) => score > 0);

/** Vertical position of a score, from the top, clamped to 0 to 100. */
export function heightOf(score: number): number {
  const inner = CURVE.height - CURVE.top - CURVE.bottom;
  return round(CURVE.top + inner * (1 - Math.min(100, Math.max(0, score)) / 100));
}

/** The points in order with their positions; a single message is at the left edge. */
export function placed(points: readonly ScorePoint[]): (ScorePoint & { x: number; y: number })[] {
  const ordered = points.toSorted((one, other) => one.seq - other.seq);
  const first = ordered[0]?.seq ?? 0;
  const span = (ordered.at(-1)?.seq ?? 0) - first;
  const inner = CURVE.width - CURVE.left - CURVE.right;
  return ordered.map((point) => ({
    ...point,
    x: round(CURVE.left + (span === 0 ? 0 : (inner * (point.seq - first)) / span)),
    y: heightOf(point.score),
  }));
}

/** The line as an SVG path in steps, since a score holds until a message changes it. Empty without points. */
export function stepPath(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
}

/** The curve described in a sentence. */
export function curveInWords(points: readonly ScorePoint[]): string {
  const scores = placed(points).map(({ score }) => score);
  const [first] = scores;
  const last = scores.at(-1);
  if (first === undefined || last === undefined) return t('session.noMessageHasBeenScored');
  if (scores.length === 1) return t('session.theScoreIsAfterOne', { last });
  const most = Math.max(...scores);
  return t('session.fromToOverMessages', { first, last, count: scores.length, peak: most > last ? most : 0 });
}

const round = (length: number) => Math.round(length * 10) / 10;
