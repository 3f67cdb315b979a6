import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ending, SpeechToTextAnswer } from '@understudy/contract/wire';
import { createServer } from 'vite';
import { endingOf } from '../server/features/understanding/ending.ts';
import { createUnderstand } from '../server/features/understanding/understand.ts';
import { voiceModel } from '../web/build/voice-model.ts';
import { figure, printTable, quantile } from './figures.ts';
import { type TurnScene, turnScenes } from './turn-scenes.ts';

/** How long the providers take, in milliseconds. */
const TRANSCRIPTION = 150;
const FIRST_WORD = 300;
const FIRST_SOUND = 150;
/** A turn that waits for nearly the longest silence, though its words were all, is late. */
const LATE_MS = 950;

/** The page's side, which only a bundler can load (web/features/voice/testing/turn-player.ts). */
interface Player {
  playTurn(
    sound: Float32Array,
    surroundings: {
      model: Uint8Array;
      transcriptionMs: number;
      transcribe(untilMs: number, fromMs: number): Promise<Pick<SpeechToTextAnswer, 'text' | 'dropped' | 'ending'>>;
      settle(): Promise<void>;
    },
  ): Promise<{
    said: { text: string; atMs: number }[];
    prepared: { text: string; atMs: number; isDropped: boolean }[];
    transcriptions: number;
  }>;
}

/** What became of one scene. */
interface Played {
  kind: string;
  /** Turns that were sent before the speaker had finished. */
  cutOff: number;
  /** Replies that were begun and dropped. */
  inVain: number;
  transcriptions: number;
  /** From the end of the last word to the turn, and to the first sound that the providers allow. */
  turnMs: number;
  soundMs: number;
}

/**
 * How well the end of a turn is told, on scenes with pauses, lists, numbers and hesitations: the page's own hearing and
 * turn taking, and the server's own reading of the words, on a clock of their own. The machine's speed does not matter.
 */
export async function benchTurns(): Promise<void> {
  const understand = createUnderstand(null);
  const endings = async (text: string) => endingOf(await understand(text, { before: null }));
  // The page's texts are collected by its bundler.
  const bundler = await createServer({
    configFile: false,
    root: path.dirname(import.meta.dirname),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const player = (await bundler.ssrLoadModule('/web/features/voice/testing/turn-player.ts')) as Player;
  const played: Record<'words' | 'silence', Played[]> = { words: [], silence: [] };
  for await (const scene of turnScenes()) {
    played.words.push(await play(player, scene, endings));
    played.silence.push(await play(player, scene, async () => undefined));
  }
  await bundler.close();
  for (const [by, name] of [
    ['words', 'turns: ended by words, voice and silence'],
    ['silence', 'turns: ended by a second of silence alone'],
  ] as const) {
    const kinds = [...new Set(played[by].map(({ kind }) => kind))];
    const rows = [...kinds, 'all'].map((kind) =>
      row(
        kind,
        played[by].filter((one) => kind === 'all' || one.kind === kind),
      ),
    );
    printTable(
      name,
      ['scenes', 'turns', 'cut off', 'late', 'in vain', 'transcribed', 'turn after ms', 'p95', 'sound after ms', 'p95'],
      rows,
    );
  }
  console.log(
    `\nThe providers take ${TRANSCRIPTION}, ${FIRST_WORD} and ${FIRST_SOUND} ms; work and devices come on top.`,
  );
}

function row(kind: string, played: readonly Played[]): string[] {
  const sum = (of: (one: Played) => number) => played.reduce((total, one) => total + of(one), 0);
  const sorted = (of: (one: Played) => number) => played.map(of).sort((one, other) => one - other);
  const [turns, sounds] = [sorted(({ turnMs }) => turnMs), sorted(({ soundMs }) => soundMs)];
  return [
    kind,
    String(played.length),
    String(played.filter(({ cutOff }) => cutOff > 0).length),
    String(played.filter(({ turnMs }) => turnMs >= LATE_MS).length),
    String(sum(({ inVain }) => inVain)),
    String(sum(({ transcriptions }) => transcriptions)),
    ...[turns, sounds].flatMap((values) => [figure(quantile(values, 0.5)), figure(quantile(values, 0.95))]),
  ];
}

/** Plays a scene to the page. */
async function play(
  player: Player,
  { kind, sound, parts }: TurnScene,
  endingsOf: (text: string) => Promise<Ending | undefined>,
): Promise<Played> {
  const { said, prepared, transcriptions } = await player.playTurn(sound, {
    model: voiceModel(),
    transcriptionMs: TRANSCRIPTION,
    async transcribe(untilMs, fromMs) {
      const text = wordsUntil(parts, untilMs, fromMs);
      const ending = await endingsOf(text);
      return { text, dropped: text === '' ? 'empty' : null, ...(ending ? { ending } : {}) };
    },
    settle: nextTurn,
  });
  const endMs = parts.at(-1)?.toMs ?? 0;
  const last = said.at(-1);
  const used = prepared.findLast(({ text, isDropped }) => !isDropped && text === last?.text);
  const turnMs = (last?.atMs ?? Number.NaN) - endMs;
  const writtenMs = (used?.atMs ?? last?.atMs ?? Number.NaN) + FIRST_WORD + FIRST_SOUND - endMs;
  return {
    kind,
    cutOff: said.filter(({ atMs }) => atMs < endMs).length,
    inVain: prepared.filter((one) => one !== used).length,
    transcriptions,
    turnMs,
    soundMs: Math.max(turnMs, writtenMs),
  };
}

/** What a transcriber makes of the sound between two moments: whole parts, and the words of one that is under way. */
function wordsUntil(parts: TurnScene['parts'], untilMs: number, fromMs: number): string {
  const texts = parts
    .filter((part) => part.fromMs < untilMs && part.toMs > fromMs)
    .map(({ text, fromMs: from, toMs }) => {
      const words = text.split(' ');
      return words.slice(0, Math.ceil((words.length * (untilMs - from)) / (toMs - from))).join(' ');
    });
  const text = texts.join(' ').replace(/,$/u, '');
  // Transcribers end whatever they are given with a full stop.
  return text === '' || /[.?!]$/u.test(text) ? text : `${text}.`;
}
