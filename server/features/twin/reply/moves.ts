import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestedCall } from '@understudy/contract/leads';
import { REMEMBERED_TITLE } from '@understudy/contract/remembered';
import type { KnowledgePassage, Persona, Twin } from '@understudy/contract/twin';
import { TWIN_MOVE_SLOTS } from '@understudy/contract/twin-texts';
import { parse } from 'yaml';
import { z } from 'zod';
import { saysOneOf } from '../../../platform/text/visible.ts';
import type { BookingReply } from '../../conversation/index.ts';
import { ACTS, type Correction, FLAGS, REQUESTS, SUBJECTS, type Understanding } from '../../understanding/index.ts';
import type { Answer } from '../retrieval/find-answer.ts';

/** Names of the companies that receive a language model's messages. */
const COMPANIES: Readonly<Record<string, string>> = { groq: 'Groq', openai: 'OpenAI' };
const PRIVACY_PAGE = '“Privacy” at the bottom of the page';

/**
 * The answers to visitors about who reads the conversation, who writes the replies, and what they can do about it.
 *
 * @param providers providers whose language models currently write replies, in order; empty when the twin writes by
 * itself
 * @param consent whether the visitor agreed that the conversation is kept
 */
export function privacyWords(
  { first_name }: Pick<Persona, 'first_name'>,
  providers: readonly string[],
  consent: boolean | null,
): ReplyTurn['privacy'] {
  const models = [...new Set(providers)].map((name) =>
    COMPANIES[name]
      ? `one of ${COMPANIES[name]}’s`
      : `one that ${first_name} has chosen, which may run at another company`,
  );
  return {
    how:
      `You can read, correct and delete what I remember under “${REMEMBERED_TITLE}”, at the top of the page, and ` +
      `everything else that is held under ${PRIVACY_PAGE}, which says how long it is kept.`,
    model:
      models.length > 0
        ? `My replies are written by a language model (${models.join('; if it fails, ')}), and your messages are ` +
          `sent there. Who else gets what stands under ${PRIVACY_PAGE}.`
        : 'No language model is connected: my replies are written on the server of this page. Who else gets what ' +
          `stands under ${PRIVACY_PAGE}.`,
    who:
      consent === false
        ? `You did not agree to it, so this conversation is not kept and ${first_name} cannot read it afterwards.`
        : `${first_name} can read this conversation, and whoever ${first_name} lets into the dashboard. It is not ` +
          'published, and you can have it deleted.',
  };
}

/** States that conditions may name. */
const STATES = [
  'first',
  'after_emergency',
  'after_check',
  'unsure_emergency',
  'no_emergency',
  'violence_told',
  'asks',
  'answered',
  'unanswered',
  'near',
  'offered_topics',
  'unrelated',
  'second_answer',
  'no_second_answer',
  'nothing_more',
  'call',
  'known_contact',
  'new_contact',
  'new_name',
  'new_fact',
  'corrected',
  'value_corrected',
  'foreign',
  'wants_work',
  'unrequested',
  'unkept',
  'no_call',
  'calendar',
  'on_twin',
  'call_refused',
  'offer_refused',
  'brief',
  'sells',
  'call_timed',
  'ungreeted',
  'wants_help',
  'own_field',
  'other_field',
  'off_record',
] as const;
export type StateName = (typeof STATES)[number];

/** Slots in spoken order. */
const SLOTS = TWIN_MOVE_SLOTS;

const anyOf = <Name extends string>(names: readonly [Name, ...Name[]]) => {
  const one = z.enum(names);
  return z.union([one.transform((name) => [name]), z.array(one).min(1)]);
};

/** The conditions of a move; `moves.yaml` explains them. */
const when = z.strictObject({
  act: anyOf(ACTS).optional(),
  subject: anyOf(SUBJECTS).optional(),
  request: anyOf(REQUESTS).optional(),
  flag: anyOf(FLAGS).optional(),
  hint: z.union([z.string().transform((name) => [name]), z.array(z.string())]).optional(),
  not_act: anyOf(ACTS).optional(),
  not_request: anyOf(REQUESTS).optional(),
  not_flag: anyOf(FLAGS).optional(),
  not_subject: anyOf(SUBJECTS).optional(),
  state: z.array(z.enum(STATES)).optional(),
  not_state: z.array(z.enum(STATES)).optional(),
});

