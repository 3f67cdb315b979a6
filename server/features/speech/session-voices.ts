/**
 * Replies still being spoken after their words were saved. A newer message of the same session ends them, because
 * nobody will hear the rest.
 */
export class SessionVoices {
  readonly #speaking = new Map<string, Set<AbortController>>();

  /** @returns removes it again */
  enter(sessionId: string, abort: AbortController): () => void {
    const own = this.#speaking.get(sessionId) ?? new Set();
    this.#speaking.set(sessionId, own);
    own.add(abort);
    return () => {
      own.delete(abort);
      if (own.size === 0 && this.#speaking.get(sessionId) === own) this.#speaking.delete(sessionId);
    };
  }

  /** Ends all speech of the session. */
  silence(sessionId: string): void {
    for (const abort of this.#speaking.get(sessionId) ?? []) abort.abort(new Error('a newer turn'));
  }
}
