import type { Understanding } from '../understanding/index.ts';

/** Utterances read from the beginning of a conversation, where people say who they are and what they came for. */
const MAX_BEGINNING_LINES = 400;

/** Utterances read from its end. With the beginning: 1,000 messages with their answers, a second or two of work. */
const MAX_END_LINES = 1_600;

/**
 * SQL: the utterances of the session `$1` that make up a full reading: all of them or, in a very long conversation, its
 * beginning and its end. The end starts with the twin's words, so that no answer is read as one to another question.
 */
export const IN_READING_WINDOW = `(seq < ${MAX_BEGINNING_LINES} OR seq >= (
       SELECT min(seq) FROM utterances WHERE session_id = $1 AND speaker = 'agent'
         AND seq > (SELECT max(seq) - ${MAX_END_LINES} FROM utterances WHERE session_id = $1)))`;

/** A visitor's line in its place. */
export interface VisitorLine {
  /** Its place in the session. */
  seq: number;
  text: string;
  /** What the twin, or a person who had taken over, had said before it; null at the beginning. */
  before: string | null;
}

/** A visitor's line with its meaning. */
export interface UnderstoodLine extends VisitorLine {
  understanding: Understanding;
}

/** The visitor's words and the place of their line. */
export interface QuotedLine {
  seq: number;
  words: string;
}

/** A line of a conversation with its place and time. */
export interface TimedLine {
  seq: number;
  /** `person`: somebody who had taken the conversation over. */
  speaker: 'visitor' | 'agent' | 'person';
  text: string;
  at: Date;
}
