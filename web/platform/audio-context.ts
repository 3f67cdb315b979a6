import { pause, systemClock } from './clock.ts';

let shared: AudioContext | null = null;

/** A browser without sound hardware may never answer; a conversation does not wait for it. */
const RESUME_TIMEOUT_MS = 500;

/** The page's one audio context, once a visitor's click has opened it; null before, or where there is no sound. */
export function audioContext(): AudioContext | null {
  return shared;
}

/**
 * Wakes the page's one audio context, which browsers allow only within a visitor's click (section 2, chat screen).
 * Sound that cannot be had is no error of a typed conversation, so this never rejects. Called again it wakes a context
 * that the browser has put to sleep meanwhile (a telephone call, a locked screen).
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
 * Tells the system what the sound is for. On a telephone it decides whether the mute switch silences the voice and
 * whether it comes from the loudspeaker.
 */
export function declareAudioUse(use: 'playback' | 'play-and-record'): void {
  const session = (navigator as { audioSession?: { type: string } }).audioSession;
  if (session) session.type = use;
}
