/** Builds the messages of a conversation for a chat server. Pure. */
import { CONTEXT_WINDOW_TOKENS } from '@understudy/contract/constants';
import type { Line, ReplyRequest } from '../port.ts';

/** One message on the wire. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The usual estimate for English; a tokenizer for every model would cost more than it saves. */
const CHARS_PER_TOKEN = 4;

const GREETING =
  '[The visitor has just opened the chat and has not said anything yet. Greet them in one or two short sentences, ' +
  'say ' +
  'that you are an AI, and ask one open question.]';
const PERFORMER_GREETING =
  '[The show begins and the audience has not said anything yet. Open it in two or three lively sentences, say ' +
  'that you ' +
  'are an AI, and draw the audience in with one question.]';
const FOLLOWUP =
  '[The visitor has been silent for a while. Say one or two short sentences that pick up the thread and make it ' +
  'easy to ' +
  'go on. Do not repeat yourself and do not mention the silence.]';
const CONTINUE =
  '[Your reply was cut off after the words above. Go on right after the last of them, in the same sentence if it ' +
  'is not ' +
  'finished. Do not repeat any of them and say nothing about the interruption.]';

/** The system prompt, as much of the newest history as fits the context window, and this turn. */
export function buildMessages(request: ReplyRequest): ChatMessage[] {
  const turn = turnText(request);
  const room = CONTEXT_WINDOW_TOKENS * CHARS_PER_TOKEN - turn.length - request.continueAfter.length;
  const messages: ChatMessage[] = [{ role: 'system', content: request.systemPrompt }];
  for (const line of newestLines(request.history, room)) {
    add(messages, line.speaker === 'visitor' ? 'user' : 'assistant', line.text);
  }
  add(messages, 'user', turn);
  if (request.continueAfter) {
    add(messages, 'assistant', request.continueAfter);
    add(messages, 'user', CONTINUE);
  }
  return messages;
}

function turnText(request: ReplyRequest): string {
  if (request.kind === 'followup') return FOLLOWUP;
  if (request.kind === 'greeting') return request.performer ? PERFORMER_GREETING : GREETING;
  return request.userMessage;
}

/**
 * The newest lines that fit, oldest first. Walks from the end, so that a long conversation costs no more than a short
 * one.
 */
function newestLines(history: Line[], room: number): Line[] {
  let first = history.length;
  let left = room;
  while (first > 0) {
    left -= history[first - 1]?.text.length ?? 0;
    if (left < 0) break;
    first -= 1;
  }
  return history.slice(first);
}

/** Joins consecutive lines of a speaker, because some chat templates insist on alternating turns. */
function add(messages: ChatMessage[], role: ChatMessage['role'], content: string): void {
  const last = messages.at(-1);
  if (last?.role === role) last.content += `\n\n${content}`;
  else messages.push({ role, content });
}
