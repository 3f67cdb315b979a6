import type { Segment } from '@understudy/contract/wire';
import { PauseScanner, type Piece } from './pause-scanner.ts';
import { shortenPause } from './pauses.ts';

/** An event of streamed agent text. */
export type SegmentEvent = { kind: 'delta'; text: string } | { kind: 'segment'; index: number; segment: Segment };

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
