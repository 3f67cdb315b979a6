/** The table of moves (`moves.yaml`): what is due in a state of the conversation, and in which words. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { saysOneOf } from '../../../platform/text/filled-lines.ts';
import { ACTS, FLAGS, REQUESTS, SUBJECTS } from '../../understanding/understanding.ts';

/** What of a state conditions may name. */
export const STATES = [
  'first',
  'after_emergency',
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
  'on_twin',
  'call_refused',
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

/** Slots in the order in which they are said. */
export const SLOTS = ['safety', 'note', 'answer', 'done', 'acknowledge', 'unprompted'] as const;

const anyOf = <Name extends string>(names: readonly [Name, ...Name[]]) => {
  const one = z.enum(names);
  return z.union([one.transform((name) => [name]), z.array(one).min(1)]);
};

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
  /** Said in these words also where a language model answers. */
  binding: z.boolean().default(false),
  /** Said in place of what the knowledge has. */
  instead: z.boolean().default(false),
  /** Said only where nothing else is, but for a note. */
  only: z.boolean().default(false),
  /** Said once in a conversation. */
  once: z.boolean().default(false),
  /** The button that goes with it. */
  offer: z.enum(['call', 'summary', 'data']).optional(),
  lines: z.array(z.string().min(1).max(600)).min(1),
});

/** A row of the table. */
export type Move = z.infer<typeof row>;

/** Lines that a twin says in place of the table's own, by move. */
export type OwnLines = Readonly<Record<string, readonly string[]>>;

/** What holds of a line in its conversation. */
export interface State {
  acts: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
  requests: ReadonlySet<string>;
  flags: ReadonlySet<string>;
  hints: ReadonlySet<string>;
  names: ReadonlySet<StateName>;
}

/** Reads the table, with a twin's own lines over it. @throws Error naming the row that is wrong */
export function readMoves(own: OwnLines = {}): Move[] {
  const rows = z.array(row).parse(parse(readFileSync(path.join(import.meta.dirname, 'moves.yaml'), 'utf8')));
  return rows.map((move) => ({ ...move, lines: [...(own[move.move] ?? move.lines)] }));
}

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
 * The moves that are due, in the order in which they are said: one a slot, the first of the table; one that stands alone
 * comes alone. Rows without a condition are for when nothing else is due.
 * @param said what the twin has said so far
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
  // What stands in place of the knowledge leaves nothing to be missed in it.
  if (chosen.some(({ instead, slot }) => instead && slot !== 'answer'))
    return chosen.filter(({ slot }) => slot !== 'answer');
  if (chosen.length > 0 || state.names.has('answered')) return chosen;
  return moves.filter((move) => move.slot !== 'unprompted' && isFallback(move)).slice(0, 1);
}
