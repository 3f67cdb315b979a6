import type { ShowMode } from '@understudy/contract/constants';
import type { ShowFiles } from '@understudy/contract/show-files';
import { contentWords } from '../../../platform/text/words.ts';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import type { PerformOrder } from '../engine/show-events.ts';
import { nearness, nearnesses, type ShowLibrary } from '../library.ts';
import { keyOf, type LinePicker } from './written-lines.ts';

/**
 * Nearness from which a written reply answers what was told, and what was asked: of what is told, more is about
 * something else in the same words. The replies of a situation fit more than its samples, so less is needed. Set
 * on `bench/show-lines/dev.jsonl`.
 */
const REPLY_NEAR = { tells: 0.7, asks: 0.6, situation: 0.35 };
/** Sample lines of a situation that are compared with a line: the mean of the nearest ones counts. */
const SITUATION_SAMPLES = 3;
/** Nearness from which a piece suits somebody who asks for any. */
const BIT_NEAR = 0.35;

/** A written reply, and how near its sample lines are to what was said. */
export interface NearReply {
  id: string;
  say: readonly string[];
  near: number;
}

/** The written reply whose sample lines mean what was said; null for none. Each is given once in a show. */
export function nearestReply(
  { asked, told }: Pick<PerformOrder, 'asked' | 'told'>,
  { encoded }: ShowLibrary,
  vector: SentenceVector | null,
): NearReply | null {
  const kind = asked ? 'asks' : 'tells';
  let best: NearReply | null = null;
  for (const { value, vectors } of encoded.replies) {
    const { id, say } = value;
    if (value.kind !== kind || say.some((line) => told.includes(keyOf(line)))) continue;
    const near = nearness(vector, vectors);
    if (near > (best?.near ?? REPLY_NEAR[kind])) best = { id, say, near };
  }
  return best;
}

/** The situation that is told: the one whose nearest sample lines are nearest on average; null for none. */
export function situationOf({ encoded }: ShowLibrary, vector: SentenceVector | null): NearReply | null {
  let best: NearReply | null = null;
  for (const { value, vectors } of encoded.replies) {
    if (value.kind !== 'situation') continue;
    const nearest = nearnesses(vector, vectors)
      .sort((one, other) => other - one)
      .slice(0, SITUATION_SAMPLES);
    const near = nearest.reduce((sum, one) => sum + one, 0) / (nearest.length || 1);
    if (near > (best?.near ?? REPLY_NEAR.situation)) best = { id: value.id, say: value.say, near };
  }
  return best;
}

/** Modes in which one piece may follow another. */
const MONOLOGUES: ReadonlySet<ShowMode> = new Set(['comedy', 'storytelling', 'riffing']);

/** Whether the reply before told a bit, where a conversation should follow. */
export const hasJustToldBit = ({ told, mode, beat }: PerformOrder, { bits }: ShowLibrary): boolean =>
  !(MONOLOGUES.has(mode) && beat === 'laughed') && told.slice(-3).some((key) => bits.some(({ id }) => id === key));

type Bit = ShowFiles['bits'][number];

/**
 * The piece that fits: of the mode, not told yet, near to what was said. Notes it as told.
 *
 * @param nearest how near it has to be; null for any, at best of the show's energy
 */
export function bitFor(
  { wants, mode, energy }: PerformOrder,
  { bits, encoded }: ShowLibrary,
  vector: SentenceVector | null,
  nearest: number | null,
  lines: LinePicker,
): string | null {
  const wanted = wants === 'joke' ? 'comedy' : wants === 'story' ? 'storytelling' : mode;
  const fits = ({ modes, id }: Bit) => (modes as ShowMode[]).includes(wanted) && !lines.wasTold(id);
  const near = encoded.bits
    .map(({ value, vectors }) => ({ value, near: nearness(vector, vectors) }))
    .filter(({ value, near: distance }) => distance >= (nearest ?? BIT_NEAR) && !lines.wasTold(value.id))
    .sort((one, other) => other.near - one.near);
  const about = (near.find(({ value }) => fits(value)) ?? near[0])?.value;
  const any = nearest === null ? lines.choose(ofEnergy(bits.filter(fits), energy)) : undefined;
  return told(about ?? any ?? null, lines);
}

/** The piece that shares most words with the director's hint and was not told yet; null for none. Notes it as told. */
export function hintedBit(hint: string, { bits }: ShowLibrary, lines: LinePicker): string | null {
  const wanted = new Set(contentWords(hint));
  const sharedBy = ({ tags, text }: Bit) => new Set(contentWords([...tags, text].join(' '))).intersection(wanted).size;
  let best: Bit | null = null;
  let most = 0;
  for (const bit of bits) {
    const shared = lines.wasTold(bit.id) ? 0 : sharedBy(bit);
    if (shared > most) [best, most] = [bit, shared];
  }
  return told(best, lines);
}

function told(bit: Bit | null, lines: LinePicker): string | null {
  if (bit) lines.told.push(bit.id);
  return bit?.text ?? null;
}

/** The pieces of the show's energy; all of them if none is. */
function ofEnergy<Piece extends { energy: string }>(bits: readonly Piece[], energy: number): readonly Piece[] {
  const level = energy < 4 ? 'low' : energy < 7 ? 'middle' : 'high';
  const fitting = bits.filter((bit) => bit.energy === level);
  return fitting.length > 0 ? fitting : bits;
}
