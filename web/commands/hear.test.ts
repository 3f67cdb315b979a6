import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { voiceModel } from '../build/voice-model.ts';
import { createNeuralDetector } from '../features/voice/activity/neural-detector.ts';
import { createEnergyDetector } from '../features/voice/activity/voice-activity.ts';
import { findUtterances } from './find-utterances.ts';
import { readWav, WavError } from './read-wav.ts';

const COMMAND = path.join(import.meta.dirname, 'hear.ts');
/** A recorded person, used only if the file exists beside the checkout. */
const HUMAN = path.resolve(import.meta.dirname, '../../../shared/audio/human-speech.wav');

interface Kind {
  rate: number;
  channels: number;
  bits: 8 | 16 | 24 | 32;
  float?: boolean;
}

/** A WAV file of these samples, identical in each channel. */
function wav({ rate, channels, bits, float }: Kind, samples: Float32Array): Buffer {
  const block = (channels * bits) / 8;
  const file = Buffer.alloc(44 + samples.length * block);
  file.write('RIFF');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(float ? 3 : 1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * block, 28);
  file.writeUInt16LE(block, 32);
  file.writeUInt16LE(bits, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * block, 40);
  let at = 44;
  for (const sample of samples) {
    for (let channel = 0; channel < channels; channel += 1) {
      if (float) file.writeFloatLE(sample, at);
      else if (bits === 8) file.writeUInt8(Math.round(sample * 127) + 128, at);
      else file.writeIntLE(Math.round(sample * (2 ** (bits - 1) - 1)), at, bits / 8);
      at += bits / 8;
    }
  }
  return file;
}

/** Two loud tones of two seconds each, starting at 2 s and 6 s. */
const tones = (rate: number) =>
  Float32Array.from({ length: 10 * rate }, (_, n) =>
    Math.floor(n / rate / 2) % 2 === 1 ? 0.3 * Math.sin((2 * Math.PI * 300 * n) / rate) : 0,
  );

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'understudy-hear-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hear = (...args: string[]) => spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8' });

describe('reading a recording', () => {
  const kinds: Kind[] = [
    { rate: 16_000, channels: 1, bits: 16 },
    { rate: 44_100, channels: 2, bits: 16 },
    { rate: 48_000, channels: 1, bits: 24 },
    { rate: 48_000, channels: 2, bits: 32, float: true },
    { rate: 8000, channels: 1, bits: 8 },
    { rate: 22_050, channels: 1, bits: 32 },
  ];
  it.each(kinds)('takes $rate Hz, $channels channels, $bits bits', (kind) => {
    const recording = readWav(wav(kind, tones(kind.rate)));
    expect(recording).toMatchObject({ sampleRate: kind.rate, length: 10 * kind.rate });
    const found = [...findUtterances(recording, createEnergyDetector())];
    const expected = [...findUtterances(readWav(wav(kinds[0] as Kind, tones(16_000))), createEnergyDetector())];
    expect(expected.length).toBe(2);
    expect(found.length).toBe(2);
    for (const [index, { start_ms, end_ms }] of found.entries()) {
      expect(Math.abs(start_ms - (expected[index]?.start_ms ?? 0))).toBeLessThan(90);
      expect(Math.abs(end_ms - (expected[index]?.end_ms ?? 0))).toBeLessThan(90);
    }
  });

  it('reads what is there of a file that was cut off, or was written without a length', () => {
    const file = wav({ rate: 16_000, channels: 1, bits: 16 }, tones(16_000));
    expect(readWav(file.subarray(0, 44 + 32_001)).length).toBe(16_000);
    file.writeUInt32LE(0, 40);
    expect(readWav(file).length).toBe(160_000);
  });

  it('reads any bytes or says what is wrong with them', () => {
    const good = wav({ rate: 16_000, channels: 2, bits: 16 }, new Float32Array(20).fill(0.5));
    const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(changes, fc.nat(good.length), (bytes, length) => {
        const file = Buffer.from(good);
        for (const [at, value] of bytes) file[at] = value;
        try {
          const recording = readWav(file.subarray(0, length));
          const samples = recording.mono(0, recording.length);
          expect(samples.every(Number.isFinite)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(WavError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('says what is wrong with a file', () => {
    const file = wav({ rate: 16_000, channels: 1, bits: 16 }, new Float32Array(10));
    expect(() => readWav(Buffer.from('hello, world'))).toThrow('it is no WAV file');
    expect(() => readWav(file.subarray(0, 36))).toThrow('it has no audio data');
    const adpcm = Buffer.from(file);
    adpcm.writeUInt16LE(17, 20);
    expect(() => readWav(adpcm)).toThrow('its format 17 with 16 bits cannot be read');
    const mute = Buffer.from(file);
    mute.writeUInt16LE(0, 22);
    expect(() => readWav(mute)).toThrow('0 channels');
    const slow = Buffer.from(file);
    slow.writeUInt32LE(1, 24);
    expect(() => readWav(slow)).toThrow('1 Hz');
  });
});

describe('npm run hear', () => {
  it('prints a table, or JSON lines', async () => {
    const file = path.join(folder, 'tones.wav');
    await writeFile(file, wav({ rate: 48_000, channels: 2, bits: 16 }, tones(48_000)));
    const table = hear(file, '--detector', 'energy');
    expect(table.status).toBe(0);
    expect(table.stdout).toMatch(/^ +nr +start +end +seconds\n +1 .+\n +2 .+\n2 utterances, .+ of 10\.0 s speech\.\n$/);
    const lines = hear(file, '--detector', 'energy', '--json').stdout.trim().split('\n');
    expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([
      ['start_ms', 'end_ms'],
      ['start_ms', 'end_ms'],
    ]);
  });

  it('finds no utterance in tones with the neural detector', async () => {
    const file = path.join(folder, 'no-speech.wav');
    await writeFile(file, wav({ rate: 16_000, channels: 1, bits: 16 }, tones(16_000)));
    expect(hear(file, '--json')).toMatchObject({ status: 0, stdout: '' });
  });

  it('says what is wrong in a sentence', async () => {
    const text = path.join(folder, 'text.wav');
    await writeFile(text, 'no sound');
    const cases: [string[], RegExp][] = [
      [[], /^Give one argument: npm run hear -- FILE\.wav\. .+\n$/],
      [[text, '--loud'], /^Unknown option '--loud'\. `npm run hear -- --help` tells what it takes\.\n$/],
      [[text, '--detector', 'ears'], /^There is no detector 'ears': choose neural or energy\.\n$/],
      [[path.join(folder, 'missing.wav')], /^There is no file .+missing\.wav\.\n$/],
      [[text], /text\.wav cannot be heard: it is no WAV file\.\n$/],
      [[folder], /cannot be read \(EISDIR\)\.\n$/],
    ];
    for (const [args, sentence] of cases) {
      const { status, stdout, stderr } = hear(...args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
    }
  });

  it.runIf(existsSync(HUMAN))('hears a person from the first word to the last', async () => {
    const found = [...findUtterances(readWav(await readFile(HUMAN)), createNeuralDetector(voiceModel()))];
    // Two of the speaker's pauses are a second long, give or take a hop.
    expect([2, 3]).toContain(found.length);
    expect(Math.abs((found[0]?.start_ms ?? 0) - 320)).toBeLessThan(150);
    expect(Math.abs((found[1]?.start_ms ?? 0) - 3300)).toBeLessThan(150);
    expect(found.at(-1)?.end_ms).toBeGreaterThan(10_400);
  });
});
