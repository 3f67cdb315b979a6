import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { afterSilence, readLenientPcm, wavParts } from '../../platform/audio/wav.ts';
import type { Speech, VoiceNote } from '../../providers/voice/port.ts';
import { modeOf, noteEvent, type ReplySpeech, type SpokenTurn, type TurnEvent } from '../conversation/index.ts';
import { cutSentences, endsWithClause, SentenceCutter } from './sentences.ts';
import { countSpoken, countVoice, hasVoice, mayStillSpeak, type SpeechDeps } from './speech-limits.ts';
import { type Sentence, SpeechLine } from './speech-line.ts';

/**
 * Replies still being spoken after their words were saved. A newer message of the same session ends them, because
 * nobody will hear the rest.
 */
class SessionVoices {
  readonly #speaking = new Map<string, Set<AbortController>>();

  /** Registers speech of the session. @returns a function that removes it again */
  enter(sessionId: string, abort: AbortController): () => void {
    const own = this.#speaking.get(sessionId) ?? new Set();
    this.#speaking.set(sessionId, own);
    own.add(abort);
    return () => {
      own.delete(abort);
      if (own.size === 0 && this.#speaking.get(sessionId) === own) this.#speaking.delete(sessionId);
    };
  }

  /** Ends all speech of the session. */
  silence(sessionId: string): void {
    for (const abort of this.#speaking.get(sessionId) ?? []) abort.abort(new Error('a newer turn'));
  }
}

/** Pause between two sentences of one segment; between segments only the written pause applies. */
export const BREATH_MS = 220;
/** The shorter pause between two clauses. */
const CLAUSE_BREATH_MS = 110;

/** Silence between two pieces of one segment. */
export function breathAfter(piece: string): number {
  return endsWithClause(piece) ? CLAUSE_BREATH_MS : BREATH_MS;
}

/** A sentence's file, after a breath if it follows another sentence of its segment. */
function withBreath({ previous }: Sentence, speech: Speech): Buffer {
  if (previous === null || speech.mime !== 'audio/wav') return speech.audio;
  const sound = readLenientPcm(speech.audio);
  return Buffer.concat(wavParts(sound.sampleRate, afterSilence(breathAfter(previous), sound, sound.sampleRate)));
}

/**
 * Joins sentences as they are spoken, at the sample rate of the first, each segment after its pause, to the
 * millisecond. Minutes of sound take megabytes and are not copied before they are sent, because that would block the
 * event loop.
 */
export class JoinedSentences {
  readonly #pausesMs: readonly number[];
  readonly #sound: Buffer[] = [];
  #sampleRate = 0;
  #segment = -1;

  /** @param pausesMs silence before each segment, by its index */
  constructor(pausesMs: readonly number[]) {
    this.#pausesMs = pausesMs;
  }

  /** Adds the next sentence, as a WAV file. */
  add(sentence: Sentence, speech: Speech): void {
    const sound = readLenientPcm(speech.audio);
    this.#sampleRate ||= sound.sampleRate;
    // Segments without speakable text still have their pauses.
    const pauses = this.#pausesMs.slice(this.#segment + 1, sentence.segment + 1);
    const silenceMs =
      sentence.segment === this.#segment
        ? breathAfter(sentence.previous ?? '')
        : pauses.reduce((sum, pauseMs) => sum + pauseMs, 0);
    this.#sound.push(...afterSilence(silenceMs, sound, this.#sampleRate));
    this.#segment = sentence.segment;
  }

  /** The parts of one WAV file; null if nothing was spoken. */
  file(): Buffer[] | null {
    return this.#sound.length > 0 ? wavParts(this.#sampleRate, this.#sound) : null;
  }
}

/** Speaks the replies of conversations. */
export function createReplySpeech(deps: SpeechDeps): ReplySpeech {
  const sessionVoices = new SessionVoices();
  return {
    mayBeSpoken: () => hasVoice(deps) && deps.voices.provider() !== null && mayStillSpeak(deps),
    warm: () => deps.voices.warm(),
    silence: (sessionId) => sessionVoices.silence(sessionId),
    enter: (sessionId, abort) => sessionVoices.enter(sessionId, abort),
    voiceFor: (turn, send) => new ReplyVoice(deps, turn, send),
    speakReply: (turn, segments) => speakReply(deps, turn, segments),
  };
}

/** Speaks a reply while it is written: one `audio` event per sentence, in order. */
class ReplyVoice {
  readonly #line: SpeechLine;
  readonly #notes: NoteCollector;
  #cutter = new SentenceCutter();
  #segment = 0;
  #previous: string | null = null;

  constructor(deps: SpeechDeps, turn: SpokenTurn, send: (event: 'audio', data: unknown) => void) {
    this.#notes = new NoteCollector(deps, turn);
    this.#line = new SpeechLine({
      ...lineOptions(deps, turn, this.#notes, false),
      onSpoken: (sentence, speech) =>
        send('audio', {
          segment: sentence.segment,
          text: sentence.text,
          audio_base64: withBreath(sentence, speech).toString('base64'),
          mime: speech.mime,
        }),
    });
  }

  /** Handles an event of the turn. */
  hear(event: TurnEvent): void {
    if (event.event === 'delta') this.#add(this.#cutter.push(event.data.text));
    else if (event.event === 'segment') {
      this.#add(this.#cutter.end());
      this.#cutter = new SentenceCutter();
      this.#segment = event.data.index + 1;
      this.#previous = null;
    }
  }

  /** The reply is complete; resolves once all of it has been sent, or the signal is aborted. */
  async finish(): Promise<void> {
    this.#add(this.#cutter.end());
    await this.#line.finished();
    await this.#notes.save(this.#line);
  }

  #add(sentences: string[]): void {
    for (const text of sentences) {
      this.#line.add({ segment: this.#segment, previous: this.#previous, text });
      this.#previous = text;
    }
  }
}

