declare module 'virtual:voice-model' {
  /** Where the file for `createNeuralDetector` is fetched (web/build/serve-voice-model.ts). */
  const url: string;
  export default url;
}
