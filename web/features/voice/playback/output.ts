/** A decoded stretch of sound. */
export interface Sound {
  /** In seconds. */
  duration: number;
}

/** Where sound goes, in the time of its own clock; the player knows no more of the browser. */
export interface Output<Decoded extends Sound = Sound> {
  /** Seconds on the sound's clock; 0 when there is none. */
  now(): number;
  /** Seconds by which what is heard lags behind what is played. */
  latency(): number;
  /** Whether sound comes out; otherwise the clock stands still. */
  isRunning(): boolean;
  /** Reads WAV, MP3 or whatever else the browser reads. Rejects what is no sound. */
  decode(bytes: ArrayBuffer): Promise<Decoded>;
  /** Plays from `offset` seconds on, beginning at `at` to the sample. The function silences it within a frame. */
  play(sound: Decoded, at: number, offset: number): () => void;
  /** Everything is heard much more quietly at once, and for a third of a second; then as before. */
  duck(): void;
  /** Loudness of what is heard now, 0 to 1. */
  level(): number;
}
