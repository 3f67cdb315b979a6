import type { Page } from 'playwright-core';
import { recordVisitor } from './microphone-file.ts';

/** Start and end of speech, in seconds of the page's audio clock. */
export interface Said {
  from: number;
  to: number;
}

/**
 * A visitor who speaks when the test says so: a scene continues when the page is ready, however busy the machine is.
 */
export interface SpeakingVisitor {
  /** Says one of the lines. @returns once it is over */
  says(line: string): Promise<Said>;
  /** Waits until the output has been audible for this many seconds in total. */
  hasHeard(seconds: number): Promise<void>;
  /** Waits until the output is audible at or after this moment of the page's audio clock. */
  hearsAfter(moment: number): Promise<void>;
  /**
   * The loudest sample between two moments of the page's audio clock, 0 to 1; NaN if nothing was recorded between them.
   */
  loudest(from: number, to: number): Promise<number>;
}

/** The page's recorded audio: its blocks with their times and peak samples. */
interface Room {
  context: AudioContext | null;
  microphone: MediaStreamAudioDestinationNode | null;
  heard: { from: number; to: number; loudest: number }[];
}

/**
 * Before the page loads: gives it a microphone in which only this visitor is heard. Microphone and output run by the
 * page's audio clock, so that a slow machine delays both.
 * @param lines everything that will be said
 */
export async function speakingVisitor(page: Page, lines: string[]): Promise<SpeakingVisitor> {
  const recordings = await recordVisitor(lines);
  await page.addInitScript(furnish);
  return {
    says: (line) => page.evaluate(speak, recordings.get(line) ?? ''),
    async hasHeard(seconds) {
      await page.waitForFunction(soundedFor, seconds, { polling: 50 });
    },
    async hearsAfter(moment) {
      await page.waitForFunction(soundsAfter, moment, { polling: 50 });
    },
    loudest: (from, to) => page.evaluate(loudestBetween, [from, to] as const),
  };
}

// The following functions run in the page, each by itself.

function furnish(): void {
  const made: Room = { context: null, microphone: null, heard: [] };
  (globalThis as unknown as { room: Room }).room = made;

  globalThis.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      made.context = this;
    }
  };

  type Connect = (this: AudioNode, target: AudioNode, ...rest: number[]) => AudioNode;
  const connect = AudioNode.prototype.connect as Connect;
  AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode, ...rest: number[]) {
    const { context } = this;
    if (context === made.context && target === context.destination && !(this instanceof ScriptProcessorNode)) {
      const tap = made.context.createScriptProcessor(1024, 1, 1);
      tap.onaudioprocess = ({ inputBuffer, playbackTime: to }) => {
        const loudest = inputBuffer.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        made.heard.push({ from: to - inputBuffer.duration, to, loudest });
      };
      connect.call(this, tap);
      connect.call(tap, context.destination);
    }
    return connect.call(this, target, ...rest);
  } as typeof AudioNode.prototype.connect;

  navigator.mediaDevices.getUserMedia = async () => {
    const { context } = made;
    if (!context) throw new DOMException('there is no sound yet', 'NotReadableError');
    made.microphone = context.createMediaStreamDestination();
    // A room is never entirely silent.
    const hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    hiss.copyToChannel(
      Float32Array.from({ length: hiss.length }, () => (Math.random() - 0.5) / 4_000),
      0,
    );
    const source = new AudioBufferSourceNode(context, { buffer: hiss, loop: true });
    source.connect(made.microphone);
    source.start();
    return made.microphone.stream;
  };
}

async function speak(recording: string): Promise<Said> {
  const { context, microphone } = (globalThis as unknown as { room: Room }).room;
  if (!context || !microphone) throw new Error('nobody listens');
  const bytes = Uint8Array.from(atob(recording), (letter) => letter.charCodeAt(0));
  const buffer = await context.decodeAudioData(bytes.buffer);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(microphone);
  const from = context.currentTime + 0.05;
  source.start(from);
  await new Promise((resolve) => {
    source.onended = resolve;
  });
  return { from, to: from + buffer.duration };
}

/** Counts blocks louder than half the amplitude of the fake voices' hum. */
function soundedFor(seconds: number): boolean {
  const { heard } = (globalThis as unknown as { room: Room }).room;
  return heard.reduce((sum, { from, to, loudest }) => sum + (loudest > 0.1 ? to - from : 0), 0) >= seconds;
}

function soundsAfter(moment: number): boolean {
  const { heard } = (globalThis as unknown as { room: Room }).room;
  return heard.some(({ from, loudest }) => from >= moment && loudest > 0.1);
}

function loudestBetween([from, to]: readonly [number, number]): number {
  const { heard } = (globalThis as unknown as { room: Room }).room;
  const between = heard.filter((block) => block.from >= from && block.to <= to);
  return between.length === 0 ? Number.NaN : Math.max(...between.map(({ loudest }) => loudest));
}
