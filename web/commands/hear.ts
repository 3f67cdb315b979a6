/** `npm run hear`: runs the product's voice activity over a recording and prints each utterance as it is found. */
import { readFileSync } from 'node:fs';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { voiceModel } from '../build/voice-model.ts';
import { createNeuralDetector } from '../features/voice/activity/neural-detector.ts';
import type { ActivityDetector } from '../features/voice/activity/voice-activity.ts';
import { createEnergyDetector } from '../features/voice/activity/voice-activity.ts';
import { findUtterances } from './find-utterances.ts';
import { readWav, WavError } from './read-wav.ts';

const DETECTORS: Record<string, () => ActivityDetector> = {
  neural: () => createNeuralDetector(voiceModel()),
  energy: createEnergyDetector,
};

function open(file: string) {
  try {
    return readWav(readFileSync(file));
  } catch (error) {
    if (error instanceof WavError) throw new UsageError(`${file} cannot be heard: ${error.message}.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`There is no file ${file}.`);
    throw new UsageError(`${file} cannot be read (${code ?? (error as Error).message}).`);
  }
}

const clock = (ms: number) =>
  `${String(Math.floor(ms / 60_000)).padStart(3)}:${((ms % 60_000) / 1000).toFixed(2).padStart(5, '0')}`;

function hear(file: string, json: boolean, create: () => ActivityDetector): void {
  const recording = open(file);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if (!json) print('  nr      start        end   seconds');
  let found = 0;
  let speech = 0;
  for (const utterance of findUtterances(recording, create())) {
    const { start_ms, end_ms } = utterance;
    found += 1;
    speech += end_ms - start_ms;
    const seconds = ((end_ms - start_ms) / 1000).toFixed(2).padStart(8);
    if (json) print(JSON.stringify(utterance));
    else print(`${String(found).padStart(4)}  ${clock(start_ms)}  ${clock(end_ms)}  ${seconds}`);
  }
  if (json) return;
  const total = (recording.length / recording.sampleRate).toFixed(1);
  print(`${found} ${found === 1 ? 'utterance' : 'utterances'}, ${(speech / 1000).toFixed(1)} of ${total} s speech.`);
}

await runCommand(
  {
    name: 'hear',
    about: `Runs the product's voice activity detection over a recording and prints each utterance that it finds,
as it finds it.`,
    argument: 'FILE.wav',
    options: {
      json: { type: 'boolean', default: false, about: 'prints each as one line: {"start_ms", "end_ms"}' },
      detector: { type: 'string', default: 'neural', value: 'NAME', about: 'neural or energy' },
    },
    example: 'recording.wav --json',
  },
  ({ values: { json, detector }, argument }) => {
    const create = Object.hasOwn(DETECTORS, detector) ? DETECTORS[detector] : undefined;
    if (!create) throw new UsageError(`There is no detector '${detector}': choose neural or energy.`);
    hear(argument, json, create);
  },
);
