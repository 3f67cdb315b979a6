import { audioContext } from '../../../platform/audio-context.ts';
import { loudnessOf } from '../capture/samples.ts';

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

/** Time constant of the fade that prevents clicks, and when the source behind it is stopped. In seconds. */
const FADE = 0.003;
const FADED = 0.016;
/** Sound resumed in the middle fades in as softly as it faded out. */
const FADE_IN = 0.01;

/** Ducking: gain, duration, and time constant of the return. In seconds. */
const DUCKED = 0.08;
const DUCK_FOR = 0.35;
const COME_BACK = 0.06;

/** Output through the page's shared audio context. */
export function createWebAudioOutput(): Output<AudioBuffer> {
  let analyser: AnalyserNode | null = null;
  let volume: GainNode | null = null;
  const samples = new Float32Array(1024);

  const sink = (context: AudioContext): AudioNode => {
    if (volume?.context === context) return volume;
    analyser = new AnalyserNode(context, { fftSize: samples.length });
    analyser.connect(context.destination);
    volume = new GainNode(context);
    volume.connect(analyser);
    return volume;
  };

  return {
    now: () => audioContext()?.currentTime ?? 0,
    latency: () => audioContext()?.outputLatency ?? 0,
    isRunning: () => audioContext()?.state === 'running',
    async decode(bytes) {
      const context = audioContext();
      if (!context) throw new Error('there is no sound on this device');
      return context.decodeAudioData(bytes);
    },
    play(buffer, at, offset) {
      const context = audioContext();
      if (!context) return () => {};
      const source = new AudioBufferSourceNode(context, { buffer });
      const gain = new GainNode(context);
      source.connect(gain).connect(sink(context));
      source.onended = () => gain.disconnect();
      if (offset > 0) gain.gain.setValueAtTime(0, at).linearRampToValueAtTime(1, at + FADE_IN);
      source.start(at, offset);
      return () => {
        const { currentTime } = context;
        gain.gain.setTargetAtTime(0, currentTime, FADE);
        source.stop(Math.max(at, currentTime) + FADED);
      };
    },
    duck() {
      if (!volume) return;
      const { gain, context } = volume;
      gain.cancelScheduledValues(context.currentTime);
      gain.setTargetAtTime(DUCKED, context.currentTime, FADE);
      gain.setTargetAtTime(1, context.currentTime + DUCK_FOR, COME_BACK);
    },
    level() {
      if (!analyser) return 0;
      analyser.getFloatTimeDomainData(samples);
      return loudnessOf(samples);
    },
  };
}
