import type { Page } from 'playwright-core';
import type { TestApp } from '../../server/testing/app.ts';
import type { FakeReply } from '../../server/testing/fake-replies.ts';
import { heardWords } from '../../server/testing/fake-speech-provider.ts';
import type { VoiceStage } from './voice-stage.ts';

interface Overheard {
  chunks: number[][];
}

/** Before the page loads: records its audio output and every microphone it opens. */
export async function overhear(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scope = globalThis as unknown as {
      overheard: Overheard | null;
      tracks: MediaStreamTrack[];
      openedAt: number;
    };
    scope.overheard = null;
    scope.tracks = [];
    type Connect = (this: AudioNode, target: AudioNode, ...rest: number[]) => AudioNode;
    const connect = AudioNode.prototype.connect as Connect;
    AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode, ...rest: number[]) {
      const { context } = this;
      if (target === context.destination && context instanceof AudioContext && !(this instanceof ScriptProcessorNode)) {
        const tap = context.createScriptProcessor(1024, 1, 1);
        tap.onaudioprocess = ({ inputBuffer }) => {
          scope.overheard ??= { chunks: [] };
          scope.overheard.chunks.push(
            Array.from(inputBuffer.getChannelData(0), (sample) => Math.round(sample * 32_767)),
          );
        };
        connect.call(this, tap);
        connect.call(tap, context.destination);
      }
      return connect.call(this, target, ...rest);
    } as typeof AudioNode.prototype.connect;
    const media = navigator.mediaDevices;
    const open = media.getUserMedia.bind(media);
    media.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      scope.openedAt = Date.now();
      scope.tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

/** Whether anything louder than a hiss was output. */
export async function isAudible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { overheard } = globalThis as unknown as { overheard: Overheard | null };
    return overheard?.chunks.some((chunk) => chunk.some((sample) => Math.abs(sample) > 500)) ?? false;
  });
}

/** How many microphones the page opened, and how many of them are still on. */
export async function microphones(page: Page): Promise<{ opened: number; on: number }> {
  return page.evaluate(() => {
    const { tracks } = globalThis as unknown as { tracks: MediaStreamTrack[] };
    return { opened: tracks.length, on: tracks.filter(({ readyState }) => readyState === 'live').length };
  });
}

/**
 * A transcriber that hears what the microphone's scene says at that moment.
 * @param mishears texts understood in place of others
 */
export function understandScene(
  { speech, words }: VoiceStage,
  page: Page,
  mishears: Record<string, string> = {},
): void {
  let openedAt = Number.NaN;
  const look = setInterval(() => {
    page
      .evaluate(() => (globalThis as unknown as { openedAt: number }).openedAt)
      .then((at) => {
        openedAt = at ?? openedAt;
      })
      .catch(() => clearInterval(look));
  }, 100);
  speech.alwaysTranscribe((): FakeReply => {
    const now = Date.now() - openedAt;
    const text = words.findLast(({ fromMs }) => fromMs < now)?.text ?? '';
    return heardWords(mishears[text] ?? text);
  });
}

/** The voice events of all conversations, oldest first, as 'kind reason'. */
export async function voiceEvents({ pool }: TestApp): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string; reason: string | null }>(
    "select kind, payload->>'reason' as reason from events where kind like 'voice%' order by ts, id",
  );
  return rows.map(({ kind, reason }) => (reason ? `${kind} ${reason}` : kind));
}
