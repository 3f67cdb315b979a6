import { audioContext, declareAudioUse, resumeAudioContext } from '../../../platform/audio-context.ts';
import framesUrl from './frames.worklet.ts?worker&url';
import { createHearing, type Hearing, type HearingListener } from './hearing.ts';
import type { UtterancePart } from './messages.ts';
import { missingSupport, toMicrophoneError } from './microphone-errors.ts';
import { type TrackListener, watchTrack } from './watch-track.ts';

/** What is told of the microphone and of what it hears. */
export interface MicrophoneListener extends Omit<HearingListener, 'failed'>, TrackListener {}

/** The visitor's microphone. */
export interface Microphone {
  /**
   * Asks for it and lets it be heard.
   * @param detect whether voice activity cuts the utterances; otherwise the visitor's button does
   * @throws MicrophoneError with the visitor's sentence. Closed meanwhile, it settles with false
   */
  open(detect: boolean): Promise<boolean>;
  /** Lets go of it; the browser's recording sign goes out. */
  close(): void;
  /** What is heard from now on, and what came shortly before, belongs to the utterance. */
  begin(utterance: number): void;
  /** The utterance's WAV; null when there is none. */
  take(utterance: number, part: UtterancePart): Promise<{ wav: ArrayBuffer; speechMs: number } | null>;
  discard(utterance: number): void;
  /** The screen is closed: lets go of it, and of what hears it. */
  end(): void;
  /** The open microphone's track, for the browser's own recognition. */
  track(): MediaStreamTrack | null;
}

/** @param deviceId the device that the visitor chose; null for the system's own choice */
export function createMicrophone(listener: MicrophoneListener, deviceId: () => string | null): Microphone {
  const loaded = new WeakMap<AudioContext, Promise<void>>();
  let hearing: Hearing | null = null;
  let stream: MediaStream | null = null;
  let unwatch = () => {};
  let graph: { source: MediaStreamAudioSourceNode; frames: AudioWorkletNode } | null = null;
  /** Counts openings, so that one that comes late finds itself closed. */
  let opening = 0;

  const release = () => {
    unwatch();
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    graph?.frames.port.postMessage({});
    graph?.source.disconnect();
    graph?.frames.disconnect();
    graph = null;
  };

  function connect(context: AudioContext, from: MediaStream, detect: boolean): void {
    const source = new MediaStreamAudioSourceNode(context, { mediaStream: from });
    const frames = new AudioWorkletNode(context, 'understudy-frames', { numberOfOutputs: 0 });
    const { port1, port2 } = new MessageChannel();
    frames.port.postMessage({ port: port1 }, [port1]);
    hearing ??= createHearing({
      ...listener,
      failed(cause) {
        // The next opening tries another worker.
        hearing = null;
        listener.lost(toMicrophoneError(cause));
      },
    });
    hearing.open(port2, context.sampleRate, detect);
    source.connect(frames);
    graph = { source, frames };
  }

  function close(): void {
    opening += 1;
    release();
    hearing?.close();
    declareAudioUse('playback');
  }

  return {
    async open(detect) {
      opening += 1;
      const own = opening;
      const hasMedia = typeof navigator.mediaDevices?.getUserMedia === 'function' && 'AudioWorkletNode' in window;
      const missing = missingSupport({ isSecureContext: window.isSecureContext, hasMedia });
      if (missing) throw missing;
      try {
        declareAudioUse('play-and-record');
        const asked = askFor(deviceId(), () => own === opening);
        // A refused microphone must not wait for the sound, nor the other way round.
        const [given] = await Promise.all([asked, resumeAudioContext()]);
        if (own !== opening) {
          for (const track of given.getTracks()) track.stop();
          return false;
        }
        stream = given;
        const [track] = given.getAudioTracks();
        if (track) unwatch = watchTrack(track, listener);
        const context = audioContext();
        if (!context) throw new DOMException('no sound on this device', 'NotReadableError');
        let module = loaded.get(context);
        if (!module) {
          module = context.audioWorklet.addModule(framesUrl);
          loaded.set(context, module);
          module.catch(() => loaded.delete(context));
        }
        await module;
        if (own !== opening) return false;
        connect(context, given, detect);
        return true;
      } catch (cause) {
        if (own !== opening) return false;
        release();
        throw toMicrophoneError(cause);
      }
    },
    close,
    end() {
      close();
      hearing?.end();
      hearing = null;
    },
    begin: (utterance) => hearing?.begin(utterance),
    take: async (utterance, part) => hearing?.take(utterance, part) ?? null,
    discard: (utterance) => hearing?.discard(utterance),
    track: () => stream?.getAudioTracks()[0] ?? null,
  };
}

/** All of it is asked for, none demanded: a device that cannot is still a microphone. */
const WISHES: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: { ideal: 1 },
};
/** What browsers say when the device that is demanded is not there. */
const NOT_THERE = ['OverconstrainedError', 'NotFoundError'];

/**
 * Asks the browser for a microphone. The chosen device has to be demanded, since Chromium takes a mere wish for one as
 * less than the system's choice; where it is not there any more, the system's choice is a microphone, too.
 */
async function askFor(deviceId: string | null, isWanted: () => boolean): Promise<MediaStream> {
  const media = navigator.mediaDevices;
  if (!deviceId) return media.getUserMedia({ audio: WISHES });
  try {
    return await media.getUserMedia({ audio: { ...WISHES, deviceId: { exact: deviceId } } });
  } catch (cause) {
    if (!isWanted() || !NOT_THERE.includes((cause as Error).name)) throw cause;
    return media.getUserMedia({ audio: WISHES });
  }
}
