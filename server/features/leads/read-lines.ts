import { setImmediate as others } from 'node:timers/promises';
import type { Understand } from '../understanding/index.ts';
import { type SessionAnalysis, understandLines, type VisitorLine } from './analyser.ts';

/** Lines read before yielding: a line takes a millisecond or two, a long one somewhat more. */
const LINES_AT_ONCE = 4;

/** Reads a whole conversation without blocking other visitors. The caller settles its log. */
export async function readLines(
  understand: Understand,
  analysis: SessionAnalysis,
  lines: readonly VisitorLine[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    analysis.reread(await understandLines(understand, lines.slice(at, at + LINES_AT_ONCE)));
    await others();
  }
}
