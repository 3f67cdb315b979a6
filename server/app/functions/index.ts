import type { GatewayFunction } from '../gateway.ts';
import { agentReplyFunction } from './agent-reply.ts';
import { collectEmailFunction } from './collect-email.ts';
import { createSessionFunction } from './create-session.ts';
import { endSessionFunction } from './end-session.ts';
import { interruptReplyFunction } from './interrupt-reply.ts';
import { providerChatFunction } from './provider-chat.ts';
import { sessionHistoryFunction } from './session-history.ts';
import { textToSpeechFunction } from './text-to-speech.ts';
import { trackEventFunction } from './track-event.ts';

/**
 * Every function by its name, those of the active providers included.
 * @param providers names of the active providers
 */
export function functionTable(providers: readonly string[]): (name: string) => GatewayFunction | null {
  const table = new Map<string, GatewayFunction>([
    ['agent_reply', agentReplyFunction],
    ['collect_email', collectEmailFunction],
    ['create_session', createSessionFunction],
    ['end_session', endSessionFunction],
    ['interrupt_reply', interruptReplyFunction],
    ['session_history', sessionHistoryFunction],
    ['text_to_speech', textToSpeechFunction],
    ['track_event', trackEventFunction],
    ...providers.map((provider) => [`${provider}_chat`, providerChatFunction(provider)] as const),
  ]);
  return (name) => table.get(name) ?? null;
}
