import type { DirectorMessage, PerformerMessage } from '@understudy/contract/show';
import { MIN_SETUP_CHARS, MIN_TOLD_WORDS } from './engine/audience-line.ts';
import type { ShowEvent } from './engine/show-events.ts';

/** A change of a show that is not a turn. */
export type ShowCommand = { by: 'performer'; message: PerformerMessage } | { by: 'director'; message: DirectorMessage };

/** What became of a command; `ended` if its conversation is over or erased, `not_said` for a quote of nobody. */
export type CommandOutcome = 'done' | 'no_show' | 'not_said' | 'not_saved' | 'ended';

/** Words of the show that a command quotes. */
export interface Quote {
  content: string;
  turnId: string;
  /** The line in which they stand. */
  line: string;
}

/** Whether quoted words are enough for what they are quoted for: a moment may also be a whole line, however short. */
export function isEnough({ speaker, words }: { speaker: 'visitor' | 'agent'; words: string }, line: string): boolean {
  if (speaker === 'visitor') return words.length >= MIN_SETUP_CHARS;
  return words === line.trim() || (words.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= MIN_TOLD_WORDS;
}

/** Whose words a command quotes, and which; null if it quotes none. */
export function quotedIn(command: ShowCommand): { speaker: 'visitor' | 'agent'; words: string } | null {
  if (command.by === 'director') return null;
  const { type, data } = command.message;
  if (type === 'moment-registered' && data.content) return { speaker: 'agent', words: data.content };
  if (type === 'callback-available' && 'setup' in data) return { speaker: 'visitor', words: String(data['setup']) };
  return null;
}

/** Whether a director's message is about a hint, of which the performer's page hears nothing. */
export const isAboutHint = ({ message: { type, data } }: ShowCommand): boolean =>
  type === 'hint' || (type === 'command' && data.action === 'drop-hint');

/** What a command is to the engine. @param quote what it quotes; null for no words, or words that nobody said */
export function eventsOf(command: ShowCommand, at: number, quote: Quote | null): ShowEvent[] {
  if (command.by === 'director') {
    const { type, data } = command.message;
    if (type === 'mode-change-request') return [{ kind: 'mode', at, mode: data.mode, by: 'director' }];
    if (type === 'energy-adjustment') return [{ kind: 'energy', at, delta: data.delta }];
    if (type === 'audience-update') return [{ kind: 'engagement', at, value: data.engagement }];
    if (type === 'hint') return [{ kind: 'hint', at, text: data.text }];
    if (data.action === 'reset') return [{ kind: 'reset', at }];
    if (data.action === 'save-moment') return [{ kind: 'moment', at, content: null }];
    if (data.action === 'drop-hint' || data.action === 'drop-callback') return [{ kind: data.action, at }];
    return [{ kind: 'use-callback', at, id: data.id ?? null }];
  }
  const { type, data } = command.message;
  if (type === 'podcast-started') return [{ kind: 'start', at }];
  if (type === 'podcast-stopped') return [{ kind: 'stop', at }];
  if (type === 'mode-change') return [{ kind: 'mode', at, mode: data.mode, by: 'visitor' }];
  if (type === 'moment-registered')
    return [{ kind: 'moment', at, ...(quote ? { content: quote.content, turnId: quote.turnId } : { content: null }) }];
  if (type !== 'callback-available') return [];
  if ('use' in data) return [{ kind: 'use-callback', at, id: String(data.id) }];
  if (!quote) return [];
  const context = quote.line.slice(0, MAX_CONTEXT);
  return [{ kind: 'callback', at, setup: quote.content, context, quality: Number(data['quality']) }];
}

/** Characters of a callback's line that are kept. */
const MAX_CONTEXT = 400;
