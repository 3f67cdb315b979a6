import { agentReplyFunction } from '../../features/conversation/agent-reply.ts';
import { interruptReplyFunction } from '../../features/conversation/interrupt-reply.ts';
import {
  createSessionFunction,
  endSessionFunction,
  sessionHistoryFunction,
  sessionSummaryFunction,
  trackEventFunction,
} from '../../features/conversation/session-functions.ts';
import { actionItemsFunction } from '../../features/leads/action-items-function.ts';
import { collectEmailFunction, requestCallFunction } from '../../features/leads/contact.ts';
import { correctMemoryFunction, forgetMemoryFunction, myMemoriesFunction } from '../../features/memory/functions.ts';
import { textToSpeechFunction } from '../../features/speech/text-to-speech.ts';
import { providerChatFunction } from '../../features/twin/provider-chat.ts';
import type { GatewayFunction } from '../gateway.ts';

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
