import type { StreamEvent } from '@understudy/contract/wire';
import type { Clock } from '../../platform/clock.ts';
import type { Player } from './playback/player.ts';
import { callWithRetries } from './retry.ts';

/** Synthesises a sentence if the reply came without its sound; as `text_to_speech`. */
export type SpeakText = (text: string, signal: AbortSignal) => Promise<string>;

/** Feeds a streamed reply to the player. */
export interface ReplyVoice {
  heard(turnId: string, message: StreamEvent): void;
  /** The reply will be streamed again from its beginning; audio already added is not added twice. */
  rejoining(turnId: string): void;
  /** Nothing more of the reply will arrive, for whatever reason. */
  over(turnId: string): void;
  drop(turnId: string): void;
  dropAll(): void;
}

interface Incoming {
  /** Audio events received on this connection, and the number ever added for this reply. */
  arrived: number;
  added: number;
  voiced: Set<number>;
  abort: AbortController;
}

/** @param unvoiced called when a reply is over and no more of it will be heard */
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

  /**
   * A sentence's audio in base64; null if there is none, in which case the rest of the reply stays silent (section 7).
   */
  async function soundOf(text: string, signal: AbortSignal): Promise<string | null> {
    try {
      return await callWithRetries(clock, signal, () => deps.speak(text, signal));
    } catch (cause) {
      if (!signal.aborted) deps.report(cause, 'Speech synthesis failed');
      return null;
    }
  }

  /** The reply is over: requests sound for the segments without it, in order. */
  async function complete(turnId: string, segments: readonly { text: string }[]): Promise<void> {
    if (completing.has(turnId)) return;
    completing.add(turnId);
    const reply = of(turnId);
    const { signal } = reply.abort;
    // Sound in the middle cannot be inserted afterwards; missing sound at the end can be added.
    const last = Math.max(-1, ...reply.voiced);
    for (const [index, { text }] of segments.entries()) {
      if (index <= last || text.trim() === '') continue;
      const audioBase64 = await soundOf(text, signal);
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
      // After `done`, its last sentences may still be arriving from the server.
      if (completing.has(turnId)) return;
      // If a reply has no sound at all, the player may know its pauses and would wait for the rest.
      if (incoming.has(turnId) || player.has(turnId)) void complete(turnId, []);
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
