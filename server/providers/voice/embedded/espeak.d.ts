/** The part of @echogarden/espeak-ng-emscripten that is used; the package ships no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  export interface ESpeakWorker {
    /** Language and variant, such as `en-us+f1`; 0 when it was found. */
    set_voice(name: string): number;
    set_rate(wordsAMinute: number): number;
    set_pitch(pitch: number): number;
    set_range(range: number): number;
    set_volume(volume: number): number;
    get_samplerate(): number;
    /** Runs to its end within the call and hands out the samples piece by piece; true stops it. */
    synthesize(ssml: string, onPiece: (samples: Int16Array) => boolean): void;
  }
  const create: () => Promise<{ eSpeakNGWorker: new () => ESpeakWorker }>;
  export default create;
}
