/** The reply as a stream. */

const MARKER = /\[pause:[^\]]*\]/y;

/** Word by word, each with the space before it; a pause marker is one piece. */
export function toDeltas(text: string): string[] {
  return text.match(/\s*(?:\[pause:[^\]]*\]|\S+)|\s+$/g) ?? [];
}

/**
 * The rest of a reply after the words that the visitor already has. Spaces and pause markers are not compared, since
 * kept words have lost theirs. Null when the words are not the beginning of this reply.
 */
export function restAfter(reply: string, words: string): string | null {
  let at = 0;
  let heard = 0;
  const skip = (text: string, from: number): number => {
    let next = from;
    for (;;) {
      MARKER.lastIndex = next;
      if (/\s/.test(text[next] ?? '')) next += 1;
      else if (MARKER.test(text)) next = MARKER.lastIndex;
      else return next;
    }
  };
  for (;;) {
    heard = skip(words, heard);
    if (heard >= words.length) return reply.slice(at);
    at = skip(reply, at);
    if (reply[at] !== words[heard]) return null;
    at += 1;
    heard += 1;
  }
}
