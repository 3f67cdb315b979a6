/** A piece of decoded sound. */
export interface Sound {
  /** In seconds. */
  duration: number;
}

/** An audio output with its own clock; the player's only dependency on the browser. */
export interface Output<Decoded extends Sound = Sound> {
  /** Current time of the audio clock in seconds; 0 if there is none. */
  now(): number;
  /** Output latency in seconds. */
  latency(): number;
  /** Whether sound is being output; otherwise the clock stands still. */
  isRunning(): boolean;
  /** Decodes WAV, MP3 and other formats that the browser supports. Rejects anything that is not audio. */
  decode(bytes: ArrayBuffer): Promise<Decoded>;
  /**
   * Plays from `offset` seconds on, starting at `at` with sample accuracy. The returned function silences it within a
   * frame.
   */
  play(sound: Decoded, at: number, offset: number): () => void;
  /** Ducks everything at once for a third of a second, then restores the volume. */
  duck(): void;
  /** Loudness of the current output, 0 to 1. */
  level(): number;
}
