/** The part of @echogarden/espeak-ng-emscripten in use; the package ships no types. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface ESpeakWorker {
    /** Language and variant, such as `en-us+f1`; returns 0 if found. */
    set_voice(name: string): number;
    set_rate(wordsAMinute: number): number;
    set_pitch(pitch: number): number;
    set_range(range: number): number;
    set_volume(volume: number): number;
    get_samplerate(): number;
    /** Synchronous: passes the samples to the callback chunk by chunk; returning true stops it. */
    synthesize(ssml: string, onPiece: (samples: Int16Array) => boolean): void;
  }
  const create: () => Promise<{ eSpeakNGWorker: new () => ESpeakWorker }>;
  export default create;
}
