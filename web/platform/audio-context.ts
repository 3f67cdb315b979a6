let shared: AudioContext | null = null;

/** A browser without sound hardware may never answer; a conversation does not wait for it. */
const RESUME_TIMEOUT_MS = 500;

/**
 * Wakes the page's one audio context, which browsers allow only within a visitor's click (section 2, chat screen). Sound
 * that cannot be had is no error of a typed conversation, so this never rejects.
 */
export async function resumeAudioContext(): Promise<void> {
  try {
    shared ??= new AudioContext();
    const limit = new Promise((resolve) => setTimeout(resolve, RESUME_TIMEOUT_MS));
    await Promise.race([shared.resume(), limit]);
  } catch {
    shared = null;
  }
}
