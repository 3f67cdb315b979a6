import path from 'node:path';
import type { Page } from 'playwright-core';

/** Both sides of a conversation on one clock: the microphone's input and the loudspeaker's output. */
export interface BothSides {
  sampleRate: number;
  /** Aligned sample by sample, -1 to 1. */
  visitor: Float32Array;
  twin: Float32Array;
  /** Milliseconds of input latency, as the browser reports for its microphone. */
  captureMs: number;
  /** Milliseconds of output latency, as the browser reports for its loudspeaker. */
  outputMs: number;
}

/** How smoothly the page ran: the longest time between two frames, and the number of tasks over 50 ms. */
export interface Frames {
  longestMs: number;
  longTasks: number;
}

type Read = Pick<BothSides, 'sampleRate' | 'captureMs' | 'outputMs'> & { pieces: { frame: number; sides: string[] }[] };

const inPage = (name: string) => ({ path: path.join(import.meta.dirname, 'in-page', name) });

/** Call it before the page loads. The page must allow injected scripts (`bypassCSP`). */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(inPage('both-sides.js'));
  await page.addInitScript(inPage('frames.js'));
}

/** Restarts the counting of frames. */
export async function forgetFrames(page: Page): Promise<void> {
  await page.evaluate('Object.assign(seenFrames, { longestMs: 0, longTasks: 0 })');
}

export function readFrames(page: Page): Promise<Frames> {
  return page.evaluate<Frames>('seenFrames');
}

/** When the page got its microphone, in milliseconds since the epoch. */
export function microphoneOpenedAt(page: Page): Promise<number> {
  return page.evaluate<number>('microphoneOpenedAt');
}

/**
 * The recording so far.
 *
 * @throws {Error} if the page has opened no sound
 */
export async function readBothSides(page: Page): Promise<BothSides> {
  const { pieces, ...rest } = await page.evaluate<Read>('bothSides()');
  const decoded = pieces.map(({ frame, sides }) => ({
    frame,
    sides: sides.map((text) => Buffer.from(text, 'base64')),
  }));
  const last = decoded.at(-1);
  if (!last) throw new Error('the page has opened no sound');
  const side = (which: number) => {
    const samples = new Float32Array(last.frame + (last.sides[which]?.length ?? 0) / 2);
    for (const { frame, sides } of decoded) {
      const bytes = sides[which] ?? Buffer.alloc(0);
      for (let at = 0; at < bytes.length; at += 2) samples[frame + at / 2] = bytes.readInt16LE(at) / 32_768;
    }
    return samples;
  };
  return { ...rest, visitor: side(0), twin: side(1) };
}
