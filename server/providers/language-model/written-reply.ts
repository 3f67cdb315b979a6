import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { ReplyChunk, WrittenReply } from './port.ts';

/** A pause marker at a position. */
const MARKER = /\[pause:[^\]]*\]/y;

/** Streams the reply, continuing after the words that the visitor already has. */
export async function* streamReply(
  { text, knowledge }: WrittenReply,
  continueAfter: string,
  signal: AbortSignal,
): AsyncGenerator<ReplyChunk> {
  let rest: string | null = text;
  if (continueAfter) rest = restAfter(text, continueAfter) ?? afterOthers(text, continueAfter);
  for (const delta of toDeltas(rest)) {
    if (signal.aborted) return;
    yield { kind: 'delta', text: delta };
  }
  if (signal.aborted) return;
  yield { kind: 'end', model: EMBEDDED_ID, provider: EMBEDDED_ID, knowledge, complete: true, notes: [] };
}

/** Splits into words, each with the space before it; a pause marker is one delta. */
function toDeltas(text: string): string[] {
  return text.match(/\s*(?:\[pause:[^\]]*\]|\S+)|\s+$/g) ?? [];
}

/**
 * The rest of a reply after the words that the visitor already has. Ignores spaces and pause markers, which stored
 * words have lost. Null if the words are not the beginning of this reply.
 */
function restAfter(reply: string, words: string): string | null {
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

/** The whole reply, to follow words of another model that may end in mid-sentence. */
const afterOthers = (text: string, words: string): string => `${/[\p{L}\p{N},]\s*$/u.test(words) ? ' …' : ''} ${text}`;
