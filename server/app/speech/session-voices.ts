/**
 * The replies that are still being put into sound after their words were kept. A newer message of the same session ends
 * them: nobody will hear the rest.
 */
export class SessionVoices {
  readonly #speaking = new Map<string, Set<AbortController>>();

  /** @returns takes it out again */
  enter(sessionId: string, abort: AbortController): () => void {
    const own = this.#speaking.get(sessionId) ?? new Set();
    this.#speaking.set(sessionId, own);
    own.add(abort);
    return () => {
      own.delete(abort);
      if (own.size === 0 && this.#speaking.get(sessionId) === own) this.#speaking.delete(sessionId);
    };
  }

  /** Ends what is still being spoken for the session. */
  silence(sessionId: string): void {
    for (const abort of this.#speaking.get(sessionId) ?? []) abort.abort(new Error('a newer turn'));
  }
}
