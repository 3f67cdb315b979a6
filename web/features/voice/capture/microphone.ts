import { audioContext, declareAudioUse, resumeAudioContext } from '../../../platform/audio-context.ts';
import { missingSupport, type TrackListener, toMicrophoneError, watchTrack } from './devices.ts';
import framesUrl from './frames.worklet.ts?worker&url';
import type { UtterancePart } from './hearing.ts';
import { createHearing, type Hearing, type HearingListener } from './hearing.ts';

/** Receives the events of the microphone and of speech detection. */
export interface MicrophoneListener extends Omit<HearingListener, 'failed'>, TrackListener {}

export interface Microphone {
  /**
   * Requests the microphone and starts listening.
   * @param detect whether voice activity delimits the utterances; otherwise the visitor's button does
   * @throws MicrophoneError with the visitor's sentence. Resolves to false if closed in the meantime
   */
  open(detect: boolean): Promise<boolean>;
  /** Releases the microphone; the browser's recording indicator goes off. */
  close(): void;
  /** Audio from now on, with a short lead-in, belongs to the utterance. */
  begin(utterance: number): void;
  /** The utterance's WAV; null if there is none. */
  take(utterance: number, part: UtterancePart): Promise<{ wav: ArrayBuffer; speechMs: number } | null>;
  discard(utterance: number): void;
  /** The words of the utterance are all: it ends now if its speaker is still silent. */
  finish(utterance: number): void;
  /** The screen is closed: releases the microphone and the worker. */
  end(): void;
  /** Track of the open microphone, for the browser's own speech recognition. */
  track(): MediaStreamTrack | null;
}

/** @param deviceId the device that the visitor chose; null for the system's default */
export function createMicrophone(listener: MicrophoneListener, deviceId: () => string | null): Microphone {
  const loaded = new WeakMap<AudioContext, Promise<void>>();
  let hearing: Hearing | null = null;
  let stream: MediaStream | null = null;
  let unwatch = () => {};
  let graph: { source: MediaStreamAudioSourceNode; frames: AudioWorkletNode } | null = null;
  /** Counts openings, so that a late one notices that it has been closed. */
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
        // The next opening starts a new worker.
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
        // In parallel: a refused microphone must not wait for the audio context, nor vice versa.
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
    finish: (utterance) => hearing?.finish(utterance),
    track: () => stream?.getAudioTracks()[0] ?? null,
  };
}

/** Requested but not required: a device without these features is still usable. */
const WISHES: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: { ideal: 1 },
};
/** Errors that browsers report if the required device is missing. */
const NOT_THERE = ['OverconstrainedError', 'NotFoundError'];

/**
 * Requests a microphone from the browser. The chosen device is a required constraint, since Chromium prefers the
 * system's default to a merely preferred device; if the chosen device is gone, the default is used.
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
