import type { StreamEvent } from '@understudy/contract/wire';
import type { Clock } from '../../platform/clock.ts';
import type { Storage } from '../../platform/storage.ts';
import { t } from '../../platform/texts.ts';
import { watchMicrophones } from './capture/devices.ts';
import type { Microphone, MicrophoneListener } from './capture/microphone.ts';
import type { ConversationPort } from './conversation-port.ts';
import { createLatencyTraces } from './latency-trace.ts';
import { createListeningSigns } from './listening-signs.ts';
import type { Output } from './playback/output.ts';
import { createPlayer } from './playback/player.ts';
import { createSpeculativeTranscription, type Transcriber } from './recognition/transcriber.ts';
import { createReplyVoice, type SpeakText } from './reply-voice.ts';
import { runEffect } from './run-effect.ts';
import { takeTurns } from './turn-taking/reduce.ts';
import { initialTurnTaking, type TurnTakingEvent } from './turn-taking/state.ts';
import { createTimers } from './turn-taking/timing.ts';
import { createVoiceStore, type Recognition, type VoiceStore } from './voice-store.ts';

/** Everything outside the voice: time, devices, network, storage. */
export interface VoiceDeps {
  clock: Clock;
  output: Output;
  microphone(listener: MicrophoneListener, deviceId: () => string | null): Microphone;
  /** The current transcriber; null if there is none. */
  transcriber(kind: Recognition): Transcriber | null;
  /**
   * Determines the available transcriber; `agreed` is the visitor's consent to sending audio to the browser's vendor.
   */
  findRecognition(agreed: boolean): Promise<Recognition>;
  speak: SpeakText;
  /** Whether the server has a voice. */
  hasVoice: boolean;
  choices: Storage;
  resumeAudio(): Promise<void>;
  report(error: unknown, context: string): void;
}

/** The voice of a conversation: the actions of its controls and the events of the conversation. */
export interface Voice {
  store: VoiceStore;
  /** Level of whoever has the floor, 0 to 1. */
  level(): number;
  visitorLevel(): number;
  /** Connects the conversation; nothing is heard or spoken before. */
  join(conversation: ConversationPort): void;
  open(): void;
  close(): void;
  /** The visitor started with 'Talk': the voice is on, and hands-free mode is offered. */
  beginTalking(): void;
  /** The visitor's answer to that offer. */
  answerOffer(handsFree: boolean): void;
  switchVoice(on: boolean): void;
  switchAuto(on: boolean): void;
  /** Hold-to-talk also switches the voice on. */
  press(): void;
  release(): void;
  stopSpeaking(): void;
  chooseDevice(id: string | null): void;
  /** Shows what is said while it is said, or no longer; the browser remembers it. */
  switchCaptions(on: boolean): void;
  /** The visitor's answer to whether the browser's vendor may receive the audio. */
  answer(agrees: boolean): void;
  dismissNotice(): void;
  /** The visitor changed the field's text. */
  typed(): void;
  /** A turn is about to be requested. @returns whether it should be spoken */
  asking(turnId: string, by: 'visitor' | 'twin'): boolean;
  heard(turnId: string, message: StreamEvent): void;
  rejoining(turnId: string): void;
  over(turnId: string): void;
  /** The session is over. */
  left(): void;
  /** Whether somebody is speaking or an utterance is being processed; the twin then does not speak unprompted. */
  isBusy(): boolean;
}

const VOICE_CHOICE = 'voice';
const DEVICE_CHOICE = 'microphone';
const CAPTIONS_CHOICE = 'captions';
const AGREED_CHOICE = 'browser-recognition';

/** Events that browsers accept as user activation for audio; Safari on phones accepts only the end of a touch. */
const GESTURES = ['pointerdown', 'touchend', 'click', 'keydown'] as const;

const noSession = () => t('voice.startFirst');
const noRecognition = () => t('voice.noRecognition');

