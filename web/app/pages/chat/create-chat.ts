import type { PublicConfig } from '@understudy/contract/wire';
import type { Conversation, Surroundings } from '../../../features/conversation/conversation.ts';
import { createBrowserConversation } from '../../../features/conversation/create-browser-conversation.ts';
import type { SpeechPort } from '../../../features/conversation/speech-port.ts';
import { isComposerDisabled, liveReply } from '../../../features/conversation/talk.ts';
import { createNextStep, type NextStep } from '../../../features/leads/next-step.ts';
import { createBrowserShow } from '../../../features/show/create-browser-show.ts';
import type { Show } from '../../../features/show/show.ts';
import { createBrowserVoice } from '../../../features/voice/create-browser-voice.ts';
import type { Voice } from '../../../features/voice/voice.ts';
import { isSpeaking } from '../../../features/voice/voice-store.ts';
import { tabStore } from '../../../platform/storage.ts';
import type { Enterable } from './entrance.ts';

/** Connects the conversation, its voice, its show and the offer of a next step, which do not depend on each other. */
export interface Chat extends Enterable {
  conversation: Conversation;
  voice: Voice;
  nextStep: NextStep;
  /** Null in the widget's frame. */
  show: Show | null;
}

/** Creates and connects them. Before they are opened, they use neither the server nor the microphone. */
export function createChat(
  config: PublicConfig,
  {
    takeQuestion,
    isShow = false,
    ...choice
  }: {
    requestedMode: string | null;
    /** Whether it is to be a show. */
    isShow?: boolean;
    surroundings?: Surroundings;
    /** Returns, once, what the visitor asked before the conversation. */
    takeQuestion?: () => string | null;
  },
): Chat {
  const voice = createBrowserVoice(config, () => {
    const { session, mode } = conversation.store.get();
    return session ? { session_id: session.sessionId, session_secret: session.secret, mode } : null;
  });
  const performer = () => show?.isPerforming() ?? false;
  const conversation = createBrowserConversation(config, { ...choice, performer, voice: speechPortOf(voice) });
  const show = choice.surroundings ? null : createShowOf(conversation, isShow);
  voice.join({
    ...conversation,
    isLive: () => conversation.store.get().phase === 'live',
  });
  const nextStep = createNextStep(tabStore, conversation.track);
  conversation.store.subscribe(() => {
    const { session, nextStep: hint, call, meeting } = conversation.store.get();
    nextStep.consider({ sessionId: session?.sessionId ?? null, hint, arranged: meeting ?? call });
  });
  if (takeQuestion) sayOnceLive(conversation, takeQuestion);
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
    nextStep,
    show,
    open() {
      conversation.open();
      voice.open();
    },
    close() {
      conversation.close();
      voice.close();
      show?.close();
    },
    start(consent, sound, talk) {
      if (talk) voice.beginTalking();
      return conversation.start(consent, sound);
    },
    chooseMode: (mode) => conversation.choose({ mode }),
    stage(isAsked) {
      if (isAsked) show?.ask();
      else show?.withdraw();
    },
  };
}

/** The show of a conversation: it runs as long as the conversation does. */
function createShowOf(conversation: Conversation, isAsked: boolean): Show {
  const { store } = conversation;
  const show = createBrowserShow({
    async speakUp() {
      await untilWritten(conversation);
      await conversation.speakUp();
      show.closed();
    },
  });
  if (isAsked) show.ask();
  store.subscribe(() => {
    const { phase, session, entries } = store.get();
    // A conversation that is being ended may yet go on.
    if (phase === 'live') show.attend(session, entries.length > 0);
    else if (phase === 'ended' || phase === 'fresh') show.attend(null, false);
  });
  return show;
}

/** Resolves when no reply is being written: what is written may still wait for its pauses. */
function untilWritten({ store }: Pick<Conversation, 'store'>): Promise<void> {
  const isWritten = () => {
    const reply = liveReply(store.get());
    return reply?.status !== 'thinking' && reply?.status !== 'writing';
  };
  return new Promise((resolve) => {
    if (isWritten()) return resolve();
    const stop = store.subscribe(() => {
      if (!isWritten()) return;
      stop();
      resolve();
    });
  });
}

/** Sends the question as soon as a conversation is running, whether a new one or one that was picked up again. */
export function sayOnceLive(
  { store, say }: Pick<Conversation, 'store' | 'say'>,
  takeQuestion: () => string | null,
): void {
  const stop = store.subscribe(() => {
    if (isComposerDisabled(store.get())) return;
    stop();
    const question = takeQuestion();
    if (question) say(question);
  });
}

function speechPortOf(voice: Voice): SpeechPort {
  return {
    ...voice,
    isOn: () => voice.store.get().taking.voice === 'on',
    stop() {
      const speaks = isSpeaking(voice.store.get().taking);
      voice.stopSpeaking();
      return speaks;
    },
  };
}
