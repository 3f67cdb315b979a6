import { VOICE_END_SILENCE_MS } from '@understudy/contract/constants';
import { createFakeClock } from '../../../../platform/testing/fake-clock.ts';
import { takeTurns } from '../reduce.ts';
import { type Effect, initialTurnTaking, type TurnTaking, type TurnTakingEvent } from '../state.ts';
import { createTimers } from '../timing.ts';

type Understood = Extract<TurnTakingEvent, { type: 'words' }>;

/** Speaking rate of both sides in scenes, in milliseconds per word. */
export const WORD_MS = 300;

interface Playing {
  turnId: string;
  words: string[];
  /** Words before this were heard before the voice was last held. */
  heardMs: number;
  since: number | null;
}

interface Speaking {
  words: string[];
  since: number;
  id: number | null;
}

export interface SceneOptions {
  /** Duration of a transcription. */
  transcriberMs?: number;
  /** Overrides the transcript of a sound. */
  understands?: (said: string) => { text: string; dropped?: Understood['dropped'] } | 'failure';
  /** Whether the scene starts in hands-free mode. */
  handsFree?: boolean;
}

/**
 * A scene between a visitor and the twin, played by the real turn taking with a clock that the scene controls. `script`
 * records what a person in the room would notice.
 */
export function scene({ transcriberMs = 200, understands, handsFree = true }: SceneOptions = {}) {
  const clock = createFakeClock(0);
  const script: string[] = [];
  const events: string[] = [];
  let state: TurnTaking = initialTurnTaking(true);
  let playing: Playing | null = null;
  let speaking: Speaking | null = null;
  let held = false;
  let turns = 0;
  let cancelEnd = () => {};
  const audio = new Map<number, Speaking>();
  let lately: { word: string; at: number }[] = [];
  const timers = createTimers(clock, (timer) => dispatch({ type: 'timer', timer }));

  function dispatch(event: TurnTakingEvent): void {
    const step = takeTurns(state, event);
    state = step.state;
    for (const effect of step.effects) carryOut(effect);
  }

  const heardMs = (one: Playing) => one.heardMs + (one.since === null ? 0 : clock.now() - one.since);
  const wordsHeard = (one: Playing) => one.words.slice(0, Math.floor(heardMs(one) / WORD_MS)).join(' ');

  function noteSpoken(one: Playing): void {
    const from = Math.floor(one.heardMs / WORD_MS);
    const words = one.words.slice(from, Math.ceil(heardMs(one) / WORD_MS));
    lately = [...lately, ...words.map((word) => ({ word, at: clock.now() }))];
  }

  function play(one: Playing): void {
    one.since = clock.now();
    cancelEnd = clock.after(one.words.length * WORD_MS - one.heardMs, () => {
      noteSpoken(one);
      playing = null;
      script.push(`twin: ${one.words.join(' ')}`);
      dispatch({ type: 'playback-ended', turnId: one.turnId });
    });
  }

  function silence(one: Playing): void {
    cancelEnd();
    noteSpoken(one);
    one.heardMs = heardMs(one);
    one.since = null;
  }

  function carryOut(effect: Effect): void {
    switch (effect.do) {
      case 'open-microphone':
        script.push('(microphone on)');
        clock.after(0, () => dispatch({ type: 'mic-opened' }));
        return;
      case 'close-microphone':
        script.push('(microphone off)');
        return;
      case 'begin-utterance':
        if (speaking) audio.set(effect.utterance, speaking);
        return;
      case 'transcribe':
        transcribe(effect);
        return;
      case 'discard':
        audio.delete(effect.utterance);
        return;
      case 'duck':
        script.push('(twin lowers its voice)');
        return;
      case 'hold':
        held = true;
        if (playing?.since != null) silence(playing);
        script.push('(twin falls silent)');
        return;
      case 'resume':
        held = false;
        if (playing) script.push('(twin goes on)');
        if (playing?.since === null) play(playing);
        return;
      case 'drop':
        if (playing?.since != null) {
          silence(playing);
          script.push('(its voice ends, its text goes on)');
        }
        playing = null;
        held = false;
        return;
      case 'interrupt': {
        if (playing?.since != null) silence(playing);
        script.push(`twin, interrupted (${effect.reason}): ${playing ? wordsHeard(playing) : ''}`);
        playing = null;
        held = false;
        return;
      }
      case 'silence':
        if (playing?.since != null) silence(playing);
        playing = null;
        held = false;
        return;
      case 'say':
        script.push(`visitor: ${effect.text}`);
        asks();
        return;
      case 'track':
        events.push([effect.kind, effect.payload['reason']].filter(Boolean).join(' '));
        return;
      case 'wait':
        timers.wait(effect.timer, effect.ms);
        return;
      case 'cancel':
        timers.cancel(effect.timer);
        return;
      case 'tell':
        script.push(`(screen: ${effect.sentence})`);
    }
  }

  function transcribe({ utterance, whole }: Extract<Effect, { do: 'transcribe' }>): void {
    const one = audio.get(utterance);
    const count = one ? Math.ceil((clock.now() - one.since) / WORD_MS) : 0;
    const said = one?.words.slice(0, whole ? undefined : count).join(' ') ?? '';
    const spoken = lately
      .filter(({ at }) => at > clock.now() - 10_000)
      .map(({ word }) => word)
      .join(' ');
    const answer = understands ? understands(said) : { text: said };
    clock.after(transcriberMs, () => {
      if (answer === 'failure') return dispatch({ type: 'no-words', utterance, whole });
      const { text, dropped = null } = answer;
      dispatch({ type: 'words', utterance, whole, text, dropped, spoken });
    });
  }

  function asks(by: 'visitor' | 'twin' = 'visitor'): string {
    turns += 1;
    const turnId = `turn-${turns}`;
    dispatch({ type: 'asked', turnId, by, spoken: true });
    return turnId;
  }

  const one = {
    script,
    events,
    state: () => state,
    dispatch,
    /** Lets time pass. */
    silence: (ms: number) => clock.pass(ms),
    /** The visitor starts speaking and stops after the last word; the scene continues in the meantime. */
    visitorBegins(words: string): void {
      speaking = { words: words.split(' '), since: clock.now(), id: null };
      dispatch({ type: 'speech-started' });
    },
    /** A sound too short to be speech. */
    noise(ms = 150): void {
      one.visitorBegins('(click)');
      clock.pass(ms);
      dispatch({ type: 'speech-dropped' });
      speaking = null;
    },
    /** The visitor finishes and stays quiet for as long as voice activity needs. */
    visitorEnds(): void {
      if (speaking) clock.pass(Math.max(0, speaking.since + speaking.words.length * WORD_MS - clock.now()));
      clock.pass(VOICE_END_SILENCE_MS);
      speaking = null;
      dispatch({ type: 'speech-ended' });
      clock.pass(transcriberMs);
    },
    visitorSays(words: string): void {
      one.visitorBegins(words);
      one.visitorEnds();
    },
    /** The twin's first words are on screen; its voice follows. */
    twinWrites(): void {
      const { agent } = state;
      if (agent.is === 'thinking') dispatch({ type: 'answering', turnId: agent.turnId });
    },
    /** The twin's voice starts to answer the last turn, or to speak unprompted. */
    twinBegins(words: string): void {
      const { agent } = state;
      const turnId = agent.is === 'thinking' ? agent.turnId : asks('twin');
      playing = { turnId, words: words.split(' '), heardMs: 0, since: null };
      if (held) return;
      play(playing);
      dispatch({ type: 'playback-started', turnId, audioLength: 0 });
    },
    /** Waits until this many of the twin's words were heard. */
    untilWord(count: number): void {
      if (playing) clock.pass(count * WORD_MS - heardMs(playing));
    },
    twinEnds: () => clock.pass(playing ? playing.words.length * WORD_MS - heardMs(playing) : 0),
    presses(words = ''): void {
      dispatch({ type: 'pressed' });
      speaking = { words: words.split(' ').filter(Boolean), since: clock.now(), id: null };
      clock.pass(0);
    },
    releases(): void {
      if (speaking) clock.pass(speaking.words.length * WORD_MS);
      dispatch({ type: 'released' });
      speaking = null;
      clock.pass(transcriberMs);
    },
    types: () => dispatch({ type: 'typed' }),
    leaves: () => dispatch({ type: 'left' }),
    /** Number of running timers. */
    timersRunning: () => timers.running(),
    isHeld: () => held,
  };
  if (handsFree) {
    dispatch({ type: 'auto', on: true });
    clock.pass(0);
  }
  script.length = 0;
  events.length = 0;
  return one;
}