const row = z.strictObject({
  move: z.string().regex(/^[a-z_]+$/),
  when,
  slot: z.enum(SLOTS),
  alone: z.boolean().default(false),
  quiet: z.boolean().default(false),
  /** Use these exact words even when a language model answers. */
  binding: z.boolean().default(false),
  /** Replaces what the knowledge has. */
  instead: z.boolean().default(false),
  /** Id of a passage that its words say too, which is then left out. */
  says: z.string().optional(),
  /** Used only when nothing else is said except a note. */
  only: z.boolean().default(false),
  /** Used once per conversation. */
  once: z.boolean().default(false),
  offer: z.enum(['call', 'summary', 'data', 'person', 'erase', 'off_record']).optional(),
  /** In a show: `replaced` by the show's own reply, always, or unless the work was asked about; said if unset. */
  on_stage: z.enum(['replaced', 'work_only']).optional(),
  lines: z.array(z.string().min(1).max(600)).min(1),
});

/** A row of the table of moves: when it is due, and its words. */
export type Move = z.infer<typeof row>;

/** What becomes of a move in a show; see `moves.yaml`. */
export type OnStage = NonNullable<Move['on_stage']> | 'said';

/** What becomes of a move of the embedded twin in a show. Moves that are not in the table are said. */
export const onStage = (name: string): OnStage => readTable().find(({ move }) => move === name)?.on_stage ?? 'said';

/** A twin's own lines by move; they replace the table's. */
type OwnLines = Readonly<Record<string, readonly string[]>>;

/** The facts about a line in its conversation that conditions test. */
export interface State {
  acts: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
  requests: ReadonlySet<string>;
  flags: ReadonlySet<string>;
  hints: ReadonlySet<string>;
  names: ReadonlySet<StateName>;
}

let table: readonly Move[] | undefined;
function readTable(): readonly Move[] {
  table ??= z.array(row).parse(parse(readFileSync(path.join(import.meta.dirname, 'moves.yaml'), 'utf8')));
  return table;
}

/** The table, with a twin's own lines over it. The file is read once. @throws Error naming the invalid row */
export function readMoves(own: OwnLines = {}): Move[] {
  return readTable().map((move) => ({ ...move, lines: [...(own[move.move] ?? move.lines)] }));
}

/** Whether a condition holds: none is stated, or any of its names does. */
const hasAny = (wanted: readonly string[] | undefined, held: ReadonlySet<string>): boolean =>
  wanted === undefined || wanted.some((name) => held.has(name));

function isDue({ when: conditions }: Move, state: State): boolean {
  return (
    hasAny(conditions.act, state.acts) &&
    hasAny(conditions.subject, state.subjects) &&
    hasAny(conditions.request, state.requests) &&
    hasAny(conditions.flag, state.flags) &&
    hasAny(conditions.hint, state.hints) &&
    !conditions.not_act?.some((name) => state.acts.has(name)) &&
    !conditions.not_request?.some((name) => state.requests.has(name)) &&
    !conditions.not_flag?.some((name) => state.flags.has(name)) &&
    !conditions.not_subject?.some((name) => state.subjects.has(name)) &&
    (conditions.state ?? []).every((name) => state.names.has(name)) &&
    !conditions.not_state?.some((name) => state.names.has(name))
  );
}

/**
 * The moves that are due, in spoken order: per slot the first due one of the table; a move that stands alone suppresses
 * all others. Rows without a condition apply when nothing else is due.
 *
 * @param said the twin's lines so far
 */
