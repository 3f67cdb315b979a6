import type { ShowBeat, ShowMode } from '@understudy/contract/constants';
import type { ShowFiles } from '@understudy/contract/show-files';
import { contentWords } from '../../platform/text/words.ts';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { OnStage } from '../twin/index.ts';
import type { DemoHit } from './demos.ts';
import type { DebateMove } from './engine/debates.ts';
import { questionOf } from './engine/question.ts';
import type { PerformOrder } from './engine/show-events.ts';
import { nearness, nearnesses, type ShowLibrary } from './library.ts';

/** The reply that the embedded twin would give outside of a show. */
export interface PlainReply {
  text: string;
  /** Ids of the passages that it tells. */
  knowledge: readonly string[];
  /** What becomes of each of its moves on stage; see `moves.yaml`. */
  moves: readonly OnStage[];
}

/** A reply of the embedded performer, and what it used. */
export interface Performance {
  text: string;
  callback: string | null;
  /** Ids of the material told. */
  told: string[];
  demos: string[];
  /** Whether it tells what the director's hint asks for, and announces the new mode. */
  saysHint: boolean;
  saysSegue: boolean;
}

/** What of an order a performance has carried out; the rest is for the next one. */
export const carriedOut = ({ hint, segueFrom }: PerformOrder, { saysHint, saysSegue }: Performance) => ({
  hint: saysHint ? hint : null,
  segueFrom: saysSegue ? segueFrom : null,
});

/** Nearness from which a demo's reply is the answer to the visitor's words. */
const DEMO_SPOKEN = 0.72;
/**
 * Nearness from which a written reply answers what was told, and what was asked: of what is told, more is about
 * something else in the same words. The replies of a situation fit more than its samples, so less is needed. Set
 * on `bench/show-lines/dev.jsonl`.
 */
const REPLY_NEAR = { tells: 0.7, asks: 0.6, situation: 0.35 };
/** Nearness from which a reply is about what was told rather than an answer to the twin's question. */
const REPLY_OVER_ANSWER = 0.75;
/** Words of the longest thing that is named within a written line. */
const MAX_NAMED_WORDS = 3;
/** Sample lines of a situation that are compared with a line: the mean of the nearest ones counts. */
const SITUATION_SAMPLES = 3;
/** Nearness from which a piece is about what the visitor told, and from which it suits one who asks for any. */
const BIT_ABOUT = 0.6;
const BIT_NEAR = 0.35;

/** A generator of choices from a seed; not for anything secret. */
function chooser(seed: number): <Value>(values: readonly Value[]) => Value | undefined {
  let state = seed >>> 0;
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[Math.floor((state / 4_294_967_296) * values.length)];
  };
}

/** What a reply without anything of the show uses. */
export const NOTHING_OF_SHOW = { callback: null, told: [], demos: [], saysHint: false, saysSegue: false };

/** Chooses a line that was not told yet, and notes it as told; null without one. */
type PickLine = (lines: readonly string[] | undefined) => string | null;
type Material = ShowFiles['material'];

/** Key of a written line among what was told. */
const keyOf = (line: string): string => line.slice(0, 60);

const capitalised = (words: string): string =>
  words.replace(/^(\W*)(\p{Ll})/u, (_, mark, letter) => mark + letter.toUpperCase());

