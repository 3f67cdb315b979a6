const OPEN = '<think>';
const CLOSE = '</think>';

/** Removes `<think>...</think>` blocks from a streamed text, even if a tag is split across chunks. */
interface ThinkFilter {
  /** Adds a chunk; returns the text that is now certain to be for the visitor. */
  feed(piece: string): string;
  /** The rest, at the end of the text: the beginning of a tag that did not become one. */
  end(): string;
}

/** Creates a filter for one text. It starts outside any block. */
export function createThinkFilter(): ThinkFilter {
  let inside = false;
  let held = '';

  function feed(piece: string): string {
    if (!inside && held === '' && !piece.includes('<')) return piece;
    let rest = held + piece;
    held = '';
    let shown = '';
    for (;;) {
      const tag = inside ? CLOSE : OPEN;
      const at = rest.indexOf(tag);
      if (at === -1) break;
      if (!inside) shown += rest.slice(0, at);
      rest = rest.slice(at + tag.length);
      inside = !inside;
    }
    const kept = partialTagLength(rest, inside ? CLOSE : OPEN);
    held = kept === 0 ? '' : rest.slice(-kept);
    return inside ? shown : shown + rest.slice(0, rest.length - kept);
  }

  function end(): string {
    const rest = inside ? '' : held;
    held = '';
    return rest;
  }

  return { feed, end };
}

/** How many characters at the end of `text` are the beginning of `tag`. */
function partialTagLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
