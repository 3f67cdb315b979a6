/** From and to, in milliseconds. */
export type Span = readonly [from: number, to: number];

/** Compares spoken with detected utterances. */
export interface HearScore {
  spoken: number;
  /** At least half covered, in one piece, alone, with the start within 150 ms and the end within 300. */
  found: number;
  missed: number;
  cut: number;
  merged: number;
  /** In one piece, but with another start or end. */
  off: number;
  /** Detected although nobody spoke. */
  falseStarts: number;
  /** Differences of the starts, detected minus spoken, in milliseconds. */
  startErrors: number[];
}

const START_MS = 150;
const END_MS = 300;
/** A shorter overlap does not count. */
const TOUCH_MS = 50;

const overlap = (a: Span, b: Span) => Math.max(0, Math.min(a[1], b[1]) - Math.max(a[0], b[0]));

/** Compares by the acceptance rule for voice activity. */
export function scoreHearing(spoken: Span[], heard: Span[]): HearScore {
  const score: HearScore = {
    spoken: spoken.length,
    found: 0,
    missed: 0,
    cut: 0,
    merged: 0,
    off: 0,
    falseStarts: heard.filter((span) => !spoken.some((one) => overlap(one, span) > 0)).length,
    startErrors: [],
  };
  for (const utterance of spoken) {
    const pieces = heard.filter((span) => overlap(span, utterance) > TOUCH_MS);
    const covered = pieces.reduce((sum, span) => sum + overlap(span, utterance), 0);
    const [piece] = pieces;
    if (!piece || covered < (utterance[1] - utterance[0]) / 2) score.missed += 1;
    else if (pieces.length > 1) score.cut += 1;
    else if (spoken.filter((other) => overlap(other, piece) > TOUCH_MS).length > 1) score.merged += 1;
    else {
      const startError = piece[0] - utterance[0];
      score.startErrors.push(startError);
      if (Math.abs(startError) <= START_MS && Math.abs(piece[1] - utterance[1]) <= END_MS) score.found += 1;
      else score.off += 1;
    }
  }
  return score;
}
