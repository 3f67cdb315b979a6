import { UTTERANCE_MAX_MS } from '@understudy/contract/constants';
import { SAMPLE_RATE } from '../sound-activity.ts';

/**
 * Lead-in kept before an utterance, so that no first sound is lost: 300 ms plus the time a detector needs to be
 * certain.
 */
const LEAD_IN_MS = 600;
/** Below the server's limit, so that the frame that reaches it still fits. */
const LIMIT_MS = UTTERANCE_MAX_MS - 500;

const samplesIn = (ms: number) => Math.round((ms * SAMPLE_RATE) / 1000);

interface Open {
  utterance: number;
  /** In samples since the microphone was opened. */
  from: number;
}

/** Stores the audio of the current utterance and a short lead-in. 16 kHz samples. */
export interface Recorder {
  add(samples: Float32Array): void;
  /** @param backMs how long ago the speech of this utterance began */
  begin(utterance: number, backMs: number): void;
  /** The utterance's samples so far; null if it is unknown. */
  read(utterance: number): Float32Array | null;
  forget(utterance: number): void;
  /** Whether the utterance has reached the maximum length. */
  isFull(utterance: number): boolean;
}

/** Keeps only the lead-in until an utterance begins. */
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
