import { setImmediate } from 'node:timers/promises';
import { type SanitizedText, sanitize } from '../update-facts.ts';
import { type AssertionStatus, type Clause, clauseAt, clausesOf, readAssertionStatuses } from './clauses.ts';

/** A line of a conversation with its place. */
export interface PlacedLine {
  seq: number;
  speaker: string;
  text: string;
}

/** A visitor's line as it is read. */
export interface VisitorWords extends PlacedLine {
  sanitized: SanitizedText;
  /** The assertion status of the clause at a place of the sanitized text; null outside of any clause. */
  statusAt(place: number): AssertionStatus | null;
}

/** The part of a conversation that a model sees and that counts as evidence. */
export interface Transcript {
  /** Oldest first; without forged or unprintable parts. */
  shown: PlacedLine[];
  /** The visitor's lines among them, oldest first. */
  words: VisitorWords[];
  /** Whether the visitor wrote in somebody else's name, or gave orders to the analysis. */
  forged: boolean;
  /** The visitor's newest utterance; -1 when there is none. */
  seq: number;
}

/** Characters shown, the newest lines first: about 4,000 tokens. */
const MAX_SHOWN_CHARS = 16_000;
/** Characters read before yielding to visitors' turns: some milliseconds of work. */
const MAX_CHARS_AT_ONCE = 8_000;
/** Characters shown of one line of the twin, which is context and not evidence. */
const MAX_AGENT_CHARS = 400;

/** Cuts a conversation to the part that is shown and read. @param lines oldest first */
export async function transcriptOf(lines: readonly PlacedLine[]): Promise<Transcript> {
  const transcript: Transcript = { shown: [], words: [], forged: false, seq: -1 };
  let room = MAX_SHOWN_CHARS;
  let stretch = 0;
  for (const line of lines.toReversed()) {
    const mine = line.speaker === 'visitor';
    stretch += line.text.length;
    if (stretch > MAX_CHARS_AT_ONCE) {
      await setImmediate();
      stretch = line.text.length;
    }
    const sanitized = sanitize(mine ? line.text : line.text.slice(0, MAX_AGENT_CHARS));
    if (mine) transcript.seq = Math.max(transcript.seq, line.seq);
    // A forgery early in a long conversation still counts.
    if (mine && sanitized.forged) transcript.forged = true;
    if (room < sanitized.text.length) continue;
    room -= sanitized.text.length;
    transcript.shown.unshift({ seq: line.seq, speaker: line.speaker, text: sanitized.text.toWellFormed().trim() });
    if (mine) transcript.words.unshift({ ...line, sanitized, statusAt: statusesOf(sanitized.text) });
  }
  return transcript;
}

/** The assertion statuses of a text, computed on first use. */
function statusesOf(text: string): VisitorWords['statusAt'] {
  let clauses: Clause[] | null = null;
  let statuses: AssertionStatus[] = [];
  return (place) => {
    if (!clauses) {
      clauses = clausesOf(text);
      statuses = readAssertionStatuses(clauses);
    }
    const clause = clauseAt(clauses, place);
    return clause ? (statuses[clauses.indexOf(clause)] ?? null) : null;
  };
}
