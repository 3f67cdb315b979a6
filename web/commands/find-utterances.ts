import type { ActivityEvent } from '../features/voice/activity/segmenter.ts';
import { type ActivityDetector, createVoiceActivity, SAMPLE_RATE } from '../features/voice/activity/voice-activity.ts';
import { createResampler } from '../features/voice/capture/samples.ts';
import type { Recording } from './read-wav.ts';

/** Bounds of speech in milliseconds from the beginning of the recording, without any lead-in. */
export interface Utterance {
  start_ms: number;
  end_ms: number;
}

/** Chunk length of a live microphone (capture/frames.worklet.ts). */
const PIECE_SECONDS = 0.01;

/** Runs voice activity over a recording as over live sound: chunk by chunk, resampled, without looking ahead. */
export function* findUtterances(recording: Recording, detector: ActivityDetector): Generator<Utterance> {
  const resampler = createResampler(recording.sampleRate, SAMPLE_RATE);
  const activity = createVoiceActivity(detector);
  const piece = Math.ceil(recording.sampleRate * PIECE_SECONDS);
  for (let at = 0; at < recording.length; at += piece) {
    yield* utterances(activity.push(resampler.push(recording.mono(at, Math.min(at + piece, recording.length)))));
  }
  yield* utterances(activity.push(resampler.flush()));
  yield* utterances(activity.flush());
}

function* utterances(events: ActivityEvent[]): Generator<Utterance> {
  for (const event of events) {
    if (event.type === 'speech-end') yield { start_ms: Math.round(event.startMs), end_ms: Math.round(event.endMs) };
  }
}
