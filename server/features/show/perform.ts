import type { ShowMode } from '@understudy/contract/constants';
import type { ShowFiles } from '@understudy/contract/show-files';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { DemoHit } from './demos.ts';
import type { PerformOrder } from './engine/show-events.ts';
import { nearness, type ShowLibrary } from './library.ts';

/** The reply that the embedded twin would give outside of a show. */
export interface PlainReply {
  text: string;
  /** Ids of the passages that it tells. */
  knowledge: readonly string[];
  moves: readonly string[];
}

/** A reply of the embedded performer, and what it used. */
export interface Performance {
  text: string;
  callback: string | null;
  /** Ids of the material told. */
  told: string[];
  demos: string[];
}

/** Moves that say nothing that a show could not say better. */
const FILLERS: ReadonlySet<string> = new Set([
  ...['joke', 'joke_told', 'heard', 'heard_topics', 'feeling', 'how_are_you', 'agree_nothing', 'go_ahead', 'thanks'],
  ...['greet_back', 'decline', 'insult', 'unsure', 'off_topic', 'own_case', 'offer_topics', 'nearest', 'not_known'],
  ...['not_known_unkept', 'more', 'bye', 'reject', 'reject_again', 'situation', 'situation_unkept', 'interest'],
  ...['interest_unkept', 'first', 'met', 'met_first', 'fact', 'fact_unkept', 'about_twin', 'own_call_none'],
]);
/** Moves that are the honest reply to a question about the work, though they answer nothing. */
const HONEST: ReadonlySet<string> = new Set([
  ...['unsure', 'not_known', 'not_known_unkept', 'nearest', 'own_case', 'offer_topics', 'own_call_none', 'about_twin'],
]);

/** Nearness from which a demo's reply is the answer to the visitor's words. */
const DEMO_SPOKEN = 0.72;
/** Nearness from which a bit is about what the visitor said. */
const BIT_NEAR = 0.35;

/** A generator of choices from a seed; not for anything secret. */
function chooser(seed: number): <Value>(values: readonly Value[]) => Value | undefined {
  let state = seed >>> 0;
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 4_294_967_296) * values.length)];
  };
}

/** Key of a written line among what was told. */
const keyOf = (line: string): string => line.slice(0, 60);

const capitalised = (words: string): string =>
  words.replace(/^(\W*)(\p{Ll})/u, (_, mark, letter) => mark + letter.toUpperCase());

/** A line with what the visitor said in it; with a capital where it begins a sentence. */
const withWords = (line: string, name: 'setup' | 'topic', words: string): string =>
  line.replaceAll(new RegExp(`(^|[.!?]["”’)]? |\\] )?(["“‘(]?)\\{${name}\\}`, 'g'), (_, start?: string, mark = '') =>
    start === undefined ? `${mark}${words}` : `${start}${mark}${capitalised(words)}`,
  );

/**
 * What the embedded performer says: written lines only, chosen by the engine's order. An answer that the visitor asked
 * for stays as it is, between what the show says before and after it. Pure.
 *
 * @param vector of the visitor's line; null without an encoder
 */
export function perform(
  order: PerformOrder,
  library: ShowLibrary,
  plain: PlainReply,
  { demos, vector }: { demos: readonly DemoHit[]; vector: SentenceVector | null },
): Performance {
  if (order.isSerious) return { text: plain.text, callback: null, told: [], demos: [] };
  const { material } = library;
  const choose = chooser(order.seed);
  const told: string[] = [];
  /** A line that was not told in this show; when all were, the one that was told longest ago. */
  const pick = (lines: readonly string[] | undefined): string | null => {
    if (!lines || lines.length === 0) return null;
    const fresh = lines.filter((line) => !order.told.includes(keyOf(line)) && !told.includes(keyOf(line)));
    const oldest = [...lines].sort(
      (one, two) => order.told.lastIndexOf(keyOf(one)) - order.told.lastIndexOf(keyOf(two)),
    );
    const line = choose(fresh.length > 0 ? fresh : oldest.slice(0, 1)) ?? null;
    if (line !== null) told.push(keyOf(line));
    return line;
  };
  const done = (parts: readonly (string | null)[], rest: Partial<Performance> = {}): Performance => ({
    text: paced(parts, order),
    callback: null,
    demos: [],
    ...rest,
    told,
  });
  if (order.isClosing) return done([pick(material.closers[order.mode])]);
  // 'Where were we' is a question for the show, not for the twin's knowledge.
  const isBack = order.thread !== null && order.thread.move !== 'branched';
  // What the knowledge says is told to who asked for it; a story that only resembles it gets the show's own reply.
  const isAnswered = order.asked && plain.knowledge.length > 0;
  const isHonest = order.asksBusiness && plain.moves.some((move) => HONEST.has(move));
  const isDue = plain.moves.some((move) => !FILLERS.has(move));
  const answers = !isBack && (isAnswered || isHonest || isDue);
  const isOpening = order.isOpening && order.beat === null;
  const { returnsTo } = order;
  const opening = !isOpening
    ? null
    : returnsTo === null
      ? pick(material.openings[order.mode])
      : filled(pick(material.returning), 'topic', returnsTo);
  const lead = isOpening ? opening : leadOf(order, material, pick);
  if (order.game) return done([lead, gameText(order.game, library)]);
  const [demo] = demos;
  const isDemo = demo !== undefined && demo.semantic >= DEMO_SPOKEN && !isDue && !isAnswered;
  if (answers && !isDemo)
    return done([order.asksBusiness && order.callback === null ? null : lead, plain.text], usedIn(order));
  const question = () => pick(material.questions[order.mode]);
  if (isDemo) {
    const { reply } = demo.script.exchange;
    const asks = order.asks && !endsInQuestion(reply);
    return done([lead, reply, asks ? question() : null], { ...usedIn(order), demos: [demo.script.id] });
  }
  if (isOpening) return done([opening]);
  // An echo is about what was just said: neither a piece nor another question may follow it.
  if (order.echo !== null && lead !== null && order.callback === null) return done([lead], usedIn(order));
  const isFull = order.callback !== null || order.thread !== null || toldBit(order, library);
  const bit = isFull ? null : bitFor(order, library, vector, choose, told);
  // Silent rather than padded: a reaction and a question are a reply, and a piece needs no question after it.
  const asks = bit === null ? order.asks || lead === null : order.asks && !endsInQuestion(bit);
  return done([lead, bit, asks ? question() : null], usedIn(order));
}