/** A line with what the visitor said in it; with a capital where it begins a sentence. */
function withWords(line: string, name: 'setup' | 'topic', words: string): string {
  const place = new RegExp(`(?<before>[.!?]["”’)]? |\\] |)(?<mark>["“‘(]?)\\{${name}\\}`, 'g');
  return line.replaceAll(place, (...match) => {
    const { before, mark } = match.at(-1) as Record<'before' | 'mark', string>;
    const isFirst = before !== '' || match.at(-3) === 0;
    return before + mark + (isFirst ? capitalised(words) : words);
  });
}

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
  const { material } = library;
  const choose = chooser(order.seed);
  /** What is said of a move of the show, before anything else. */
  let move: string | null = null;
  const told: string[] = [];
  /** A line that was not told in this show; when all were, the one that was told longest ago. */
  const pick: PickLine = (lines) => {
    if (!lines || lines.length === 0) return null;
    const fresh = lines.filter((line) => !order.told.includes(keyOf(line)) && !told.includes(keyOf(line)));
    const oldest = [...lines].sort(
      (one, two) => order.told.lastIndexOf(keyOf(one)) - order.told.lastIndexOf(keyOf(two)),
    );
    const line = choose(fresh.length > 0 ? fresh : oldest.slice(0, 1)) ?? null;
    if (line !== null) told.push(keyOf(line));
    return line;
  };
  /** A line that names what was said, if there is a name for it and the line before named nothing; else one without. */
  const pickAbout = (lines: readonly string[] | undefined): string | null => {
    const naming = lines?.filter((line) => line.includes('{setup}'));
    const rest = lines?.filter((line) => !line.includes('{setup}'));
    const isFresh = naming?.some((line) => !order.told.includes(keyOf(line)));
    const isShort = (order.echo?.split(' ').length ?? 0) <= MAX_NAMED_WORDS;
    const named = isFresh && isShort && !order.told.at(-1)?.includes('{setup}') ? order.echo : null;
    return named === null ? pick(rest) : filled(pick(naming), 'setup', named);
  };
  const done = (parts: readonly (string | null)[], rest: Partial<Performance> = {}): Performance => ({
    text: paced(parts, order),
    ...NOTHING_OF_SHOW,
    saysSegue: move !== null && order.segueFrom !== null && order.thread === null && parts.includes(move),
    ...rest,
    told,
  });
  if (order.isSerious) {
    const isPlain = !order.isSober || order.isClosing || plain.knowledge.length > 0 || plain.moves.includes('said');
    return isPlain ? { ...NOTHING_OF_SHOW, text: plain.text } : done([pick(material.followups.sober)]);
  }
  if (order.isClosing) return done([pick(material.closers[order.mode])]);
  // 'Where were we' is a question for the show, not for the twin's knowledge.
  const isBack = order.thread !== null && order.thread.move !== 'branched';
  // What the knowledge says is told to who asked about the work; a line that only resembles it gets the show's own.
  // What only comes near, or that it is not known, is said to who surely asked about the work: banter asks much.
  const isUnsure = plain.moves.includes('work_only');
  const isAnswered = order.asksBusiness && plain.knowledge.length > 0 && (!isUnsure || order.surelyBusiness);
  const isHonest = order.surelyBusiness && isUnsure;
  // 'Let's do comedy' decides nothing about the work.
  const isDue = plain.moves.includes('said') && order.wantsMode === null;
  const answers = !isBack && (isAnswered || isHonest || isDue || order.isLead);
  const isOpening = order.isOpening && order.beat === null;
  const { returnsTo, callback } = order;
  const wholeOpening = !isOpening
    ? null
    : returnsTo === null
      ? pick(material.openings[order.mode])
      : filled(pick(material.returning), 'topic', returnsTo);
  const hasOwnQuestion = order.tells || order.debate !== null;
  const opening = hasOwnQuestion && wholeOpening !== null ? withoutQuestion(wholeOpening) : wholeOpening;
  move = isOpening ? opening : moveOf(order, material, pick);
  if (order.game) return done([move, gameText(order.game, library)]);
  if (order.debate) return done([move, ...debateParts(order.debate, library, order.told, pick)]);
  const callbackLine = () => filled(pick(material.callbacks), 'setup', callback?.setup ?? '');
  const used: Partial<Performance> = { callback: callback?.id ?? null };
  const [demo] = demos;
  const isDemo = demo !== undefined && demo.semantic >= DEMO_SPOKEN && !isDue && !isAnswered && !order.wants;
  if (answers && !isDemo) {
    // In a show the answer stands without the question that would tell more about a lead.
    const answered = isDue || order.isLead ? plain.text : withoutQuestion(plain.text);
    return callback?.isOrdered
      ? done([callbackLine(), answered], used)
      : done([order.asksBusiness ? null : move, answered]);
  }
  const question = () => pick(material.questions[order.mode]);
  if (isDemo) {
    const { reply } = demo.script.exchange;
    return done([move, reply], { demos: [demo.script.id] });
  }
  // Who begins by telling something is not asked for something else.
  if (isOpening && !order.tells) return done([opening]);
  if (callback?.isOrdered) return done([move, callbackLine()], used);
  const beat = () => order.beat && pick(material.beats[order.beat]);
  const piece = (nearest: number | null) => bitFor(order, library, vector, nearest, choose, told);
  const hinted = order.hint === null ? null : hintedBit(order.hint, order, library, told);
  if (hinted !== null) return done([move, beat(), hinted], { saysHint: true });
  if (order.wants) return done([move, piece(null) ?? question()]);
  if (order.complained) {
    const corrected = order.echo === null ? null : filled(pick(material.followups.corrected), 'setup', order.echo);
    return done([corrected ?? pick(material.followups.complained)]);
  }
  if (order.beat === 'disagreed') return done([move, beat(), pick(material.followups.disagreed)]);
  // What is neither a question nor a reaction that calls for a word is about something, however few words it has.
  const tells =
    order.tells ||
    (order.beat === null && !order.asked && order.thread === null) ||
    (order.beat === 'laughed' && order.echo !== null);
  const near = order.asked || tells ? nearestReply(order, library, vector) : null;
  const asksNext = (text: string | null) => (order.asks && questionOf(text ?? '') === null ? question() : null);
  // A laugh, a compliment or a silence after a question answers nothing, unless something is told with it.
  const isReaction = order.echo === null && order.beat !== null && REACTIONS.has(order.beat);
  const isOpen = order.question !== null && !order.asked && !isReaction;
  const answer = isOpen ? library.answers.get(order.question ?? '') : undefined;
  if (answer && (near?.near ?? 0) < REPLY_OVER_ANSWER) {
    // 'No, I hide it in the flour bin' is an answer.
    const isDeclined = order.declines && order.echo === null && answer.declined.length > 0;
    const said = isDeclined ? pick(answer.declined) : pickAbout(answer.answered);
    if (callback && !isDeclined && questionOf(said ?? '') === null) return done([move, said, callbackLine()], used);
    return done([move, said, asksNext(said)]);
  }
  if (near) return done([move, pickAbout(near.say)]);
  // What was not taken for a question about the work, and has its answer there, gets that rather than nothing.
  if (order.asked && plain.knowledge.length > 0 && !isUnsure) return done([move, withoutQuestion(plain.text)]);
  if (order.asked) return done([move, pick(material.followups[order.offersChoice ? 'choice' : 'asked'])]);
  if (tells) {
    const wasAsked = order.question !== null;
    const about = wasAsked ? null : piece(BIT_ABOUT);
    if (about !== null) return done([move, about]);
    const situation = situationOf(library, vector);
    if (situation) return done([move, order.beat === 'told' ? null : beat(), pickAbout(situation.say)]);
    if (order.echo !== null) return done([move, filled(pick(material.echoes), 'setup', order.echo)]);
    // An answer is taken as one; after it, every other time, the host asks the next thing.
    if (wasAsked) return done([move, beat() ?? pick(material.followups.answered), order.asks ? question() : null]);
    if (callback) return done([move, beat(), callbackLine()], used);
    return done([move, beat(), pick(followupsIn(order.mode, material))]);
  }
  if (order.thread?.move === 'resumed') return done([move, pick(material.followups.told)]);
  // A reaction leaves the word with the show.
  if (callback) return done([move, beat(), callbackLine()], used);
  if (order.beat === 'short')
    return done([move, beat(), order.question === null ? pick(material.followups.told) : question()]);
  const bit = order.thread !== null || toldBit(order, library) ? null : piece(null);
  const word = beat();
  const asks = bit === null ? order.asks || (move === null && word === null) : order.asks && questionOf(bit) === null;
  return done([move, word, bit, asks ? question() : null]);
}

