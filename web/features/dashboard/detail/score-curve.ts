import type { AdminExtract } from '@understudy/contract/admin';
import { SCORE_SCALES } from '@understudy/contract/leads';

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
export const SCORE_BANDS = [
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
  if (first === undefined || last === undefined) return 'No message has been scored yet.';
  if (scores.length === 1) return `The score is ${last} after one message.`;
  const most = Math.max(...scores);
  const peak = most > last ? `, at its highest ${most}` : '';
  return `From ${first} to ${last} over ${scores.length} messages${peak}.`;
}

const round = (length: number) => Math.round(length * 10) / 10;
