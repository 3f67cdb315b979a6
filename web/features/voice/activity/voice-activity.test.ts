import { describe, expect, it } from 'vitest';
import { createEnergyDetector, createVoiceActivity } from './voice-activity.ts';

/** A tone with the given peak and duration. */
const sound = (peak: number, seconds: number) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, n) => peak * Math.sin((2 * Math.PI * 200 * n) / 16_000));

function hear(...sounds: Float32Array[]) {
  const activity = createVoiceActivity(createEnergyDetector());
  return [...sounds.flatMap((piece) => activity.push(piece)), ...activity.flush()];
}

describe('the energy detector', () => {
  it('has the thresholds of the specification over a base of at least 0.01', () => {
    const detector = createEnergyDetector();
    const frame = new Float32Array(detector.hopSamples);
    expect(detector.hear(frame)).toMatchObject({ start: 0.08, stop: 0.04 });
    expect(detector.hear(frame.fill(0.005))).toMatchObject({ start: 0.08, stop: 0.04 });
  });

  it('raises them with the noise floor, slowly, and lowers them at once', () => {
    const detector = createEnergyDetector();
    const frame = new Float32Array(detector.hopSamples).fill(0.02);
    for (let n = 0; n < 100; n += 1) detector.hear(frame);
    expect(detector.hear(frame).start).toBeCloseTo(0.16);
    expect(detector.hear(frame).stop).toBeCloseTo(0.08);
    expect(detector.hear(frame.fill(0)).start).toBe(0.08);
  });

  it('takes the peak of a frame', () => {
    const detector = createEnergyDetector();
    const frame = new Float32Array(detector.hopSamples);
    frame[7] = -0.3;
    expect(detector.hear(frame).score).toBeCloseTo(0.3);
  });

  it('smooths over five frames', () => {
    const detector = createEnergyDetector();
    const quiet = new Float32Array(detector.hopSamples);
    for (let n = 0; n < 5; n += 1) detector.hear(quiet);
    expect(detector.hear(new Float32Array(detector.hopSamples).fill(0.5)).score).toBeCloseTo(0.1);
  });

  it('finds what lasts 1200 ms and ends it after a second of silence', () => {
    const events = hear(sound(0, 2), sound(0.3, 2), sound(0, 2));
    const end = events.find((event) => event.type === 'speech-end');
    expect(end?.startMs).toBeGreaterThan(1850);
    expect(end?.startMs).toBeLessThan(2100);
    expect(end?.endMs).toBeGreaterThan(3950);
    expect(end?.endMs).toBeLessThan(4450);
  });

  it('drops what does not', () => {
    expect(hear(sound(0, 2), sound(0.3, 0.4), sound(0, 2)).map(({ type }) => type)).toEqual([
      'speech-start',
      'speech-drop',
    ]);
  });
});
