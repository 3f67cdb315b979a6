/** The written material of shows: demo scripts and `show/*.yaml`, as an operator writes them. */
import { z } from 'zod';
import { DEMO_PERFORMANCE_START, SHOW_BEATS, SHOW_MODES } from './constants.ts';
import { line, slug } from './text-fields.ts';
import { SHOW_FOLLOWUPS, SHOW_REPLY_KINDS } from './twin-texts.ts';

const score = z.number().min(0).max(10).default(5);

/**
 * A demo script in JSON. What section 5 requires is checked before, with its messages; the rest may be missing. The
 * reply still contains pause markers.
 */
export const demoScript = z.object({
  id: line,
  archetype: line,
  metadata: z.object({
    title: line,
    description: z.string().default(''),
    tags: z.array(z.string()).default([]),
    mode: line,
    energy_level: score,
    optimal_context: z.array(z.string()).default([]),
    triggers: z.array(z.string()),
    quality_score: score,
    created_at: z.string().nullable().default(null),
    usage_count: z.int().min(0).default(0),
    last_used: z.string().nullable().default(null),
  }),
  exchange: z.object({
    setup: z.string().default(''),
    human: line,
    reply: line,
    follow_up: z.string().default(''),
  }),
  techniques: z
    .array(z.object({ name: line, category: z.string(), description: z.string(), effectiveness: score }))
    .default([]),
  behavioral_anchors: z
    .object({
      trigger_pattern: z.string().default(''),
      response_pattern: z.string().default(''),
      key_elements: z.array(z.string()).default([]),
      quality_markers: z.array(z.string()).default([]),
      avoid_patterns: z.array(z.string()).default([]),
    })
    .prefault({}),
  performance_metrics: z
    .object({
      engagement_score: score,
      comedy_timing_score: score,
      philosophical_depth: score,
      emotional_resonance: score,
      callback_quality: score,
      overall_effectiveness: z.number().min(0).max(1).default(DEMO_PERFORMANCE_START),
      user_reactions: z.array(z.string()).default([]),
    })
    .prefault({}),
});

const showLine = line.max(300, 'must have at most 300 characters');
const showLines = z.array(showLine).default([]);
const linesByMode = z.partialRecord(z.enum(SHOW_MODES), z.array(showLine)).default({});

/** `show/material.yaml`: lines of the embedded performer. What is missing is taken from the product's own. */
export const showMaterialFile = z.strictObject({
  openings: linesByMode,
  /** Said on air when the show moves into the mode. */
  segues: linesByMode,
  closers: linesByMode,
  /** Turns to the visitor and ends the reply. */
  questions: linesByMode,
  beats: z.partialRecord(z.enum(SHOW_BEATS), z.array(showLine)).default({}),
  /** With `{setup}`, what the visitor said before. */
  callbacks: z.array(showLine.includes('{setup}', 'must say {setup}')).default([]),
  /** First line of a later episode, with `{topic}`, what the one before was about. */
  returning: z.array(showLine.includes('{topic}', 'must say {topic}')).default([]),
  /** With `{setup}`, what the visitor has just said for the first time. */
  echoes: z.array(showLine.includes('{setup}', 'must say {setup}')).default([]),
  /** What is said to a line that no reply of `show/replies.yaml` fits. */
  followups: z.partialRecord(z.enum(SHOW_FOLLOWUPS), z.array(showLine)).default({}),
  threads: z.strictObject({ branched: showLines, resumed: showLines, nothing: showLines }).partial().default({}),
});

/** Most sample lines of a reply, and of a situation: each is compared with every line of a visitor. */
const MAX_SAMPLE_LINES = 12;
const MAX_SITUATION_LINES = 30;

/** `show/replies.yaml`: what is said to a line that means what one of the sample lines means. */
export const showRepliesFile = z.array(
  z
    .strictObject({
      id: slug,
      /**
       * Whether its sample lines tell something or ask something, which is then meant; or whether they are of a
       * situation, and the replies fit everything of its sort. `{setup}` is what the visitor has just said.
       */
      kind: z.enum(SHOW_REPLY_KINDS),
      lines: z.array(showLine).min(1).max(MAX_SITUATION_LINES),
      say: z.array(showLine).min(1),
    })
    .refine(({ kind, lines }) => kind === 'situation' || lines.length <= MAX_SAMPLE_LINES, {
      path: ['lines'],
      message: `must have at most ${MAX_SAMPLE_LINES} lines, or be of a situation`,
    }),
);

