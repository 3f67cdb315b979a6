/** The embedded synthesiser's settings for each voice, and the effect of speed and emphasis on them. Pure. */
import type { Emphasis } from '../port.ts';

/** A voice of eSpeak NG. */
export interface EmbeddedVoice {
  /** Language and variant, as eSpeak NG names them: `en-us+f1`. */
  name: string;
  /** 0 to 99; 50 is the variant's own. */
  pitch: number;
  /** Pitch range: 0 to 99; 50 is the variant's own. */
  range: number;
  /** Words per minute, roughly. */
  rate: number;
}

/** The synthesiser's settings for one sentence. */
export interface Delivery extends EmbeddedVoice {
  /** 0 to 200. */
  volume: number;
}

/** Range, volume and rate as factors. */
const EMPHASIS: Record<Emphasis, { range: number; volume: number; rate: number }> = {
  reduced: { range: 0.6, volume: 0.7, rate: 1.05 },
  none: { range: 1, volume: 1, rate: 1 },
  moderate: { range: 1.3, volume: 1.1, rate: 0.96 },
  strong: { range: 1.7, volume: 1.25, rate: 0.9 },
};
/** At this volume the loudest variant does not clip even with strong emphasis. */
const VOLUME = 80;
/** eSpeak NG's limits of words per minute. */
const RATE_MIN = 80;
const RATE_MAX = 450;

/** The settings for one sentence. */
export function deliveryOf(voice: EmbeddedVoice, speed: number, emphasis: Emphasis): Delivery {
  const factors = EMPHASIS[emphasis];
  return {
    name: voice.name,
    pitch: voice.pitch,
    range: Math.min(99, Math.round(voice.range * factors.range)),
    rate: Math.min(RATE_MAX, Math.max(RATE_MIN, Math.round(voice.rate * speed * factors.rate))),
    volume: Math.round(VOLUME * factors.volume),
  };
}
