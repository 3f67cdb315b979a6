/**
 * Runs in the page before its own code. Writes down, within the audio thread, what the microphone gives and what goes to
 * the loudspeaker, on one clock: what the page is busy with moves nothing. `globalThis.bothSides()` gives it.
 */
{
  const PIECE = 4800;
  const processor = `
    registerProcessor('both-sides', class extends AudioWorkletProcessor {
      #from = 0;
      #filled = 0;
      #sides = [new Float32Array(${PIECE}), new Float32Array(${PIECE})];
      process(inputs) {
        for (let n = 0; n < 128; n += 1) {
          if (this.#filled === 0) this.#from = currentFrame + n;
          for (const side of [0, 1]) this.#sides[side][this.#filled] = inputs[side][0]?.[n] ?? 0;
          this.#filled += 1;
          if (this.#filled < ${PIECE}) continue;
          const sides = this.#sides;
          this.port.postMessage({ frame: this.#from, sides }, sides.map(({ buffer }) => buffer));
          this.#sides = [new Float32Array(${PIECE}), new Float32Array(${PIECE})];
          this.#filled = 0;
        }
        return true;
      }
    });`;
  const { connect } = AudioNode.prototype;
  const pieces = [];
  let audio = null;
  let track = null;
  let node = null;

  const tapped = async (context) => {
    audio = context;
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([processor], { type: 'text/javascript' })));
    const made = new AudioWorkletNode(context, 'both-sides', { numberOfInputs: 2, numberOfOutputs: 0 });
    made.port.onmessage = ({ data }) => pieces.push(data);
    return made;
  };

  AudioNode.prototype.connect = function (target, ...rest) {
    const isMicrophone = this instanceof MediaStreamAudioSourceNode;
    if (isMicrophone) track = this.mediaStream.getAudioTracks()[0] ?? null;
    if (this.context instanceof AudioContext && (isMicrophone || target === this.context.destination)) {
      node ??= tapped(this.context);
      void node.then((made) => connect.call(this, made, 0, isMicrophone ? 0 : 1));
    }
    return connect.call(this, target, ...rest);
  };

  const media = navigator.mediaDevices;
  const open = media.getUserMedia.bind(media);
  media.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    globalThis.microphoneOpenedAt = Date.now();
    return stream;
  };

  const base64 = (side) => {
    const whole = Int16Array.from(side, (x) => Math.max(-1, Math.min(1, x)) * 32_767);
    return btoa(String.fromCharCode(...new Uint8Array(whole.buffer)));
  };
  globalThis.bothSides = () => ({
    sampleRate: audio?.sampleRate ?? 0,
    captureMs: (track?.getSettings().latency ?? 0) * 1000,
    outputMs: ((audio?.baseLatency ?? 0) + (audio?.outputLatency ?? 0)) * 1000,
    pieces: pieces.map(({ frame, sides }) => ({ frame, sides: sides.map(base64) })),
  });
}
