import type { StreamEvent } from '@understudy/contract/wire';
import { type Clock, pause } from '../../platform/clock.ts';
import type { Player } from './playback/player.ts';

/** How a sentence is spoken when the reply came without its sound; as `text_to_speech`. */
export type SpeakText = (text: string, signal: AbortSignal) => Promise<string>;

/** The browser retries its own failed call after 1 s and 2 s, then stays silent (section 7; settled, part 2). */
const RETRY_DELAYS_MS = [1_000, 2_000];

/** Brings a reply from its stream to the player. */
export interface ReplyVoice {
  heard(turnId: string, message: StreamEvent): void;
  /** The reply will be heard from its beginning again; what was added already is not added twice. */
  rejoining(turnId: string): void;
  /** Nothing more comes of the reply, however it ended. */
  over(turnId: string): void;
  drop(turnId: string): void;
  dropAll(): void;
}

interface Incoming {
  /** Audio events of this connection so far, and how many of the reply were ever added. */
  arrived: number;
  added: number;
  voiced: Set<number>;
  abort: AbortController;
}

/** @param unvoiced told when a reply is over and nothing of it can be heard any more */
export function createReplyVoice(deps: {
  player: Player;
  clock: Clock;
  speak: SpeakText;
  report(error: unknown, context: string): void;
  unvoiced(turnId: string): void;
}): ReplyVoice {
  const { player, clock } = deps;
  const incoming = new Map<string, Incoming>();
  const completing = new Set<string>();

  const of = (turnId: string): Incoming => {
    const known = incoming.get(turnId);
    if (known) return known;
    const fresh = { arrived: 0, added: 0, voiced: new Set<number>(), abort: new AbortController() };
    incoming.set(turnId, fresh);
    return fresh;
  };

  async function speakWithRetries(text: string, signal: AbortSignal): Promise<string | null> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        return await deps.speak(text, signal);
      } catch (cause) {
        const delay = RETRY_DELAYS_MS[attempt];
        if (signal.aborted) return null;
        if (delay === undefined) {
          deps.report(cause, 'Speech synthesis failed');
          return null;
        }
        await pause(clock, delay, signal);
      }
    }
    return null;
  }

  /** The reply is over: segments that came without a sound are asked for, in their order. */
  async function complete(turnId: string, segments: readonly { text: string }[]): Promise<void> {
    if (completing.has(turnId)) return;
    completing.add(turnId);
    const reply = of(turnId);
    const { signal } = reply.abort;
    // Sound in the middle cannot be put in afterwards; a tail can.
    const last = Math.max(-1, ...reply.voiced);
    for (const [index, { text }] of segments.entries()) {
      if (index <= last || text.trim() === '') continue;
      const audioBase64 = await speakWithRetries(text, signal);
      if (audioBase64 === null || signal.aborted) break;
      player.add(turnId, { segment: index, text, audioBase64 });
    }
    incoming.delete(turnId);
    completing.delete(turnId);
    if (signal.aborted) return;
    player.complete(turnId);
    if (!player.has(turnId)) deps.unvoiced(turnId);
  }

  return {
    heard(turnId, message) {
      switch (message.event) {
        case 'segment':
          return player.pause(turnId, message.data.index, message.data.pause_ms);
        case 'audio': {
          const reply = of(turnId);
          const { segment, audio_base64, text } = message.data;
          reply.arrived += 1;
          reply.voiced.add(segment);
          if (reply.arrived <= reply.added) return;
          reply.added = reply.arrived;
          player.add(turnId, { segment, text, audioBase64: audio_base64 });
          return;
        }
        case 'done': {
          const { segments, interrupted } = message.data;
          for (const [index, { pause_ms }] of segments.entries()) player.pause(turnId, index, pause_ms);
          void complete(turnId, interrupted ? [] : segments);
          return;
        }
        case 'error':
          void complete(turnId, []);
      }
    },
    rejoining(turnId) {
      const reply = incoming.get(turnId);
      if (reply) reply.arrived = 0;
    },
    over(turnId) {
      // After `done` its last sentences may still be on their way from the server.
      if (incoming.has(turnId) && !completing.has(turnId)) void complete(turnId, []);
    },
    drop(turnId) {
      incoming.get(turnId)?.abort.abort();
      incoming.delete(turnId);
      player.drop(turnId);
    },
    dropAll() {
      for (const { abort } of incoming.values()) abort.abort();
      incoming.clear();
      player.dropAll();
    },
  };
}
