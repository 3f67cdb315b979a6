import { tierOf } from '@understudy/contract/leads';
import {
  CURVE,
  curveInWords,
  heightOf,
  placed,
  SCORE_BANDS,
  type ScorePoint,
  stepPath,
} from '../../detail/score-curve.ts';
import '../../detail/score-curve.css';

/** The score's development over a conversation: as a sentence, a curve, and a table of figures. */
export function ScoreCurve({ points }: { points: readonly ScorePoint[] }) {
  const at = placed(points);
  const last = at.at(-1);
  return (
    <figure className="score-curve">
      <figcaption>
        <span className="font-medium">How did the score come about?</span>{' '}
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
                <title>{`Message ${seq}: ${score}`}</title>
              </circle>
            ))}
            <text x={CURVE.left} y={CURVE.height - 8}>
              first message
            </text>
            <text x={CURVE.width - CURVE.right} y={CURVE.height - 8} textAnchor="end">
              newest
            </text>
          </svg>
          <details className="mt-1 text-sm">
            <summary className="cursor-pointer py-1 text-muted-foreground">As a table</summary>
            <table className="mt-1 tabular-nums [&_td]:pr-6 [&_th]:pr-6 [&_th]:text-left [&_th]:font-medium">
              <thead>
                <tr>
                  <th scope="col">Message</th>
                  <th scope="col">Time</th>
                  <th scope="col">Score</th>
                  <th scope="col">Tier</th>
                </tr>
              </thead>
              <tbody>
                {at.map(({ seq, at: time, score }) => (
                  <tr key={seq}>
                    <td>{seq}</td>
                    <td>
                      <time dateTime={time}>{time.slice(11, 16)} UTC</time>
                    </td>
                    <td>{score}</td>
                    <td>{tierOf(score)}</td>
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