/** The controller of the voice: carries out the decisions of turn taking. It holds no state that is shown. */
export function createVoice(deps: VoiceDeps): Voice {
  const { clock, choices, output } = deps;
  const store = createVoiceStore({
    taking: initialTurnTaking(choices.read(VOICE_CHOICE) === 'on'),
    notice: null,
    devices: [],
    deviceId: choices.read(DEVICE_CHOICE),
    recognition: 'unknown',
    asking: false,
    offering: false,
    captions: choices.read(CAPTIONS_CHOICE) === 'on',
    caption: null,
    nods: false,
    muted: false,
  });
  let conversation: ConversationPort | null = null;
  let visitorLevel = 0;
  let quietMs = 0;
  /** Drops the reply that was begun last, unless it is used. */
  let preparing: AbortController | null = null;
  let devices: ReturnType<typeof watchMicrophones> | null = null;
  /** The event to repeat once the visitor has agreed. */
  let afterAgreement: TurnTakingEvent | null = null;
  const spokenTurns = new Set<string>();

  const latencyTraces = createLatencyTraces(clock, (trace) => conversation?.track('voice_turn', trace));
  const player = createPlayer(output, clock, {
    started(turnId, audioLength) {
      latencyTraces.over(turnId, true);
      dispatch({ type: 'playback-started', turnId, audioLength });
    },
    said: (words) => store.set({ caption: { by: 'twin', words } }),
    ended(turnId) {
      store.set({ caption: null });
      spokenTurns.delete(turnId);
      dispatch({ type: 'playback-ended', turnId });
    },
  });
  const replies = createReplyVoice({
    player,
    clock,
    speak: deps.speak,
    report: deps.report,
    unvoiced(turnId) {
      spokenTurns.delete(turnId);
      latencyTraces.over(turnId, false);
      dispatch({ type: 'answered', turnId });
    },
  });
  const microphone = deps.microphone(
    {
      level(level) {
        visitorLevel = level;
      },
      speechHinted: () => dispatch({ type: 'speech-hinted' }),
      speechStarted() {
        listening.begin();
        dispatch({ type: 'speech-started' });
      },
      speechPaused({ quietMs: quiet, ...pause }) {
        quietMs = quiet;
        listening.pause();
        dispatch({ type: 'speech-paused', ...pause });
      },
      speechResumed() {
        listening.goOn();
        dispatch({ type: 'speech-resumed' });
      },
      speechEnded(quiet) {
        quietMs = quiet;
        dispatch({ type: 'speech-ended' });
      },
      speechDropped: () => dispatch({ type: 'speech-dropped' }),
      detector: (detector) => conversation?.track('voice_detector', { detector }),
      lost: ({ message, reason }) => dispatch({ type: 'mic-failed', sentence: message, reason }),
      muted: (muted) => store.set({ muted }),
    },
    () => store.get().deviceId,
  );
  const listening = createListeningSigns(clock, (nods) => {
    if (store.get().nods !== nods) store.set({ nods });
  });
  const timers = createTimers(clock, (timer) => dispatch({ type: 'timer', timer }));
  const jobs = new Map<number, AbortController>();
  const speculation = createSpeculativeTranscription();

  function dispatch(event: TurnTakingEvent): void {
    const before = store.get().taking;
    const { state, effects } = takeTurns(before, event);
    if (state !== before) store.set({ taking: state });
    for (const effect of effects) runEffect(effect, context);
    if (before.agent.is === 'speaking' && state.agent.is !== 'speaking') conversation?.fellSilent();
  }

  const context = {
    clock,
    microphone,
    player,
    replies,
    timers,
    latencyTraces,
    jobs,
    speculation,
    dispatch,
    conversation: () => conversation,
    transcriber: () => deps.transcriber(store.get().recognition),
    /** How long the visitor had been quiet when the utterance was cut; zero for hold-to-talk. */
    prepared: {
      begin(text: string) {
        preparing?.abort();
        preparing = new AbortController();
        conversation?.prepare(text, preparing.signal);
      },
      drop: () => preparing?.abort(),
    },
    quietMs: () => (store.get().taking.voice === 'on' && isAuto() ? quietMs : 0),
    opened: () => devices?.look(),
    closed() {
      visitorLevel = 0;
      if (store.get().muted) store.set({ muted: false });
    },
    caption: (words: string | null) => store.set({ caption: words ? { by: 'visitor', words } : null }),
    tell: (notice: string | null) => store.set({ notice }),
    report: deps.report,
  };

  const isAuto = () => {
    const { taking } = store.get();
    return taking.voice === 'on' && taking.hearing.mode === 'auto';
  };

  function switchVoice(on: boolean): void {
    choices.write(VOICE_CHOICE, on ? 'on' : null);
    if (on) void deps.resumeAudio();
    // Replies in progress continue as text: their sound is neither played nor requested any more.
    if (!on) spokenTurns.clear();
    dispatch({ type: 'voice', on });
    if (!on) store.set({ notice: null, asking: false, offering: false });
  }

  /** Anything that needs the microphone requires a session and a transcriber. */
  function hearing(event: TurnTakingEvent): void {
    const { recognition } = store.get();
    const obstacle = !conversation?.isLive() ? noSession() : recognition === 'none' ? noRecognition() : null;
    const asking = obstacle === null && recognition === 'ask';
    if (asking) afterAgreement = event.type === 'auto' ? event : null;
    store.set({ notice: obstacle, asking, offering: false });
    if (obstacle || asking) return;
    if (store.get().taking.voice === 'off') switchVoice(true);
    void deps.resumeAudio();
    dispatch(event);
  }

  /** After a reload, or when the system suspended the audio, the visitor's next click or key press resumes it. */
  const wake = () => {
    if (store.get().taking.voice === 'on' && conversation?.isLive() && !output.isRunning()) void deps.resumeAudio();
  };

  const leave = () => {
    listening.goOn();
    dispatch({ type: 'left' });
    timers.cancelAll();
  };

  return {
    store,
    level() {
      const { agent } = store.get().taking;
      return agent.is === 'speaking' && !agent.held ? output.level() : visitorLevel;
    },
    visitorLevel: () => visitorLevel,
    join(joined) {
      conversation = joined;
    },
    open() {
      window.addEventListener('pagehide', leave);
      for (const gesture of GESTURES) document.addEventListener(gesture, wake, { capture: true });
      devices = watchMicrophones((found) => store.set({ devices: found }));
      void deps
        .findRecognition(choices.read(AGREED_CHOICE) === 'yes')
        .then((recognition) => store.set({ recognition }));
    },
    close() {
      window.removeEventListener('pagehide', leave);
      for (const gesture of GESTURES) document.removeEventListener(gesture, wake, { capture: true });
      devices?.stop();
      leave();
      microphone.end();
      conversation = null;
    },
    beginTalking() {
      switchVoice(true);
      store.set({ offering: true });
    },
    answerOffer(handsFree) {
      store.set({ offering: false });
      if (handsFree) hearing({ type: 'auto', on: true });
    },
    switchVoice,
    switchAuto: (on) => (on ? hearing({ type: 'auto', on }) : dispatch({ type: 'auto', on })),
    press: () => hearing({ type: 'pressed' }),
    release: () => dispatch({ type: 'released' }),
    stopSpeaking: () => dispatch({ type: 'stop' }),
    chooseDevice(deviceId) {
      choices.write(DEVICE_CHOICE, deviceId);
      store.set({ deviceId });
      // Replaces the open microphone with the newly chosen one.
      if (!isAuto()) return;
      dispatch({ type: 'auto', on: false });
      dispatch({ type: 'auto', on: true });
    },
    switchCaptions(captions) {
      choices.write(CAPTIONS_CHOICE, captions ? 'on' : null);
      store.set({ captions });
    },
    answer(agrees) {
      const next = afterAgreement;
      afterAgreement = null;
      if (agrees) choices.write(AGREED_CHOICE, 'yes');
      store.set({ asking: false, recognition: agrees ? 'browser' : 'ask' });
      if (agrees && next) hearing(next);
    },
    dismissNotice: () => store.set({ notice: null }),
    typed: () => dispatch({ type: 'typed' }),
    asking(turnId, by) {
      // The visitor's click or key press may be resuming the audio right now.
      const isAwake = output.isRunning() || (navigator.userActivation?.isActive ?? false);
      const speaks = deps.hasVoice && store.get().taking.voice === 'on' && isAwake;
      if (speaks) spokenTurns.add(turnId);
      dispatch({ type: 'asked', turnId, by, spoken: speaks });
      return speaks;
    },
    heard(turnId, message) {
      if (message.event === 'delta') {
        latencyTraces.reply(turnId, 'first_word');
        dispatch({ type: 'answering', turnId });
      }
      if (message.event === 'audio') latencyTraces.reply(turnId, 'first_audio');
      if (spokenTurns.has(turnId)) return replies.heard(turnId, message);
      if (message.event === 'done' || message.event === 'error') dispatch({ type: 'answered', turnId });
    },
    rejoining: replies.rejoining,
    over(turnId) {
      if (spokenTurns.has(turnId)) replies.over(turnId);
      if (!player.has(turnId)) {
        spokenTurns.delete(turnId);
        latencyTraces.over(turnId, false);
        dispatch({ type: 'answered', turnId });
      }
    },
    left: leave,
    isBusy() {
      const { taking } = store.get();
      if (taking.agent.is === 'speaking') return true;
      return taking.voice === 'on' && (taking.transcribing.length > 0 || isHearing(taking.hearing.mic));
    },
  };
}

/** Whether the visitor's speech is being recorded. */
const isHearing = (mic: string) => mic === 'speech' || mic === 'recording';