/** `show/answers.yaml`: what is said to the answer to a question of any line of the show. */
export const showAnswersFile = z.array(
  z.strictObject({
    /** The question, as the line ends. */
    to: showLine.regex(/\?["”’')]*$/, 'must end in a question mark'),
    /** Fits any answer. With `{setup}`, what the visitor has just said. */
    answered: z.array(showLine).min(1),
    /** Fits 'no', 'nobody', 'I don't know'. */
    declined: showLines,
  }),
);

const bit = z.strictObject({
  id: slug,
  modes: z.array(z.enum(SHOW_MODES)).min(1),
  energy: z.enum(['low', 'middle', 'high']),
  tags: z.array(line).default([]),
  text: line.max(600, 'must have at most 600 characters'),
});

/** `show/bits.yaml`: small written pieces. */
export const showBitsFile = z.array(bit);

const FOUR = 'must be a number from 1 to 4';
const longLine = line.max(600, 'must have at most 600 characters');
/** A round with a right choice, or an open one. */
type GameRound = { ask: string; answer: number; right: string; wrong: string } | { ask: string; after: string };
const gameRound = z
  .strictObject({
    ask: longLine,
    /** The number of the right choice. */
    answer: z.int(FOUR).min(1, FOUR).max(4, FOUR).optional(),
    right: longLine.optional(),
    wrong: longLine.optional(),
    after: longLine.optional(),
  })
  .transform(({ ask, answer, right, wrong, after }, context): GameRound => {
    const isOpen = answer === undefined;
    if (isOpen && after !== undefined && right === undefined && wrong === undefined) return { ask, after };
    if (!isOpen && after === undefined && right !== undefined && wrong !== undefined)
      return { ask, answer, right, wrong };
    const open = "needs either 'after', for an open round, or 'answer', 'right' and 'wrong'";
    context.addIssue(isOpen ? open : "with an 'answer' needs 'right' and 'wrong', and no 'after'");
    return z.NEVER;
  });

/** `show/games.yaml`: games with rules. */
export const showGamesFile = z.array(
  z.strictObject({
    id: slug,
    name: line,
    modes: z.array(z.enum(SHOW_MODES)).min(1),
    opening: longLine,
    rounds: z.array(gameRound).min(1),
    closing: longLine,
  }),
);

/** What the twin says on one side of a debate. */
const debateSide = z.strictObject({
  /** Its first words on this side. */
  opening: longLine,
  /** Arguments, in the order in which they are made. Each stands alone, and ends without a question. */
  reasons: z.array(showLine).min(3).max(9),
  /** What is said to an argument of the other side: the one whose sample lines mean what the visitor says. */
  rebuttals: z.array(z.strictObject({ to: z.array(showLine).min(1).max(MAX_SAMPLE_LINES), say: showLine })),
  /** Its last words. */
  closing: longLine,
});

/** `show/debates.yaml`: motions that the twin argues on either side. */
export const showDebatesFile = z.array(
  z.strictObject({
    id: slug,
    /** A sentence that one may be for or against. */
    motion: line.max(120, 'must have at most 120 characters'),
    /** Lines that bring up the subject without taking a side. */
    about: z.array(showLine).min(1).max(MAX_SAMPLE_LINES),
    /** Names the motion and asks the visitor to take a side. */
    opening: longLine,
    for: debateSide,
    against: debateSide,
  }),
);

/** Written material of shows, as the twin's folder has it. */
export interface ShowFiles {
  material: z.infer<typeof showMaterialFile>;
  bits: z.infer<typeof showBitsFile>;
  games: z.infer<typeof showGamesFile>;
  replies: z.infer<typeof showRepliesFile>;
  answers: z.infer<typeof showAnswersFile>;
  debates: z.infer<typeof showDebatesFile>;
}

/** A demo script (section 3): a sample exchange, and when and how it is used. */
export type DemoScript = z.infer<typeof demoScript> & { file: string };
