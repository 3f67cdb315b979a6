/** Replies that are written in one go, as a stream. */
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { ReplyChunk } from './port.ts';

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

/** A reply that was written without a language model. */
export interface WrittenReply {
  text: string;
  /** Ids of the passages that it tells. */
  knowledge: string[];
}

/** Streams it; behind words that the visitor already has it goes on where they end. */
export async function* streamReply(
  { text, knowledge }: WrittenReply,
  continueAfter: string,
  signal: AbortSignal,
): AsyncGenerator<ReplyChunk> {
  let rest: string | null = text;
  if (continueAfter) rest = restAfter(text, continueAfter) ?? behindOthers(text, continueAfter);
  for (const delta of toDeltas(rest)) {
    if (signal.aborted) return;
    yield { kind: 'delta', text: delta };
  }
  if (signal.aborted) return;
  yield { kind: 'end', model: EMBEDDED_ID, provider: EMBEDDED_ID, knowledge, complete: true, notes: [] };
}

/** The words were another model's, and may have ended in the middle of a sentence: the reply follows them whole. */
const behindOthers = (text: string, words: string): string => `${/[\p{L}\p{N},]\s*$/u.test(words) ? ' …' : ''} ${text}`;
