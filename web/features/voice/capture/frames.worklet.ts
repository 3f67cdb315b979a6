/**
 * Passes the microphone's samples to the hearing worker directly from the audio thread, so that work on the page never
 * delays them. Frames of about 10 ms, mixed down to mono.
 */

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

const FRAME_SAMPLES = Math.ceil(sampleRate * 0.01);

class FramesProcessor extends AudioWorkletProcessor {
  #out: MessagePort | null = null;
  #frame = new Float32Array(FRAME_SAMPLES);
  #filled = 0;
  #stopped = false;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<{ port?: MessagePort }>) => {
      if (data.port) this.#out = data.port;
      else this.#stopped = true;
    };
  }

  /** @returns whether the browser should keep calling */
  process(inputs: Float32Array[][]): boolean {
    if (this.#stopped) return false;
    const channels = inputs[0] ?? [];
    const length = channels[0]?.length ?? 0;
    for (let index = 0; index < length; index += 1) {
      let sum = 0;
      for (const channel of channels) sum += channel[index] ?? 0;
      this.#frame[this.#filled] = sum / channels.length;
      this.#filled += 1;
      if (this.#filled === FRAME_SAMPLES) this.#send();
    }
    return true;
  }

  #send(): void {
    const frame = this.#frame;
    this.#frame = new Float32Array(FRAME_SAMPLES);
    this.#filled = 0;
    this.#out?.postMessage(frame, [frame.buffer]);
  }
}

registerProcessor('understudy-frames', FramesProcessor);
