import type { Segment } from '@understudy/contract/wire';
import { PauseScanner, type Piece } from './pause-scanner.ts';
import { shortenPause } from './pauses.ts';

/** What a stretch of agent text turns into while it streams. */
export type SegmentEvent = { kind: 'delta'; text: string } | { kind: 'segment'; index: number; segment: Segment };

/**
 * Splits agent text that arrives in pieces into segments at its pause markers (specification, sections 5 and 9). Deltas
 * belong to the segment that is open; a segment event closes it. The segments of a text are the same however the text
 * was cut into pieces.
 */
export class SegmentStream {
  readonly #scanner = new PauseScanner();
  #open = '';
  #pausesMs = 0;
  #index = 0;
  #before = '';

  /** Takes the next stretch of raw agent text. */
  push(text: string): SegmentEvent[] {
    return this.#take(this.#scanner.push(text));
  }

  /** The text is over: closes the last segment. */
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

/** The segments of a whole agent text; empty for a text without words. */
export function splitReply(text: string): Segment[] {
  const stream = new SegmentStream();
  return [...stream.push(text), ...stream.end()].flatMap((event) => (event.kind === 'segment' ? [event.segment] : []));
}

/** An agent text as one string without pause markers. */
export function plainText(segments: readonly Segment[]): string {
  return segments.map((segment) => segment.text).join(' ');
}
