import { pause, systemClock } from './clock.ts';

let shared: AudioContext | null = null;

/** A browser without sound hardware may never answer; a conversation does not wait for it. */
const RESUME_TIMEOUT_MS = 500;

/** The page's shared audio context once a visitor's click has created it; null before, or if there is no audio. */
export function audioContext(): AudioContext | null {
  return shared;
}

/**
 * Resumes the page's shared audio context, which browsers allow only within a user gesture (section 2, chat screen).
 * Missing audio is not an error of a typed conversation, so this never rejects. Calling it again resumes a context that
 * the browser has suspended (a phone call, a locked screen).
 */
export async function resumeAudioContext(): Promise<void> {
  const answered = new AbortController();
  try {
    shared ??= new AudioContext({ latencyHint: 'interactive' });
    await Promise.race([shared.resume(), pause(systemClock, RESUME_TIMEOUT_MS, answered.signal)]);
  } catch {
    shared = null;
  } finally {
    answered.abort();
  }
}

/**
 * Declares the purpose of the audio. On a phone this decides whether the mute switch silences the voice and whether it
 * plays through the loudspeaker.
 */
export function declareAudioUse(use: 'playback' | 'play-and-record'): void {
  const session = (navigator as { audioSession?: { type: string } }).audioSession;
  if (session) session.type = use;
}
