import type { ShowMode } from '@understudy/contract/constants';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { AudienceLine } from './engine/audience-line.ts';
import type { DebateSide, Stance } from './engine/debates.ts';
import { nearnesses, type ShowLibrary } from './library.ts';

/** Nearness from which a line makes the argument of a sample; set on `bench/show-lines/arguments.jsonl`. */
const ARGUMENT_NEAR = 0.45;

/** How a visitor's line stands to each motion. Empty until the motions are encoded, and without an encoder. */
export function stancesOf({ encoded }: ShowLibrary, vector: SentenceVector | null): Stance[] {
  return encoded.debates.map(({ value: { id, lines }, vectors }) => {
    const near = nearnesses(vector, vectors);
    /** The nearest of these lines, from a nearness on. */
    const nearest = (least: number, isMeant: (line: (typeof lines)[number]) => boolean) =>
      lines.reduce(
        (best, line, at) => (isMeant(line) && (near[at] ?? 0) > best.near ? { line, near: near[at] ?? 0 } : best),
        { line: null as (typeof lines)[number] | null, near: least },
      );
    const argues = (side: DebateSide) => nearest(ARGUMENT_NEAR, ({ argument }) => argument?.side === side);
    const [pro, against] = [argues('for'), argues('against')];
    const nearer = pro.near >= against.near ? pro : against;
    return {
      id,
      near: nearest(0, () => true).near,
      side: nearer.line?.argument?.side ?? null,
      rebuttals: { for: pro.line?.argument?.rebuttal ?? null, against: against.line?.argument?.rebuttal ?? null },
    };
  });
}

/** A line with how it stands to the motions, where one may be debated. @param mode of the show before it */
export function withStances(
  line: AudienceLine,
  mode: ShowMode,
  library: ShowLibrary,
  vector: SentenceVector | null | undefined,
): AudienceLine {
  const isDebate = mode === 'debate' || line.wantsMode === 'debate';
  return isDebate ? { ...line, stances: stancesOf(library, vector ?? null) } : line;
}
