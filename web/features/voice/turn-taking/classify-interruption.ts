import { isAcknowledgement, isEchoOf, isStopWord } from '@understudy/contract/talk-words';
import type { DropReason } from '../drop-reason.ts';

/** Whether an utterance is a turn, and whether its words stop the twin; otherwise why not. */
export type InterruptionClass = { turn: true; stops: boolean } | { turn: false; reason: DropReason };

/** A transcript interrupts if it is longer than this many characters (section 4, barge-in). */
const INTERRUPTING_CHARS = 2;

/**
 * Whether an utterance is a turn of the visitor's. While the twin thinks or speaks, backchannels and fragments too
 * short to be words are not, stop words always are; while it is quiet, every word counts.
 *
 * @param heard.dropped the transcriber's own reason to drop it
 * @param heard.spoken what the twin said in the preceding 10 s
 */
export function classifyInterruption(
  heard: { text: string; dropped: DropReason | null; spoken: string; overlapped: boolean },
  agentIsIdle: boolean,
): InterruptionClass {
  const text = heard.text.trim();
  if (heard.dropped) return { turn: false, reason: heard.dropped };
  if (text === '') return { turn: false, reason: 'empty' };
  if (isEchoOf(text, heard.spoken, heard.overlapped)) return { turn: false, reason: 'echo' };
  if (agentIsIdle) return { turn: true, stops: false };
  if (isStopWord(text)) return { turn: true, stops: true };
  if (isAcknowledgement(text)) return { turn: false, reason: 'backchannel' };
  if (text.length <= INTERRUPTING_CHARS) return { turn: false, reason: 'noise' };
  return { turn: true, stops: false };
}
