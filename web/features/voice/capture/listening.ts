import { UTTERANCE_MAX_MS, VOICE_BITS_PER_SAMPLE } from '@understudy/contract/constants';
import { WAV_HEADER_BYTES, wavHeader } from '@understudy/contract/wav';
import { createQuickPauses, QUICK_PAUSE_MS, type QuickPauses } from '../activity/quick-pause.ts';
import type { ActivityEvent } from '../activity/segmenter.ts';
import {
  type ActivityDetector,
  createEnergyDetector,
  createVoiceActivity,
  SAMPLE_RATE,
  type VoiceActivity,
} from '../activity/voice-activity.ts';
import { FALL_MS, voiceFalls } from '../activity/voice-fall.ts';
import type { FromHearing, ToHearing } from './hearing.ts';
import { createResampler, loudnessOf, type Resampler } from './samples.ts';

export interface ListeningDeps {
  tell(message: FromHearing): void;
  /** Loads the neural detector; rejects if that is not possible. */
  neural(): Promise<ActivityDetector>;
}

/** Silence kept at the end of an utterance. */
const TAIL_MS = 300;
/** How much later than a pause was noticed its speech may have ended: the detector lets go of a voice late. */
const LATE_MS = 200;
/** The level is reported every second frame: the meter is drawn no faster. */
const LEVEL_EVERY = 2;

interface Open {
  port: MessagePort;
  resampler: Resampler;
  recorder: Recorder;
  /** Null while the detector is loading, and in hold-to-talk mode. */
  activity: VoiceActivity | null;
  detect: boolean;
  /** Samples at 16 kHz since the microphone was opened, and since the detector started. */
  heard: number;
  activityFrom: number;
  /** Start and end of the last speech, in milliseconds since the microphone was opened. */
  startMs: number;
  endMs: number;
  quickPauses: QuickPauses;
  /** Whether the speaker is silent for a moment, since when that is known, and whether the voice fell before. */
  isPaused: boolean;
  pausedMs: number;
  falls: boolean;
  /** The current utterance in detecting mode. */
  utterance: number | null;
}

/** Handles the hearing worker's messages and frames. */
export function createListening({ tell, neural }: ListeningDeps) {
  let open: Open | null = null;
  let detector: ActivityDetector | null = null;
  let loading: Promise<void> | null = null;
  let frames = 0;

  const nowMs = ({ heard }: Open) => (heard * 1000) / SAMPLE_RATE;

  /** Loads the neural detector or falls back to the specification's detector, so that hands-free mode always works. */
  function prepare(): Promise<void> {
    loading ??= neural().then(
      (loaded) => {
        detector = loaded;
        tell({ type: 'detector', detector: 'neural' });
      },
      () => {
        detector = createEnergyDetector();
        tell({ type: 'detector', detector: 'energy' });
      },
    );
    return loading;
  }

  function detect(one: Open): void {
    if (!detector || open !== one) return;
    detector.reset();
    one.activityFrom = one.heard;
    one.activity = createVoiceActivity(detector);
  }

  function hear(one: Open, frame: Float32Array): void {
    const samples = one.resampler.push(frame);
    one.heard += samples.length;
    one.recorder.add(samples);
    frames += 1;
    if (frames % LEVEL_EVERY === 0) tell({ type: 'level', level: loudnessOf(frame) });
    for (const event of one.activity?.push(samples) ?? []) happened(one, event);
    const change = one.utterance === null || !one.detect ? null : one.quickPauses.push(samples);
    if (change === 'resumed') resumed(one);
    if (change === 'paused' && !one.isPaused) {
      one.endMs = nowMs(one) - QUICK_PAUSE_MS;
      paused(one, false);
    }
    if (one.utterance !== null && one.recorder.isFull(one.utterance)) cutFull(one);
  }

  function happened(one: Open, event: ActivityEvent): void {
    const base = (one.activityFrom * 1000) / SAMPLE_RATE;
    switch (event.type) {
      case 'speech-hint':
        tell({ type: 'speech-hinted' });
        return;
      case 'speech-start':
        one.startMs = base + event.atMs;
        one.isPaused = false;
        one.quickPauses.reset();
        tell({ type: 'speech-started' });
        return;
      case 'speech-confirm':
        return;
      case 'speech-pause': {
        one.endMs = base + event.endMs;
        paused(one, event.isLong);
        return;
      }
      case 'speech-resume':
        resumed(one);
        return;
      case 'speech-end':
        // Something was said too softly to be noticed at once.
        if (base + event.endMs > one.pausedMs + LATE_MS) resumed(one);
        one.endMs = base + event.endMs;
        tell({ type: 'speech-ended', quietMs: Math.max(0, nowMs(one) - one.endMs) });
        return;
      case 'speech-drop':
        tell({ type: 'speech-dropped' });
    }
  }

  /** The speaker is silent, since the end of the last speech. */
  function paused(one: Open, isLong: boolean): void {
    const quietMs = Math.max(0, nowMs(one) - one.endMs);
    if (!one.isPaused) {
      one.isPaused = true;
      one.pausedMs = nowMs(one);
      one.falls = voiceFalls(one.recorder.latest(FALL_MS, quietMs));
    } else if (!isLong) return;
    tell({ type: 'speech-paused', quietMs, falls: one.falls, isLong });
  }

  function resumed(one: Open): void {
    if (!one.isPaused) return;
    one.isPaused = false;
    tell({ type: 'speech-resumed' });
  }

  /** The server accepts no longer utterance: it is sent, and what follows becomes another. */
  function cutFull(one: Open): void {
    one.utterance = null;
    one.endMs = nowMs(one);
    tell({ type: 'speech-ended', quietMs: 0 });
    if (detector) detect(one);
  }

  function take({ utterance, part, request }: Extract<ToHearing, { type: 'take' }>): void {
    const one = open;
    const samples = one?.recorder.read(utterance) ?? null;
    if (part === 'whole') {
      one?.recorder.forget(utterance);
      if (one?.utterance === utterance) one.utterance = null;
    }
    if (!samples) {
      tell({ type: 'wav', request, wav: null, speechMs: 0 });
      return;
    }
    const quietMs = one?.detect && part !== 'so-far' ? Math.max(0, nowMs(one) - one.endMs) : 0;
    const cut = Math.max(0, Math.round(((quietMs - TAIL_MS) * SAMPLE_RATE) / 1000));
    const spoken = samples.subarray(0, Math.max(0, samples.length - cut));
    const speechMs = (spoken.length * 1000) / SAMPLE_RATE;
    tell({ type: 'wav', request, wav: encodeWav(spoken, SAMPLE_RATE), speechMs });
  }

  return {
    handle(message: ToHearing): void {
      switch (message.type) {
        case 'open': {
          open?.port.close();
          const { port, sampleRate, detect: detecting } = message;
          const one: Open = {
            port,
            resampler: createResampler(sampleRate, SAMPLE_RATE),
            recorder: createRecorder(),
            activity: null,
            detect: detecting,
            heard: 0,
            activityFrom: 0,
            startMs: 0,
            endMs: 0,
            quickPauses: createQuickPauses(),
            isPaused: false,
            pausedMs: 0,
            falls: false,
            utterance: null,
          };
          open = one;
          port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
            if (open === one) hear(one, data);
          };
          if (detecting) void prepare().then(() => detect(one));
          return;
        }
        case 'close':
          open?.port.close();
          open = null;
          return;
        case 'begin': {
          if (!open) return;
          const back = open.detect ? nowMs(open) - open.startMs : 0;
          open.recorder.begin(message.utterance, back);
          if (open.detect) open.utterance = message.utterance;
          return;
        }
        case 'take':
          take(message);
          return;
        case 'finish': {
          const one = open;
          if (one?.utterance !== message.utterance) return;
          for (const event of one.activity?.end() ?? []) happened(one, event);
          return;
        }
        case 'discard':
          open?.recorder.forget(message.utterance);
          if (open?.utterance === message.utterance) open.utterance = null;
      }
    },
  };
}

