/** Sounds other than a visitor's voice, at 16 kHz, with a mean square of one, the same in every run. */
export const RATE = 16_000;

/** Pseudorandom numbers from 0 to 1, deterministic for a seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const make = (length: number, sample: (n: number) => number) =>
  scaled(Float32Array.from({ length }, (_, n) => sample(n)));

/** Mean power of the frames above a thousandth of the loudest: of speech without its pauses. */
export function activePower(sound: Float32Array): number {
  const frame = RATE / 100;
  const powers = Array.from({ length: Math.floor(sound.length / frame) }, (_, index) => {
    let sum = 0;
    for (let n = index * frame; n < (index + 1) * frame; n += 1) sum += (sound[n] as number) ** 2;
    return sum / frame;
  });
  const least = Math.max(...powers) / 1000;
  const active = powers.filter((power) => power > least);
  return active.reduce((sum, power) => sum + power, 0) / active.length;
}

/** The same sound with a mean square of one. */
export function scaled(sound: Float32Array): Float32Array {
  const gain = 1 / Math.sqrt(sound.reduce((sum, x) => sum + x * x, 0) / sound.length);
  return sound.map((x) => x * gain);
}

/** White noise. */
export function white(length: number): Float32Array {
  const random = randomOf(11);
  return make(length, () => random() - 0.5);
}

/** A ventilator on 50 Hz mains. */
export function hum(length: number): Float32Array {
  const random = randomOf(12);
  const partials = [1, 2, 3, 4, 5, 7, 11].map((times) => ({
    turn: (2 * Math.PI * 50 * times) / RATE,
    share: 1 / times,
  }));
  return make(
    length,
    (n) =>
      partials.reduce((sum, { turn, share }) => sum + share * Math.sin(turn * n + share), 0) + 0.1 * (random() - 0.5),
  );
}

/** Chords that are struck each second and fade. */
export function music(length: number): Float32Array {
  const chords = [
    [220, 277, 330],
    [196, 247, 294],
    [175, 220, 262],
    [247, 311, 370],
  ];
  return make(length, (n) => {
    const t = (n % RATE) / RATE;
    let sum = 0;
    for (const hz of chords[Math.floor(n / RATE) % chords.length] as number[]) {
      for (let partial = 1; partial <= 5; partial += 1)
        sum += Math.sin(2 * Math.PI * hz * partial * t) / partial ** 1.3;
    }
    return sum * Math.exp(-1.5 * t);
  });
}

/** Doors and dropped objects: bursts of low noise, some seconds apart, over a little noise. */
export function slams(length: number): Float32Array {
  const random = randomOf(13);
  const sound = new Float32Array(length).map(() => 0.001 * (random() - 0.5));
  for (let at = RATE; at + RATE < length; at += Math.round(RATE * (1 + 3 * random()))) {
    const fade = RATE * (0.02 + 0.06 * random());
    const dull = 0.1 + 0.6 * random();
    let low = 0;
    for (let n = 0; n < RATE / 2; n += 1) {
      low += dull * (random() - 0.5 - low);
      sound[at + n] = (sound[at + n] as number) + low * Math.exp(-n / fade);
    }
  }
  return scaled(sound);
}

/** Several voices at once, each saying one utterance after the other. */
export function babble(length: number, voices: Float32Array[][]): Float32Array {
  const random = randomOf(14);
  const sound = new Float32Array(length);
  for (const utterances of voices) {
    let at = 0;
    for (let index = Math.floor(random() * utterances.length); at < length; index += 1) {
      const utterance = utterances[index % utterances.length] as Float32Array;
      const count = Math.min(utterance.length, length - at);
      for (let n = 0; n < count; n += 1) sound[at + n] = (sound[at + n] as number) + (utterance[n] as number);
      at += utterance.length + Math.round(RATE * 0.4 * random());
    }
  }
  return scaled(sound);
}
