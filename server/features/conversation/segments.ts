import {
  PAUSE_AFTER_CONTRAST_MIN_MS,
  PAUSE_AFTER_THINKING_MIN_MS,
  PAUSE_DEFAULT_FACTOR,
  PAUSE_MAX_MS,
  PAUSE_SHORT_FACTOR,
  PAUSE_SHORT_MAX_MS,
  PAUSE_SHORT_NEIGHBOUR_MAX_CHARS,
  PAUSE_THINKING_FACTOR,
} from '@understudy/contract/constants';
import type { Segment } from '@understudy/contract/wire';

/** An event of streamed agent text. */
type SegmentEvent = { kind: 'delta'; text: string } | { kind: 'segment'; index: number; segment: Segment };

/**
 * Splits streamed agent text into segments at its pause markers (specification, sections 5 and 9). Deltas belong to
 * the open segment; a segment event closes it. The segments do not depend on how the text was split into chunks.
 */
export class SegmentStream {
  readonly #scanner = new PauseScanner();
  #open = '';
  #pausesMs = 0;
  #index = 0;
  #before = '';

  /** Takes the next chunk of raw agent text. */
  push(text: string): SegmentEvent[] {
    return this.#take(this.#scanner.push(text));
  }

  /** Ends the text and closes the last segment. */
  end(): SegmentEvent[] {
    const events = this.#take(this.#scanner.end());
    this.#close(events);
    return events;
  }

  #take(pieces: Piece[]): SegmentEvent[] {
    const events: SegmentEvent[] = [];
    for (const piece of pieces) {
      if (piece.kind === 'pause') {
        this.#close(events);
        this.#pausesMs += piece.ms;
        continue;
      }
      const text = this.#open ? piece.text : piece.text.trimStart();
      if (!text) continue;
      this.#open += text;
      events.push({ kind: 'delta', text });
    }
    return events;
  }

  #close(events: SegmentEvent[]): void {
    const text = this.#open.trim();
    this.#open = '';
    if (!text) return;
    const pause_ms = this.#index === 0 ? 0 : shortenPause(this.#pausesMs, this.#before, text);
    events.push({ kind: 'segment', index: this.#index, segment: { text, pause_ms } });
    this.#index += 1;
    this.#pausesMs = 0;
    this.#before = text;
  }
}

/** The segments of a complete agent text; empty if it has no words. */
export function splitReply(text: string): Segment[] {
  const stream = new SegmentStream();
  return [...stream.push(text), ...stream.end()].flatMap((event) => (event.kind === 'segment' ? [event.segment] : []));
}

/** An agent text as one string without pause markers. */
export function plainText(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.text).join(' ');
}

const CONTRAST = /\b(but|however|yet|although|though|still|instead|nevertheless|on the other hand)\W*$/i;
const THINKING = /\b(hmm+|mm+|well|so|let me think|let me see|i think|i wonder|perhaps|maybe|actually|you know)\W*$/i;

/**
 * The actual duration of a written pause (specification, section 9, 'Pause shortening').
 *
 * @param writtenMs the pause that the agent wrote, in milliseconds; clamped to 0..PAUSE_MAX_MS
 * @param before text of the segment before the pause
 * @param after text of the segment after it
 * @returns whole milliseconds; 0 if none was written
 */
export function shortenPause(writtenMs: number, before: string, after: string): number {
  const written = Math.min(Math.max(writtenMs, 0), PAUSE_MAX_MS);
  if (written === 0) return 0;
  if (CONTRAST.test(before)) return Math.round(Math.max(PAUSE_AFTER_CONTRAST_MIN_MS, written));
  if (THINKING.test(before)) return Math.round(Math.max(PAUSE_AFTER_THINKING_MIN_MS, written * PAUSE_THINKING_FACTOR));
  if (before.length <= PAUSE_SHORT_NEIGHBOUR_MAX_CHARS && after.length <= PAUSE_SHORT_NEIGHBOUR_MAX_CHARS) {
    return Math.round(Math.min(PAUSE_SHORT_MAX_MS, written * PAUSE_SHORT_FACTOR));
  }
  return Math.round(written * PAUSE_DEFAULT_FACTOR);
}

/** A piece of agent text: words to show, or a pause in milliseconds. */
type Piece = { kind: 'words'; text: string } | { kind: 'pause'; ms: number };

/** A marker is `[pause:Ns]`; people and models also write spaces, capitals, fractions and the full unit. */
const MARKER = /^\[\s*pause\s*:\s*(\d*\.?\d*)\s*(?:s|sec|secs|seconds?)?\s*\]$/i;
const MARKER_START = /^\[\s*pause\s*:/i;
/**
 * Any text that may still become the start of a marker. Runs in linear time: no two parts can match the same
 * character.
 */
const MAY_BECOME_MARKER = /^\[\s*(?:p|pa|pau|paus|pause|pause\s*)?$/i;
/** Characters to hold back as a possible marker, so that a stray bracket never delays the words after it. */
const MAX_HELD_CHARS = 32;

/**
 * Separates pause markers from words in streamed text. A marker may be split anywhere; no part of one ever comes out
 * as words. Broken markers (`[pause:]`, `[pause:x]`, one that never closes) are dropped without a pause.
 */
export class PauseScanner {
  #held = '';

  /** Takes the next chunk of text and returns the pieces that are final. */
  push(text: string): Piece[] {
    const pieces: Piece[] = [];
    let words = '';
    const flush = () => {
      if (words) pieces.push({ kind: 'words', text: words });
      words = '';
    };
    for (let at = 0; at < text.length; ) {
      if (!this.#held) {
        const bracket = text.indexOf('[', at);
        words += bracket < 0 ? text.slice(at) : text.slice(at, bracket);
        if (bracket < 0) break;
        this.#held = '[';
        at = bracket + 1;
        continue;
      }
      const next = text[at] as string;
      if (next === '[') {
        words += this.#isMarkerStart() ? '' : this.#held;
        this.#held = '[';
        at += 1;
        continue;
      }
      this.#held += next;
      at += 1;
      if (next === ']' && this.#isMarkerStart()) {
        flush();
        pieces.push({ kind: 'pause', ms: readPause(this.#held) });
        this.#held = '';
      } else if (this.#held.length > MAX_HELD_CHARS || !this.#mayBecomeMarker()) {
        words += this.#isMarkerStart() ? '' : this.#held;
        this.#held = '';
      }
    }
    flush();
    return pieces;
  }

  /** Ends the text: returns a lone bracket that was held back, but not an incomplete marker. */
  end(): Piece[] {
    const held = this.#held;
    this.#held = '';
    return /^\[\s*$/.test(held) ? [{ kind: 'words', text: held }] : [];
  }

  #isMarkerStart(): boolean {
    return MARKER_START.test(this.#held);
  }

  #mayBecomeMarker(): boolean {
    return this.#isMarkerStart() || MAY_BECOME_MARKER.test(this.#held);
  }
}

/** The duration of a complete marker in milliseconds; 0 without a usable number. */
function readPause(marker: string): number {
  const seconds = Number.parseFloat(MARKER.exec(marker)?.[1] ?? '');
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : 0;
}
