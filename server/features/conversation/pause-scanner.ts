/** A piece of agent text: words to show, or a pause in milliseconds. */
export type Piece = { kind: 'words'; text: string } | { kind: 'pause'; ms: number };

/** A marker is `[pause:Ns]`; people and models also write spaces, capitals, fractions and the full unit. */
const MARKER = /^\[\s*pause\s*:\s*(\d*\.?\d*)\s*(?:s|sec|secs|seconds?)?\s*\]$/i;
const MARKER_START = /^\[\s*pause\s*:/i;
/**
 * Any text that may still become the start of a marker. Runs in linear time: no two parts can match the same
 * character.
 */
const MAY_BECOME_MARKER = /^\[\s*(?:p|pa|pau|paus|pause|pause\s*)?$/i;
/** Nothing longer is held back as a possible marker, so that a stray bracket never delays the words after it. */
const LONGEST_HELD = 32;

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
      } else if (this.#held.length > LONGEST_HELD || !this.#mayBecomeMarker()) {
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
