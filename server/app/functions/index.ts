import type { GatewayFunction } from '../gateway.ts';
import { actionItemsFunction } from './action-items.ts';
import { agentReplyFunction } from './agent-reply.ts';
import { collectEmailFunction, requestCallFunction } from './contact.ts';
import { interruptReplyFunction } from './interrupt-reply.ts';
import { correctMemoryFunction, forgetMemoryFunction, myMemoriesFunction } from './memories.ts';
import { providerChatFunction } from './provider-chat.ts';
import {
  createSessionFunction,
  endSessionFunction,
  sessionHistoryFunction,
  sessionSummaryFunction,
  trackEventFunction,
} from './sessions.ts';
import { textToSpeechFunction } from './text-to-speech.ts';

/**
 * All functions by name, including the providers'.
 *
 * @param providers names of all that may become active; inactive ones answer as if they did not exist
 */
export function functionTable(providers: readonly string[]): ReadonlyMap<string, GatewayFunction> {
  return new Map<string, GatewayFunction>([
    ['action_items', actionItemsFunction],
    ['agent_reply', agentReplyFunction],
    ['collect_email', collectEmailFunction],
    ['correct_memory', correctMemoryFunction],
    ['create_session', createSessionFunction],
    ['end_session', endSessionFunction],
    ['forget_memory', forgetMemoryFunction],
    ['interrupt_reply', interruptReplyFunction],
    ['my_memories', myMemoriesFunction],
    ['request_call', requestCallFunction],
    ['session_history', sessionHistoryFunction],
    ['session_summary', sessionSummaryFunction],
    ['text_to_speech', textToSpeechFunction],
    ['track_event', trackEventFunction],
    ...providers.map((provider) => [`${provider}_chat`, providerChatFunction(provider)] as const),
  ]);
}