export function dueMoves(moves: readonly Move[], state: State, said: readonly string[] = []): Move[] {
  const isFallback = ({ when: conditions }: Move): boolean => Object.keys(conditions).length === 0;
  const isSpent = ({ once, lines }: Move): boolean => once && said.some(saysOneOf(lines));
  const due = moves.filter(
    (move) => move.slot !== 'unprompted' && !isFallback(move) && isDue(move, state) && !isSpent(move),
  );
  const alone = due.find((move) => move.alone);
  if (alone) return [alone];
  const first = SLOTS.flatMap((slot) => due.find((move) => move.slot === slot) ?? []);
  const chosen = first.filter((move) => !move.only || first.every((other) => other === move || other.slot === 'note'));
  // A move that replaces the knowledge leaves no use for moves about a missing answer.
  if (chosen.some(({ instead, slot }) => instead && slot !== 'answer'))
    return chosen.filter(({ slot }) => slot !== 'answer');
  if (chosen.length > 0 || state.names.has('answered')) return chosen;
  return moves.filter((move) => move.slot !== 'unprompted' && isFallback(move)).slice(0, 1);
}

/** Moves in which the embedded twin says that it has no answer. */
const NO_ANSWER = new Set(['nearest', 'not_known', 'not_known_unkept', 'offer_topics']);

/** Those that leave a question open; otherwise the nearest passage has likely answered it. */
const LEFT_OPEN = new Set(['not_known', 'not_known_unkept', 'offer_topics']);

/** The lines of moves, the product's or the twin's own, with the consultant's names. */
function linesOf(twin: Twin, moves: ReadonlySet<string>): string[] {
  const { name, first_name } = twin.persona;
  return readMoves(twin.replies)
    .flatMap(({ move, lines }) => (moves.has(move) ? lines : []))
    .map((line) => line.replaceAll('{first_name}', first_name).replaceAll('{name}', name));
}

/** A twin's own lines for leaving a question open. */
export const leftOpenLines = (twin: Twin): string[] => linesOf(twin, LEFT_OPEN);

/** Its lines for having no answer, or not being sure of it. */
export const noAnswerLines = (twin: Twin): string[] => linesOf(twin, NO_ANSWER);

/** Everything that a reply to a line is composed from. */
export interface ReplyTurn {
  persona: Persona;
  line: Understanding;
  /** One for each question of the line. */
  answers: readonly Answer[];
  /** What is known including this line; `knownBefore` excludes it. */
  known: Known;
  knownBefore: Known;
  /** What they said in earlier conversations, as repeated to them: 'you said “I run a bakery”'. */
  memories: readonly string[];
  /** What was left open last time, worded to follow 'Last time'; null for nothing. */
  open: string | null;
  /** The last passage used and the number of its last paragraph. */
  last: { passage: KnowledgePassage; paragraph: number } | null;
  /** The second best passage for the previous question, for a visitor who says that the answer missed. */
  second: KnowledgePassage | null;
  asksAgain: boolean;
  /** The twin's lines so far, oldest first. */
  said: readonly string[];
  /** The call requested by the page's form. */
  call: RequestedCall | null;
  /** The visitor's locale, by whose habits days are written; null if it is not known. */
  locale: string | null;
  /** When the call requested in this line would suit, in their words. */
  callTime: string | null;
  /** A value that replaces an earlier one: '15, not 35'. */
  correction: Correction | null;
  /** Whether they refused a call they had requested. */
  isCallRefused: boolean;
  /** Whether the conversation is kept, so that something can be noted for the consultant. */
  kept: boolean;
  /** How visitors see or delete what is kept, who reads the conversation, and who writes the replies to it. */
  privacy: { how: string; who: string; model: string };
  /** A question that would tell more about the visitor; null when there is none, or it was asked before. */
  question: string | null;
  /** What to say about bookings, in place of anything else about calls; null if the line is not about them. */
  booking: BookingReply | null;
}

/** What is known about the visitor: the latest statement of each kind. */
export interface Known {
  name: string | null;
  company: string | null;
  role: string | null;
  size: string | null;
  budget: string | null;
  timeline: string | null;
  contact: string | null;
}
