import { SAMPLE_RATE } from './voice-activity.ts';

/** How much of the sound before a pause tells whether the voice fell. */
export const FALL_MS = 1_200;
/** The last syllable, whose pitch is compared with that of the words before it. */
const LAST_MS = 180;
/** A semitone and a half; a voice that stays up to go on falls less. */
const FALLEN = 2 ** (-1.5 / 12);

/** Every second sample is enough for a voice's pitch. */
const STEP = 2;
const RATE = SAMPLE_RATE / STEP;
const FRAME = Math.round(RATE * 0.04);
const EVERY = Math.round(RATE * 0.02);
/** The pitches of human voices, in samples per period. */
const [SHORTEST, LONGEST] = [Math.round(RATE / 400), Math.round(RATE / 70)];
/** Correlation of a frame with itself one period later: of a vowel near 1, of an s near 0. */
const VOICED = 0.6;
/** Share of the best correlation from which a shorter period counts. */
const AS_GOOD = 0.9;
/** A frame this far below the loudest is a breath. */
const AUDIBLE_SHARE = 0.01;

/**
 * Whether the pitch of a voice falls at the end of its words, as it does at the end of a statement. Pure.
 *
 * @param sound 16 kHz, up to the end of the speech, at most {@link FALL_MS}
 */
export function voiceFalls(sound: Float32Array): boolean {
  const samples = Float32Array.from({ length: Math.floor(sound.length / STEP) }, (_, at) => sound[at * STEP] as number);
  const frames: { at: number; power: number; hz: number | null }[] = [];
  for (let at = 0; at + FRAME + LONGEST <= samples.length; at += EVERY) {
    let power = 0;
    for (let n = at; n < at + FRAME; n += 1) power += (samples[n] as number) ** 2;
    frames.push({ at, power, hz: pitchAt(samples, at, power) });
  }
  const loudest = Math.max(0, ...frames.map(({ power }) => power));
  const voiced = frames.filter(({ power, hz }) => hz !== null && power > loudest * AUDIBLE_SHARE);
  const last = samples.length - (LAST_MS * RATE) / 1000;
  const pitches = (of: typeof voiced) => of.map(({ hz }) => hz as number).sort((one, other) => one - other);
  const ending = pitches(voiced.filter(({ at }) => at + FRAME > last));
  const before = pitches(voiced.filter(({ at }) => at + FRAME <= last));
  const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return middle(ending) < middle(before) * FALLEN;
}

/** The pitch of a frame in hertz; null where there is none. */
function pitchAt(samples: Float32Array, from: number, power: number): number | null {
  const likenesses: number[] = [];
  let shifted = 0;
  for (let n = from + SHORTEST; n < from + SHORTEST + FRAME; n += 1) shifted += (samples[n] as number) ** 2;
  for (let lag = SHORTEST; lag < LONGEST; lag += 1) {
    let both = 0;
    for (let n = from; n < from + FRAME; n += 1) both += (samples[n] as number) * (samples[n + lag] as number);
    likenesses.push(both / Math.sqrt(power * shifted || 1));
    shifted += (samples[from + FRAME + lag] as number) ** 2 - (samples[from + lag] as number) ** 2;
  }
  const best = Math.max(...likenesses);
  if (best < VOICED) return null;
  // Two periods are as much alike as one.
  const first = likenesses.findIndex(
    (likeness, at) => likeness > best * AS_GOOD && likeness >= (likenesses[at + 1] ?? 0),
  );
  return RATE / (SHORTEST + first);
}
