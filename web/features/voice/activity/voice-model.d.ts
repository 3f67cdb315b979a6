declare module 'virtual:voice-model' {
  /** URL of the file for `createNeuralDetector` (web/build/voice-model.ts). */
  const url: string;
  export default url;
}
