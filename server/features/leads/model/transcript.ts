import { setImmediate as breath } from 'node:timers/promises';
import { type SanitizedText, sanitize } from '../sanitized-text.ts';
import { type AssertionStatus, readAssertionStatuses } from './assertion-status.ts';
import { type Clause, clauseAt, clausesOf } from './clauses.ts';

/** A line of a conversation with its place. */
export interface PlacedLine {
  seq: number;
  speaker: string;
  text: string;
}

/** One of the visitor's lines as it is read. */
export interface VisitorWords extends PlacedLine {
  sanitized: SanitizedText;
  /** How the clause at a place of the sanitized text is meant; null outside of any. */
  statusAt(place: number): AssertionStatus | null;
}

/** What of a conversation a model is shown, and what counts as evidence. */
export interface Transcript {
  /** Oldest first, as it is shown; without what was forged or cannot be printed. */
  shown: PlacedLine[];
  /** The visitor's lines among them, oldest first. */
  words: VisitorWords[];
  /** Whether the visitor wrote something in another's name, or gave orders to the analysis. */
  forged: boolean;
  /** The newest of the visitor's utterances; -1 when there is none. */
  seq: number;
}

/** Characters that are shown, the newest lines first: about 4,000 tokens. */
const MAX_SHOWN_CHARS = 16_000;
/** Characters that are read at a stretch, some milliseconds' work; then visitors' turns come first. */
const STRETCH_CHARS = 8_000;
/** The twin's own words are the setting, not the evidence. */
const MAX_AGENT_CHARS = 400;

/** Cuts a conversation to what is shown and read of it. @param lines oldest first */
export async function transcriptOf(lines: readonly PlacedLine[]): Promise<Transcript> {
  const transcript: Transcript = { shown: [], words: [], forged: false, seq: -1 };
  let room = MAX_SHOWN_CHARS;
  let stretch = 0;
  for (const line of lines.toReversed()) {
    const mine = line.speaker === 'visitor';
    stretch += line.text.length;
    if (stretch > STRETCH_CHARS) {
      await breath();
      stretch = line.text.length;
    }
    const sanitized = sanitize(mine ? line.text : line.text.slice(0, MAX_AGENT_CHARS));
    if (mine) transcript.seq = Math.max(transcript.seq, line.seq);
    // Whoever forges early in a long conversation has forged all the same.
    if (mine && sanitized.forged) transcript.forged = true;
    if (room < sanitized.text.length) continue;
    room -= sanitized.text.length;
    transcript.shown.unshift({ seq: line.seq, speaker: line.speaker, text: sanitized.text.toWellFormed().trim() });
    if (mine) transcript.words.unshift({ ...line, sanitized, statusAt: statusesOf(sanitized.text) });
  }
  return transcript;
}

/** The assertion statuses of a text, read when they are first asked for. */
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
