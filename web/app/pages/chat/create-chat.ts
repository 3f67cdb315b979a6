import type { PublicConfig } from '@understudy/contract/wire';
import type { Conversation } from '../../../features/conversation/conversation.ts';
import { createBrowserConversation } from '../../../features/conversation/create-browser-conversation.ts';
import type { VoiceLine } from '../../../features/conversation/voice-line.ts';
import { createBrowserVoice } from '../../../features/voice/create-browser-voice.ts';
import { isSpeaking } from '../../../features/voice/presence.ts';
import type { Voice } from '../../../features/voice/voice.ts';
import type { Enterable } from './entrance.ts';

/** The conversation and its voice, joined: neither knows the other's feature. */
export interface Chat extends Enterable {
  conversation: Conversation;
  voice: Voice;
}

/** Makes both and joins them. Nothing is asked of the server, nor of the microphone, before they are opened. */
export function createChat(config: PublicConfig, choice: { requestedMode: string | null; performer: boolean }): Chat {
  const voice = createBrowserVoice(config, () => {
    const { session, mode } = conversation.store.get();
    return session ? { session_id: session.sessionId, session_secret: session.secret, mode } : null;
  });
  const conversation = createBrowserConversation(config, { ...choice, voice: lineOf(voice) });
  voice.join({
    isLive: () => conversation.store.get().phase === 'live',
    say: conversation.say,
    interrupt: conversation.interrupt,
    pace: conversation.pace,
    track: conversation.track,
  });
  let wasBusy = false;
  voice.store.subscribe(() => {
    const isBusy = voice.isBusy();
    if (isBusy === wasBusy) return;
    wasBusy = isBusy;
    conversation.noteSpeech();
  });
  return {
    conversation,
    voice,
    open() {
      conversation.open();
      voice.open();
    },
    close() {
      conversation.close();
      voice.close();
    },
    start: conversation.start,
    chooseMode: (mode) => conversation.choose({ mode }),
  };
}

function lineOf(voice: Voice): VoiceLine {
  return {
    isOn: () => voice.store.get().taking.voice === 'on',
    asking: voice.asking,
    heard: voice.heard,
    rejoining: voice.rejoining,
    over: voice.over,
    stop() {
      const speaks = isSpeaking(voice.store.get().taking);
      voice.stopSpeaking();
      return speaks;
    },
    typed: voice.typed,
    left: voice.left,
    isBusy: voice.isBusy,
  };
}
