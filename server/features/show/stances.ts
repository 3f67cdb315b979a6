import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { Stance } from './engine/debates.ts';
import { motionLines, nearnesses, type ShowLibrary } from './library.ts';

/** Nearness from which a line makes the argument of a sample. */
const ARGUMENT_NEAR = 0.58;

/** How a visitor's line stands to each motion. Empty until the motions are encoded, and without an encoder. */
export function stancesOf({ encoded }: ShowLibrary, vector: SentenceVector | null): Stance[] {
  return encoded.debates.map(({ value, vectors }) => {
    const lines = motionLines(value);
    const near = nearnesses(vector, vectors);
    const best = near.reduce((most, one, at) => (one > (near[most] ?? 0) ? at : most), 0);
    const isArgument = (near[best] ?? 0) >= ARGUMENT_NEAR;
    return { id: value.id, near: near[best] ?? 0, argument: isArgument ? (lines[best]?.argument ?? null) : null };
  });
}