const BYTES_PER_SAMPLE = VOICE_BITS_PER_SAMPLE / 8;

/** Encodes samples between -1 and 1 as a mono 16-bit PCM WAV (section 9, voice). */
export function encodeWav(samples: Float32Array, sampleRate: number): ArrayBuffer {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const wav = new Uint8Array(WAV_HEADER_BYTES + dataBytes);
  wav.set(wavHeader(sampleRate, dataBytes));
  const view = new DataView(wav.buffer, WAV_HEADER_BYTES);
  for (const [index, sample] of samples.entries()) {
    const clipped = Math.max(-1, Math.min(1, sample));
    view.setInt16(index * BYTES_PER_SAMPLE, Math.round(clipped * 32_767), true);
  }
  return wav.buffer;
}

/**
 * Lead-in kept before an utterance, so that no first sound is lost: 300 ms plus the time a detector needs to be
 * certain.
 */
const LEAD_IN_MS = 600;
/** Below the server's limit, so that the frame that reaches it still fits. */
const LIMIT_MS = UTTERANCE_MAX_MS - 500;

const samplesIn = (ms: number) => Math.round((ms * SAMPLE_RATE) / 1000);

interface Recording {
  utterance: number;
  /** In samples since the microphone was opened. */
  from: number;
}

/** Stores the audio of the current utterance and a short lead-in. 16 kHz samples. */
interface Recorder {
  add(samples: Float32Array): void;
  /** @param backMs how long ago the speech of this utterance began */
  begin(utterance: number, backMs: number): void;
  /** The last `ms` milliseconds before `agoMs` milliseconds ago, as far as they are kept. */
  latest(ms: number, agoMs: number): Float32Array;
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
  let open: Recording[] = [];

  const trim = () => {
    const needed = Math.min(end - samplesIn(LEAD_IN_MS), ...open.map(({ from }) => from));
    chunks = chunks.filter(({ from, samples }) => from + samples.length > needed);
  };

  /** @param first in samples since the microphone was opened */
  const copy = (first: number, length: number): Float32Array => {
    const wanted = new Float32Array(length);
    for (const { from, samples } of chunks) {
      const at = from - first;
      const part = samples.subarray(Math.max(0, -at), Math.max(0, Math.min(samples.length, length - at)));
      if (part.length > 0) wanted.set(part, Math.max(0, at));
    }
    return wanted;
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
    latest(ms, agoMs) {
      const to = end - samplesIn(agoMs);
      const from = Math.max(chunks[0]?.from ?? end, to - samplesIn(ms));
      return copy(from, Math.max(0, to - from));
    },
    read(utterance) {
      const one = open.find((candidate) => candidate.utterance === utterance);
      return one ? copy(one.from, Math.min(end - one.from, samplesIn(LIMIT_MS))) : null;
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