/** A whole reply as the parts of one WAV file, each segment after its pause; null if none of it can be spoken. */
async function speakReply(
  deps: SpeechDeps,
  turn: SpokenTurn,
  segments: AgentReplyAnswer['segments'],
): Promise<Buffer[] | null> {
  const notes = new NoteCollector(deps, turn);
  const joined = new JoinedSentences(segments.map((segment) => segment.pause_ms));
  const line = new SpeechLine({
    ...lineOptions(deps, turn, notes, true),
    onSpoken: (sentence, speech) => joined.add(sentence, speech),
  });
  for (const [segment, { text }] of segments.entries()) {
    const sentences = cutSentences(text);
    for (const [at, sentence] of sentences.entries()) {
      line.add({ segment, previous: sentences[at - 1] ?? null, text: sentence });
    }
  }
  await line.finished();
  await notes.save(line);
  return joined.file();
}

/** The options of a reply's speech line, except what is done with its sound. */
function lineOptions(deps: SpeechDeps, turn: SpokenTurn, notes: NoteCollector, wav: boolean) {
  const manner = {
    voiceId: modeOf(deps.twin(), turn.modeId).voiceId,
    speed: turn.pace ?? 1,
    emphasis: 'none' as const,
    wav,
  };
  const onGiven = (characters: number) => countSpoken(deps, characters);
  const onUsed = countVoice(deps, turn.sessionId);
  return { voice: deps.voices, manner, signal: turn.signal, onGiven, onUsed, onNote: notes.note };
}

/** Collects events at providers while a reply is spoken: one per reason, however many sentences it affects. */
class NoteCollector {
  readonly #deps: SpeechDeps;
  readonly #turn: SpokenTurn;
  readonly #notes = new Map<string, { note: VoiceNote; sentences: number }>();

  constructor(deps: SpeechDeps, turn: SpokenTurn) {
    this.#deps = deps;
    this.#turn = turn;
  }

  readonly note = (note: VoiceNote): void => {
    const key = `${note.provider} ${note.reason}`;
    const known = this.#notes.get(key) ?? { note, sentences: 0 };
    known.sentences += 1;
    this.#notes.set(key, known);
  };

  /** Saves the events, and one for sentences that no voice could speak. */
  async save(line: SpeechLine): Promise<void> {
    const { sessionId, turnId } = this.#turn;
    const events = [...this.#notes.values()].map(({ note: { kind, ...note }, sentences }) => ({
      kind: kind as string,
      payload: { ...note, port: 'voice', sentences, turn_id: turnId },
    }));
    if (line.failures > 0) {
      const payload = { provider: '', reason: 'no voice', port: 'voice', sentences: line.failures, turn_id: turnId };
      events.push({ kind: 'speech_failed', payload });
    }
    for (const { kind, payload } of events) {
      await noteEvent(this.#deps.pool, { sessionId, kind, payload: JSON.stringify(payload) });
    }
  }
}