/** An opening without what it asks at its end. */
function withoutQuestion(text: string): string {
  const question = questionOf(text);
  const at = question === null ? -1 : text.toLowerCase().lastIndexOf(question);
  return at > 0 ? text.slice(0, at).replace(/(?:\s|\[pause:[^\]]*\])+$/, '') : text;
}

/** What is said of a move of the show: a return to a thread, a new one, another mode; null for none. */
function moveOf({ thread, segueFrom, mode }: PerformOrder, material: Material, pick: PickLine): string | null {
  if (thread?.move === 'resumed') return filled(pick(material.threads.resumed), 'topic', thread.topic);
  if (thread?.move === 'nothing') return pick(material.threads.nothing);
  if (thread?.from) return filled(pick(material.threads.branched), 'topic', thread.from);
  return segueFrom === null ? null : pick(material.segues[mode]);
}

/** What is said to something told that nothing else fits: a debate takes the other side. */
const followupsIn = (mode: ShowMode, { followups }: Material): readonly string[] | undefined =>
  mode === 'debate' || mode === 'philosophical' ? followups[`told-${mode}`] : followups.told;

/** A written reply, and how near its sample lines are to what was said. */
interface NearReply {
  id: string;
  say: readonly string[];
  near: number;
}

/** The written reply whose sample lines mean what was said; null for none. Each is given once in a show. */
export function nearestReply(
  { asked, told }: Pick<PerformOrder, 'asked' | 'told'>,
  { encoded }: ShowLibrary,
  vector: SentenceVector | null,
): NearReply | null {
  const kind = asked ? 'asks' : 'tells';
  let best: NearReply | null = null;
  for (const { value, vectors } of encoded.replies) {
    const { id, say } = value;
    if (value.kind !== kind || say.some((line) => told.includes(keyOf(line)))) continue;
    const near = nearness(vector, vectors);
    if (near > (best?.near ?? REPLY_NEAR[kind])) best = { id, say, near };
  }
  return best;
}

