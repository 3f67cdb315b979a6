import type { Clock } from '../../platform/clock.ts';
import { toMicrophoneError } from './capture/devices.ts';
import type { Microphone } from './capture/microphone.ts';
import type { ConversationPort } from './conversation-port.ts';
import type { createLatencyTraces } from './latency-trace.ts';
import type { Player } from './playback/player.ts';
import type { createSpeculativeTranscription, Transcriber } from './recognition/transcriber.ts';
import type { ReplyVoice } from './reply-voice.ts';
import type { Effect, TurnTakingEvent } from './turn-taking/state.ts';
import type { createTimers } from './turn-taking/timing.ts';

export interface EffectContext {
  clock: Clock;
  microphone: Microphone;
  player: Player;
  replies: ReplyVoice;
  timers: ReturnType<typeof createTimers>;
  latencyTraces: ReturnType<typeof createLatencyTraces>;
  /** Transcriptions requested at a pause. */
  speculation: ReturnType<typeof createSpeculativeTranscription>;
  /** Running transcriptions, by utterance. */
  jobs: Map<number, AbortController>;
  dispatch(event: TurnTakingEvent): void;
  conversation(): ConversationPort | null;
  transcriber(): Transcriber | null;
  quietMs(): number;
  /** Replies that are begun ahead. */
  prepared: { begin(text: string): void; drop(): void };
  opened(): void;
  closed(): void;
  /** Shows what the visitor was heard to say; null once it is a message, or nothing. */
  caption(words: string | null): void;
  /** Null clears the message. */
  tell(sentence: string | null): void;
  report(error: unknown, context: string): void;
}

/** Echoes are compared with what the twin said in the last 10 s. */
const SPOKEN_WITHIN_MS = 10_000;
/** A press with less sound than this was accidental. */
const MIN_SPEECH_MS = 200;

/** Carries out one effect of turn taking. Asynchronous results come back as events. */
export function runEffect(effect: Effect, context: EffectContext): void {
  const { microphone, player, timers } = context;
  switch (effect.do) {
    case 'open-microphone':
      void openMicrophone(effect.detect, context);
      return;
    case 'close-microphone':
      context.transcriber()?.listen(null);
      context.speculation.clear();
      microphone.close();
      context.closed();
      return;
    case 'begin-utterance':
      microphone.begin(effect.utterance);
      context.transcriber()?.begin(effect.utterance);
      return;
    case 'transcribe':
      void transcribe(effect, context);
      return;
    case 'transcribe-speculatively':
      void transcribeSpeculatively(effect, context);
      return;
    case 'forget-ahead':
      context.speculation.forget(effect.utterance);
      return;
    case 'finish':
      microphone.finish(effect.utterance);
      return;
    case 'prepare':
      context.prepared.begin(effect.text);
      return;
    case 'drop-prepared':
      context.prepared.drop();
      return;
    case 'discard':
      context.speculation.forget(effect.utterance);
      context.jobs.get(effect.utterance)?.abort();
      context.jobs.delete(effect.utterance);
      context.latencyTraces.forget(effect.utterance);
      context.transcriber()?.forget(effect.utterance);
      microphone.discard(effect.utterance);
      return;
    case 'duck':
      player.duck();
      return;
    case 'hold':
      player.hold();
      return;
    case 'resume':
      player.resume();
      return;
    case 'interrupt':
      context.replies.drop(effect.turnId);
      context.conversation()?.interrupt(effect.turnId, effect.reason);
      return;
    case 'drop':
      context.replies.drop(effect.turnId);
      return;
    case 'silence':
      context.replies.dropAll();
      return;
    case 'say': {
      // It was understood this time.
      context.tell(null);
      context.caption(null);
      const turnId = context.conversation()?.say(effect.text) ?? null;
      if (turnId) context.latencyTraces.turn(effect.utterance, turnId);
      return;
    }
    case 'track':
      context.conversation()?.track(effect.kind, effect.payload);
      return;
    case 'wait':
      timers.wait(effect.timer, effect.ms);
      return;
    case 'cancel':
      timers.cancel(effect.timer);
      return;
    case 'tell':
      context.tell(effect.sentence);
  }
}

async function openMicrophone(detect: boolean, context: EffectContext): Promise<void> {
  try {
    if (!(await context.microphone.open(detect))) return;
    context.transcriber()?.listen(context.microphone.track());
    context.opened();
    context.dispatch({ type: 'mic-opened' });
  } catch (cause) {
    const { message, reason } = toMicrophoneError(cause);
    context.report(cause, 'Failed to start recording');
    context.dispatch({ type: 'mic-failed', sentence: message, reason });
  }
}

async function transcribe(
  { utterance, whole, overlapped }: Extract<Effect, { do: 'transcribe' }>,
  context: EffectContext,
): Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  if (whole) {
    context.jobs.get(utterance)?.abort();
    context.jobs.set(utterance, abort);
    context.latencyTraces.spoken(utterance, context.quietMs());
  }
  const spoken = context.player.spokenWithin(SPOKEN_WITHIN_MS);
  try {
    const taken = await context.microphone.take(utterance, whole ? 'whole' : 'so-far');
    const transcriber = context.transcriber();
    if (signal.aborted) return;
    if (!transcriber || (transcriber.wantsAudio && (taken === null || taken.speechMs < MIN_SPEECH_MS))) {
      context.dispatch({ type: 'words', utterance, whole, text: '', dropped: 'empty', spoken });
      return;
    }
    if (whole) context.latencyTraces.utterance(utterance, 'utterance_sent');
    const wav = taken?.wav ?? null;
    // Words said while the twin was quiet may repeat its own: 'the method or the price?' 'The price.'
    const playing = overlapped ? spoken : '';
    const known = whole && taken ? context.speculation.take(utterance, signal) : null;
    const { text, dropped } = await (known ??
      transcriber.transcribe({ utterance, wav, whole, spoken: playing, signal }));
    if (signal.aborted) return;
    if (whole) context.latencyTraces.utterance(utterance, 'transcribed');
    context.dispatch({ type: 'words', utterance, whole, text, dropped, spoken });
  } catch (cause) {
    if (signal.aborted) return;
    context.report(cause, `Speech recognition failed: ${cause instanceof Error ? cause.message : cause}`);
    context.dispatch({ type: 'no-words', utterance, whole });
  } finally {
    if (whole && context.jobs.get(utterance) === abort) {
      context.jobs.delete(utterance);
      // A turn is already being measured as one; anything else was not a turn.
      context.latencyTraces.forget(utterance);
    }
  }
}

/** Requests the transcript up to the pause just detected. A recogniser that captures its own audio has it anyway. */
async function transcribeSpeculatively(
  { utterance, overlapped }: Extract<Effect, { do: 'transcribe-speculatively' }>,
  { transcriber, microphone, player, speculation, clock, quietMs, dispatch, caption }: EffectContext,
): Promise<void> {
  const to = transcriber();
  if (!to?.wantsAudio) return;
  const silentSince = clock.now() - quietMs();
  const heard = player.spokenWithin(SPOKEN_WITHIN_MS);
  const spoken = overlapped ? heard : '';
  const taken = microphone.take(utterance, 'to-pause').then((sound) => {
    if (!sound || sound.speechMs < MIN_SPEECH_MS) return null;
    const { wav } = sound;
    return (signal: AbortSignal) => to.transcribe({ utterance, wav, whole: true, spoken, signal });
  });
  const words = await speculation.ask(utterance, taken);
  if (!words) return;
  if (!words.dropped) caption(words.text);
  dispatch({ type: 'words-ahead', utterance, ...words, spoken: heard, silentMs: clock.now() - silentSince });
}
