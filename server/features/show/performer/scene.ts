import type { ShowFollowup } from '@understudy/contract/twin-texts';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import type { OnStage } from '../../twin/index.ts';
import type { DemoHit } from '../demos.ts';
import { questionOf } from '../engine/question.ts';
import type { PerformOrder } from '../engine/show-events.ts';
import type { ShowLibrary } from '../library.ts';
import { filled, keyOf, LinePicker } from './written-lines.ts';
import { bitFor, type NearReply, nearestReply } from './written-replies.ts';

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
  /** Keys of the written lines and ids of the material told. */
  told: string[];
  demos: string[];
  /** Whether it tells what the director's hint asks for, and announces the new mode. */
  saysHint: boolean;
  saysSegue: boolean;
  /** Whether it offers topics of the knowledge in place of an answer. */
  offersTopics: boolean;
}

/** What a reply without anything of the show uses. */
export const NOTHING_OF_SHOW = {
  callback: null,
  told: [],
  demos: [],
  saysHint: false,
  saysSegue: false,
  offersTopics: false,
};

/** Lines and pieces told that are recent. */
const JUST_TOLD = 6;

/** Parts of a reply in spoken order; null where there is nothing to say. */
type Parts = readonly (string | null)[];

/** What the performer's rules decide on: the order, the reply outside of a show, and what is written. */
export class Scene {
  readonly order: PerformOrder;
  readonly library: ShowLibrary;
  readonly plain: PlainReply;
  readonly demo: DemoHit | undefined;
  /** Of the visitor's line; null without an encoder. */
  readonly vector: SentenceVector | null;
  readonly lines: LinePicker;
  #move: string | null | undefined;
  #nearest: NearReply | null | undefined;

  constructor(
    order: PerformOrder,
    library: ShowLibrary,
    plain: PlainReply,
    { demos, vector }: { demos: readonly DemoHit[]; vector: SentenceVector | null },
  ) {
    this.order = order;
    this.library = library;
    this.plain = plain;
    this.demo = demos[0];
    this.vector = vector;
    this.lines = new LinePicker(order);
  }

  /** Whether the plain reply only comes near the question, or says that it is not known. */
  get isUnsure(): boolean {
    return this.plain.moves.includes('work_only');
  }

  /** Whether the plain reply has to be said, whatever the show is at. A wish for a mode asks for nothing. */
  get isDue(): boolean {
    return this.plain.moves.includes('said') && this.order.wantsMode === null;
  }

  /**
   * Whether the knowledge answers a question about the work. Banter asks much: what only comes near is said to
   * somebody who surely asked about the work.
   */
  get isAnswered(): boolean {
    const { asksBusiness, surelyBusiness } = this.order;
    return asksBusiness && this.plain.knowledge.length > 0 && (!this.isUnsure || surelyBusiness);
  }

  /** Whether it is the first line of the show, with nothing that has to be answered first. */
  get isOpening(): boolean {
    return this.order.isOpening && this.order.beat === null;
  }

  /** Whether somebody goes back to a thread. 'Where were we' is a question for the show, not for the knowledge. */
  get isBack(): boolean {
    return this.order.thread !== null && this.order.thread.move !== 'branched';
  }

  /** What is said of a move of the show, before anything else: its opening, a thread, another mode; null for none. */
  get move(): string | null {
    if (this.#move === undefined) this.#move = this.isOpening ? this.#opening() : this.#turn();
    return this.#move;
  }

  #opening(): string | null {
    const { order, lines } = this;
    const { material } = this.library;
    const whole =
      order.returnsTo === null
        ? lines.pick(material.openings[order.mode])
        : filled(lines.pick(material.returning), 'topic', order.returnsTo);
    // A visitor who begins by telling something, or with a motion to argue, is not asked for something else.
    return whole !== null && (order.tells || order.debate !== null) ? withoutQuestion(whole) : whole;
  }

  #turn(): string | null {
    const { thread, segueFrom, mode } = this.order;
    const { threads, segues } = this.library.material;
    if (thread?.move === 'resumed') return filled(this.lines.pick(threads.resumed), 'topic', thread.topic);
    if (thread?.move === 'nothing') return this.lines.pick(threads.nothing);
    if (thread?.from) return filled(this.lines.pick(threads.branched), 'topic', thread.from);
    return segueFrom === null ? null : this.lines.pick(segues[mode]);
  }

  /** A word about what the audience did; null if that calls for none. */
  beat(): string | null {
    const { beat } = this.order;
    return beat && this.lines.pick(this.library.material.beats[beat]);
  }

  /** What follows something of a kind. */
  followup(kind: ShowFollowup): string | null {
    return this.lines.pick(this.library.material.followups[kind]);
  }

  /** Whether a line that follows something of a kind was told a few lines ago. */
  hasJustTold(kind: ShowFollowup): boolean {
    const recent = this.order.told.slice(-JUST_TOLD);
    return this.library.material.followups[kind]?.some((line) => recent.includes(keyOf(line))) === true;
  }

  /** The piece that fits. @param nearest how near it has to be to what was said; null for any */
  piece(nearest: number | null): string | null {
    return bitFor(this.order, this.library, this.vector, nearest, this.lines);
  }

  /** Whether something was told. What neither asks nor reacts is about something, however few words it has. */
  get tells(): boolean {
    const { tells, beat, asked, thread, echo } = this.order;
    return tells || (beat === null && !asked && thread === null) || (beat === 'laughed' && echo !== null);
  }

  /** The written reply that is nearest to what was told or asked; null for none that is near. */
  get nearest(): NearReply | null {
    if (this.#nearest === undefined)
      this.#nearest = this.order.asked || this.tells ? nearestReply(this.order, this.library, this.vector) : null;
    return this.#nearest;
  }

  /** A question of the mode. */
  question(): string | null {
    return this.lines.pick(this.library.material.questions[this.order.mode]);
  }

  /** A question after a text that asks nothing itself, if it is time for one. */
  questionAfter(text: string | null): string | null {
    return this.order.asks && questionOf(text ?? '') === null ? this.question() : null;
  }

  /** The line that returns to the callback. */
  callbackLine(): string | null {
    return filled(this.lines.pick(this.library.material.callbacks), 'setup', this.order.callback?.setup ?? '');
  }

  /** A reply of these parts, after what is said of a move of the show. */
  says(parts: Parts, used: Partial<Performance> = {}): Performance {
    const { segueFrom, thread } = this.order;
    const { move } = this;
    const saysSegue = move !== null && segueFrom !== null && thread === null;
    return this.saysOnly([move, ...parts], { saysSegue, ...used });
  }

  /** A reply of these parts alone. */
  saysOnly(parts: Parts, used: Partial<Performance> = {}): Performance {
    return { ...NOTHING_OF_SHOW, text: paced(parts, this.order), ...used, told: this.lines.told };
  }

  /** A reply that returns to the callback in its last part. */
  callsBack(parts: Parts): Performance {
    return this.says([...parts, this.callbackLine()], { callback: this.order.callback?.id ?? null });
  }
}

/** A text without what it asks at its end. */
export function withoutQuestion(text: string): string {
  const question = questionOf(text);
  const at = question === null ? -1 : text.toLowerCase().lastIndexOf(question);
  return at > 0 ? text.slice(0, at).replace(/(?:\s|\[pause:[^\]]*\])+$/, '') : text;
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