/** The situation that is told: the one whose nearest sample lines are nearest on average; null for none. */
export function situationOf({ encoded }: ShowLibrary, vector: SentenceVector | null): NearReply | null {
  let best: NearReply | null = null;
  for (const { value, vectors } of encoded.replies) {
    if (value.kind !== 'situation') continue;
    const nearest = nearnesses(vector, vectors)
      .sort((one, other) => other - one)
      .slice(0, SITUATION_SAMPLES);
    const near = nearest.reduce((sum, one) => sum + one, 0) / (nearest.length || 1);
    if (near > (best?.near ?? REPLY_NEAR.situation)) best = { id: value.id, say: value.say, near };
  }
  return best;
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

const PARRIES = { argument: 'parried', approval: 'approved', question: 'unanswered' } as const;

/** What is said in a debate: a word about what was just said, and the written words of the twin's side. */
function debateParts(
  { id, side, does }: DebateMove,
  { debates, material }: ShowLibrary,
  told: readonly string[],
  pick: PickLine,
) {
  const debate = debates.find((one) => one.id === id);
  const ours = side && debate?.[side];
  const { followups } = material;
  if (does.kind === 'propose') return [does.isInstead ? pick(followups.unprepared) : null, debate?.opening ?? null];
  if (!ours) return [];
  if (does.kind === 'open') return [ours.opening];
  if (does.kind === 'close') return [does.isWon ? pick(followups.conceded) : null, ours.closing];
  if (does.kind === 'rebut') {
    const motion = does.begins ? filled(pick(followups['taken-up']), 'topic', debate.motion) : null;
    return [motion, ours.rebuttals[does.rebuttal]?.say ?? null];
  }
  const parries = followups[PARRIES[does.parries]]?.filter((line) => !told.includes(keyOf(line)));
  const reason = does.reason === null ? null : (ours.reasons[does.reason] ?? null);
  // A word that was said before would show that it fits anything.
  return [pick(parries) ?? (reason === null ? pick(followups[PARRIES[does.parries]]) : null), reason];
}

/** What the audience does without saying anything. */
const REACTIONS: ReadonlySet<ShowBeat> = new Set(['laughed', 'heckled', 'complimented', 'interrupted', 'silence']);

/** Modes in which one piece may follow another. */
const MONOLOGUES: ReadonlySet<ShowMode> = new Set(['comedy', 'storytelling', 'riffing']);

/** Whether the reply before told a bit, where a conversation should follow. */
const toldBit = ({ told, mode, beat }: PerformOrder, { bits }: ShowLibrary): boolean =>
  !(MONOLOGUES.has(mode) && beat === 'laughed') && told.slice(-3).some((key) => bits.some(({ id }) => id === key));

/**
 * The piece that fits: of the mode, not told yet, near to what was said.
 *
 * @param nearest how near it has to be; null for any, at best of the show's energy
 */
function bitFor(
  order: PerformOrder,
  { bits, encoded }: ShowLibrary,
  vector: SentenceVector | null,
  nearest: number | null,
  choose: <Value>(values: readonly Value[]) => Value | undefined,
  told: string[],
): string | null {
  const mode = order.wants === 'joke' ? 'comedy' : order.wants === 'story' ? 'storytelling' : order.mode;
  const fits = ({ modes, id }: ShowFiles['bits'][number]) =>
    (modes as ShowMode[]).includes(mode) && !order.told.includes(id);
  const near = encoded.bits
    .map(({ value, vectors }) => ({ value, near: nearness(vector, vectors) }))
    .filter(({ value, near: distance }) => distance >= (nearest ?? BIT_NEAR) && !order.told.includes(value.id))
    .sort((one, other) => other.near - one.near);
  const about = (near.find(({ value }) => fits(value)) ?? near[0])?.value;
  const bit = about ?? (nearest === null ? choose(ofEnergy(bits.filter(fits), order.energy)) : null);
  if (!bit) return null;
  told.push(bit.id);
  return bit.text;
}

/** The piece that shares most words with the director's hint and was not told yet; null for none. */
function hintedBit(hint: string, order: PerformOrder, { bits }: ShowLibrary, told: string[]): string | null {
  const wanted = new Set(contentWords(hint));
  const shared = ({ tags, text }: ShowFiles['bits'][number]) =>
    new Set(contentWords([...tags, text].join(' '))).intersection(wanted).size;
  const best = bits
    .filter(({ id }) => !order.told.includes(id))
    .map((bit) => ({ bit, shared: shared(bit) }))
    .reduce<{ bit: ShowFiles['bits'][number] | null; shared: number }>(
      (most, one) => (one.shared > most.shared ? one : most),
      { bit: null, shared: 0 },
    );
  if (best.bit) told.push(best.bit.id);
  return best.bit?.text ?? null;
}

/** The pieces of the show's energy; all of them if none is. */
function ofEnergy<Piece extends { energy: string }>(bits: readonly Piece[], energy: number): readonly Piece[] {
  const level = energy < 4 ? 'low' : energy < 7 ? 'middle' : 'high';
  const fitting = bits.filter((bit) => bit.energy === level);
  return fitting.length > 0 ? fitting : bits;
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
