import { UTTERANCE_MAX_MS } from '@understudy/contract/constants';
import { SAMPLE_RATE } from '../sound-activity.ts';

/** Kept from before an utterance, so that no first sound is lost: 300 ms, and the time a detector takes to be sure. */
const LEAD_IN_MS = 600;
/** Under what the server takes, so that the frame which reaches it may be whole. */
const LIMIT_MS = UTTERANCE_MAX_MS - 500;

const samplesIn = (ms: number) => Math.round((ms * SAMPLE_RATE) / 1000);

interface Open {
  utterance: number;
  /** In samples since the microphone was opened. */
  from: number;
}

/** Keeps the audio of the utterance that is being spoken, and a little of what came before it. 16 kHz samples. */
export interface Recorder {
  add(samples: Float32Array): void;
  /** @param backMs how long ago the speech began that made this an utterance */
  begin(utterance: number, backMs: number): void;
  /** The utterance's samples so far; null when it is not known. */
  read(utterance: number): Float32Array | null;
  forget(utterance: number): void;
  /** Whether the utterance has reached the longest that may be sent. */
  isFull(utterance: number): boolean;
}

/** Keeps no more than the lead-in until an utterance begins. */
export function createRecorder(): Recorder {
  let chunks: { from: number; samples: Float32Array }[] = [];
  let end = 0;
  let open: Open[] = [];

  const trim = () => {
    const needed = Math.min(end - samplesIn(LEAD_IN_MS), ...open.map(({ from }) => from));
    chunks = chunks.filter(({ from, samples }) => from + samples.length > needed);
  };

  return {
    add(samples) {
      chunks.push({ from: end, samples });
      end += samples.length;
      trim();
    },
    begin(utterance, backMs) {
      const back = samplesIn(Math.max(LEAD_IN_MS, backMs + LEAD_IN_MS / 2));
      const earliest = chunks[0]?.from ?? end;
      open.push({ utterance, from: Math.max(earliest, end - back) });
    },
    read(utterance) {
      const one = open.find((candidate) => candidate.utterance === utterance);
      if (!one) return null;
      const wanted = new Float32Array(Math.min(end - one.from, samplesIn(LIMIT_MS)));
      for (const { from, samples } of chunks) {
        const at = from - one.from;
        const part = samples.subarray(Math.max(0, -at), Math.max(0, Math.min(samples.length, wanted.length - at)));
        if (part.length > 0) wanted.set(part, Math.max(0, at));
      }
      return wanted;
    },
    forget(utterance) {
      open = open.filter((one) => one.utterance !== utterance);
      trim();
    },
    isFull(utterance) {
      const one = open.find((candidate) => candidate.utterance === utterance);
      return one !== undefined && end - one.from >= samplesIn(LIMIT_MS);
    },
  };
}
