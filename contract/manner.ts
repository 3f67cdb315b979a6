/**
 * How a mode speaks when no language model does: lists of lines from which the embedded twin chooses, never the same
 * one twice in a session. `{name}` and `{first_name}` stand for the consultant, `{visitor}` for the visitor's name,
 * `{topic}` for what was talked about.
 */
import { z } from 'zod';

const text = z.string().trim().min(1).max(600);
/** A whole reply: at most one question. */
const lines = (least: number) =>
  z
    .array(text.refine((value) => value.split('?').length <= 2, 'must not hold two questions: a reply asks one'))
    .min(least, `needs at least ${least} line${least === 1 ? '' : 's'}`);
/** A line without a question mark: it stands beside the reply's one question. */
const statements = (least: number) =>
  z
    .array(
      text.refine((value) => !value.includes('?'), 'must not hold a question: a reply asks one, and it comes last'),
    )
    .min(least, `needs at least ${least} line${least === 1 ? '' : 's'}`);
const questions = z
  .array(text.refine((value) => value.split('?').length === 2, 'must hold exactly one question'))
  .min(1, 'needs at least 1 line');

/** What a question may find out, so that the twin does not ask for what it was told. */
export const QUESTION_SLOTS = [
  'problem',
  'size',
  'role',
  'timeline',
  'tried',
  'decider',
  'since',
  'outcome',
  'deeper',
] as const;
/** One of these. */
export type QuestionSlot = (typeof QUESTION_SLOTS)[number];

/** The key `manner` of a mode file. */
export const manner = z.strictObject({
  /** How readily a reply ends in a question. */
  asks: z.enum(['rarely', 'often', 'always'], 'must be rarely, often or always'),
  /** Tags of passages to which this personality turns when several would do. */
  prefers: z.array(text).default([]),
  /** Says that it is an AI; stands before the first reply. */
  greeting: lines(2),
  /** The same on a stage, with an audience. */
  performer_greeting: lines(1),
  /** Before a fact. */
  lead_in: statements(6),
  /** Before more about the same. */
  more: statements(4),
  /** After the visitor told of a situation. */
  heard: statements(5),
  /** After the visitor told a name. */
  met: statements(2),
  /** The personality's own remark, by the tag of what was talked about. */
  lens: z.record(z.string(), statements(1)),
  questions: z.strictObject({
    problem: questions,
    size: questions,
    role: questions,
    timeline: questions,
    tried: questions,
    /** Who decides it today; a folder without these two asks the others. */
    decider: questions.default([]),
    /** Since when it is so. */
    since: questions.default([]),
    outcome: questions,
    deeper: questions,
  }),
  /** The offer of the next step, when interest is clear. */
  next_step: statements(3),
  /** What it does not know. */
  unknown: statements(4),
  /** When asked whether it is a person. */
  ai: statements(2),
  thanks: statements(3),
  goodbye: statements(3),
  insult: lines(3),
  nonsense: lines(3),
  small_talk: lines(3),
  /** When asked for its instructions, or to be something else. */
  refusal: lines(3),
  off_topic: statements(3),
  /** Unprompted, after silence. */
  followup: lines(6),
});
