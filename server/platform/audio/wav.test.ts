import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterSilence,
  durationMs,
  isSilent,
  openWavHeader,
  pcmBytes,
  readLenientPcm,
  readLenientWav,
  readStrictWav,
  resample,
  type Sound,
  samplesIn,
  trimSilence,
  WavError,
  wavParts,
  writeWav,
} from './wav.ts';

const tone = (ms: number, sampleRate = 16_000): Sound => ({
  sampleRate,
  samples: Int16Array.from({ length: samplesIn(ms, sampleRate) }, (_, at) => Math.round(9_000 * Math.cos(at / 3))),
});
/** A valid file with one thing changed. */
const broken = (change: (bytes: Buffer) => Buffer | undefined): Buffer => {
  const bytes = writeWav(tone(100));
  return change(bytes) ?? bytes;
};

describe('WAV', () => {
  const sounds = fc.record({
    sampleRate: fc.constantFrom(8_000, 16_000, 22_050, 24_000, 44_100, 48_000),
    samples: fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 1, maxLength: 500 }),
  });

  test('what is written is read again, strictly and leniently', () => {
    fc.assert(
      fc.property(sounds, ({ sampleRate, samples }) => {
        const file = writeWav({ sampleRate, samples: Int16Array.from(samples) });
        for (const sound of [readStrictWav(file), readLenientWav(file)]) {
          expect(sound.sampleRate).toBe(sampleRate);
          expect([...sound.samples]).toEqual(samples);
        }
      }),
    );
  });

  test('any bytes are a sound or a WavError', () => {
    const header = writeWav(tone(10)).subarray(0, 44);
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.uint8Array({ maxLength: 60 }), fc.nat(43), fc.integer({ min: 0, max: 255 }))
        .map(([tail, at, value]) => {
          const file = Buffer.concat([header, tail]);
          file[at] = value;
          return file;
        }),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        for (const read of [readStrictWav, readLenientWav]) {
          try {
            expect(read(Buffer.from(given)).samples.length).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(WavError);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'it is empty'],
    ['text', Buffer.from('hello, this is not a sound at all'), 'it is no WAV file'],
    ['a cut header', writeWav(tone(10)).subarray(0, 11), 'it is no WAV file'],
    ['a cut file', broken((bytes) => bytes.subarray(0, 500)), 'its header speaks of 3244 bytes and 500 came'],
    ['bytes behind the end', broken((bytes) => Buffer.concat([bytes, Buffer.alloc(9)])), 'and 3253 came'],
    ['more sound than came', broken((bytes) => void bytes.writeUInt32LE(999_999, 40)), 'more sound than came'],
    ['half a sample', broken((bytes) => void bytes.writeUInt32LE(99, 40)), 'ends within a sample'],
    ['no sound', writeWav({ sampleRate: 16_000, samples: new Int16Array() }), 'it holds no sound'],
    ['compressed sound', broken((bytes) => void bytes.writeUInt16LE(6, 20)), 'it is not plain PCM'],
    ['8 bits', broken((bytes) => void bytes.writeUInt16LE(8, 34)), '8 bits a sample instead of 16'],
    ['six channels', broken((bytes) => void bytes.writeUInt16LE(6, 22)), '6 channels instead of one'],
    ['a wild rate', broken((bytes) => void bytes.writeUInt32LE(4_000_000, 24)), '4000000 samples a second'],
    ['a wrong byte rate', broken((bytes) => void bytes.writeUInt32LE(7, 28)), 'contradict each other'],
    ['a huge part', broken((bytes) => void bytes.writeUInt32LE(0xffff_fff0, 16)), 'longer than the file'],
    ['no format', broken((bytes) => void bytes.write('fmtx', 12)), 'its sound comes before its format'],
  ])('%s is refused with the reason', (_, bytes, reason) => {
    expect(() => readStrictWav(bytes)).toThrow(reason);
    expect(() => readStrictWav(bytes)).toThrow(WavError);
  });

  test('two channels are refused from visitors and mixed from providers', () => {
    const file = broken((bytes) => {
      bytes.writeUInt16LE(2, 22);
      bytes.writeUInt32LE(64_000, 28);
      bytes.writeUInt16LE(4, 32);
      return undefined;
    });
    expect(() => readStrictWav(file)).toThrow('it has 2 channels instead of one');
    expect(readLenientWav(file).samples).toHaveLength(800);
  });

  test('parts before the sound are passed over', () => {
    const file = writeWav(tone(10));
    const list = Buffer.from('LIST\x05\x00\x00\x00abcde\x00', 'latin1');
    const whole = Buffer.concat([file.subarray(0, 36), list, file.subarray(36)]);
    whole.writeUInt32LE(whole.length - 8, 4);
    expect(readStrictWav(whole).samples).toEqual(tone(10).samples);
  });

  test('a streamed file whose length was not known is read to its end', () => {
    const { samples } = tone(20);
    const file = Buffer.concat([openWavHeader(16_000), pcmBytes(samples)]);
    expect(readLenientWav(file).samples).toEqual(samples);
    expect(durationMs(readLenientWav(file))).toBe(20);
  });
});

test('a provider file that is cut off is no sound', () => {
  expect(() => readLenientWav(writeWav(tone(100)).subarray(0, 900))).toThrow('it is cut off');
});

describe('sound', () => {
  test('silence at the ends goes, within it stays', () => {
    const { sampleRate, samples } = tone(10);
    const padded = Int16Array.from([0, 0, 20, ...samples, 0, 0, 0, ...samples, -12, 0]);
    expect(trimSilence({ sampleRate, samples: padded }).samples).toEqual(
      Int16Array.from([...samples, 0, 0, 0, ...samples]),
    );
    expect(isSilent({ sampleRate, samples: new Int16Array(900) })).toBe(true);
    expect(isSilent(tone(1))).toBe(false);
  });

  test('a pause between two sounds lasts to the sample', () => {
    const pauses = fc.array(fc.nat(3_000), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pauses, (silences) => {
        const sound = readLenientPcm(writeWav(tone(10, 22_050)));
        const parts = silences.flatMap((ms) => afterSilence(ms, sound, 22_050));
        const { samples, sampleRate } = readStrictWav(Buffer.concat(wavParts(22_050, parts)));
        expect(sampleRate).toBe(22_050);
        const piece = tone(10, 22_050).samples;
        let at = 0;
        for (const ms of silences) {
          const count = samplesIn(ms, 22_050);
          expect(samples.subarray(at, at + count).every((sample) => sample === 0)).toBe(true);
          at += count;
          expect(samples.subarray(at, at + piece.length)).toEqual(piece);
          at += piece.length;
        }
        expect(samples.length).toBe(at);
      }),
      { numRuns: 30 },
    );
  });

  test('a sound that is joined is not copied, unless its rate is another', () => {
    const file = writeWav(tone(100, 22_050));
    const sound = readLenientPcm(file);
    expect(afterSilence(0, sound, 22_050)).toEqual([sound.bytes]);
    expect(sound.bytes.buffer).toBe(file.buffer);
    const [silence, other] = afterSilence(50, sound, 24_000);
    expect(silence).toEqual(Buffer.alloc(2 * samplesIn(50, 24_000)));
    expect(other?.length).toBe(2 * samplesIn(100, 24_000));
  });

  test('at another rate it lasts as long', () => {
    const sound = resample(tone(500, 22_050), 24_000);
    expect(durationMs(sound)).toBe(500);
    expect(sound.sampleRate).toBe(24_000);
    expect(Math.max(...sound.samples)).toBeGreaterThan(8_900);
  });
});