const usedIn = ({ callback }: PerformOrder): Partial<Performance> => ({ callback: callback?.id ?? null });
const endsInQuestion = (text: string): boolean => /\?["”')\s]*$/.test(text);

/** What precedes the reply: a reaction, and at most one of a callback, a return to a thread and a segue. */
function leadOf(
  order: PerformOrder,
  material: ShowFiles['material'],
  pick: (lines: readonly string[] | undefined) => string | null,
): string | null {
  const beat = order.beat && pick(material.beats[order.beat]);
  const { callback, thread, echo } = order;
  let then: string | null = null;
  if (callback) then = filled(pick(material.callbacks), 'setup', callback.setup);
  else if (thread?.move === 'resumed') then = filled(pick(material.threads.resumed), 'topic', thread.topic);
  else if (thread?.move === 'nothing') then = pick(material.threads.nothing);
  else if (thread?.from) then = filled(pick(material.threads.branched), 'topic', thread.from);
  else if (order.segueFrom) then = pick(material.segues[order.mode]);
  else if (echo) then = filled(pick(material.echoes), 'setup', echo);
  return [beat, then].filter(Boolean).join(' [pause:1s] ') || null;
}

const filled = (line: string | null, name: 'setup' | 'topic', words: string): string | null =>
  line && withWords(line, name, words);

function gameText(move: NonNullable<PerformOrder['game']>, { games }: ShowLibrary): string | null {
  const game = games.find(({ id }) => id === move.id);
  if (!game) return null;
  const parts: string[] = [];
  if (move.begins) parts.push(game.opening);
  const answered = move.answered && game.rounds[move.answered.round];
  if (move.answered && answered) {
    if ('after' in answered) parts.push(answered.after);
    else parts.push(move.answered.isRight ? answered.right : answered.wrong);
  }
  const next = move.asks === null ? null : game.rounds[move.asks];
  if (next) parts.push(next.ask);
  else parts.push(game.closing.replaceAll('{right}', String(move.right)).replaceAll('{rounds}', String(move.played)));
  return parts.join(' [pause:1s] ');
}

/** Modes in which one piece may follow another. */
const MONOLOGUES: ReadonlySet<ShowMode> = new Set(['comedy', 'storytelling', 'riffing']);

/** Whether the reply before told a bit, where a conversation should follow. */
const toldBit = ({ told, mode, beat }: PerformOrder, { bits }: ShowLibrary): boolean =>
  !(MONOLOGUES.has(mode) && beat === 'laughed') && told.slice(-3).some((key) => bits.some(({ id }) => id === key));

const ENERGY_OF = (energy: number): 'low' | 'middle' | 'high' => (energy < 4 ? 'low' : energy < 7 ? 'middle' : 'high');

/** The bit that fits: of the mode, not told yet, near to what was said, or else of the show's energy. */
function bitFor(
  order: PerformOrder,
  { bits, encoded }: ShowLibrary,
  vector: SentenceVector | null,
  choose: <Value>(values: readonly Value[]) => Value | undefined,
  told: string[],
): string | null {
  const fits = ({ modes, id }: ShowFiles['bits'][number]) =>
    (modes as ShowMode[]).includes(order.mode) && !order.told.includes(id);
  const near = encoded.bits
    .map(({ value, vectors }) => ({ value, near: nearness(vector, vectors) }))
    .filter(({ value, near: distance }) => distance >= BIT_NEAR && !order.told.includes(value.id))
    .sort((one, other) => other.near - one.near);
  const best = near.find(({ value }) => fits(value)) ?? near[0];
  const fitting = bits.filter(fits);
  const ofEnergy = fitting.filter(({ energy }) => energy === ENERGY_OF(order.energy));
  const bit = best?.value ?? choose(ofEnergy.length > 0 ? ofEnergy : fitting);
  if (!bit) return null;
  told.push(bit.id);
  return bit.text;
}

/** Seconds of silence at a given energy: half again as long without any, half as long with all of it. */
const pauseFor = (energy: number): string => `[pause:${(1.5 - energy * 0.1).toFixed(1)}s]`;

/** The parts as one reply, with silence between them; a laugh is waited for after the first. */
function paced(parts: readonly (string | null)[], { energy, holdMs }: PerformOrder): string {
  const said = parts.filter((part): part is string => Boolean(part));
  const pause = pauseFor(energy);
  const [first = '', ...rest] = said;
  const hold = holdMs > 0 ? `[pause:${holdMs / 1000}s]` : pause;
  return rest.reduce((text, part, index) => `${text} ${index === 0 ? hold : pause} ${part}`, first);
}
