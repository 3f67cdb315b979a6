/** When a passage may be brought although nobody asked for it: only when it truly fits what was said. */
import type { ScoredPassage } from '@understudy/contract/twin';

/** This much of what was said, and by this score, */
const FITS = 0.6;
const FITS_SCORE = 50;
/** or a little less with much more. */
const NEARLY = 0.5;
const NEARLY_SCORE = 85;
/** Tags of what answers a situation. */
const SPEAKS = new Set(['problem', 'advice']);

/** Whether what was said is nearly a sentence that the files name for the passage. */
export const isNamed = ({ likeness }: ScoredPassage) => likeness >= FITS;

/** Whether a passage speaks to a situation strongly enough to be told unasked. */
export function fits(hit: ScoredPassage): boolean {
  const { tags } = hit.passage;
  const { coverage, score } = hit;
  // 'My invoice is wrong' names its passage.
  if (isNamed(hit) && coverage >= FITS && tags.includes('contact')) return true;
  const near = (coverage >= FITS && score >= FITS_SCORE) || (coverage >= NEARLY && score >= NEARLY_SCORE);
  if (tags.some((tag) => SPEAKS.has(tag))) return near || isNamed(hit);
  return (
    near && coverage >= FITS && tags.includes('story') && !tags.includes('background') && !tags.includes('opinion')
  );
}
