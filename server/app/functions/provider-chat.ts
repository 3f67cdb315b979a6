import { providerChat } from '@understudy/contract/calls';
import { keepCompletionUsage } from '../../features/conversation/usage.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import { authenticate } from '../authenticate.ts';
import { type GatewayFunction, gatewayFunction } from '../gateway.ts';
import { takeMessageLimits } from '../message-limits.ts';
import { abortWhenGone } from '../request-signal.ts';

/** `{provider}_chat`: one plain completion of an active provider, with the spec's two fixed sentences on failure. */
export function providerChatFunction(provider: string): GatewayFunction {
  return gatewayFunction(providerChat, async (body, { context, reply }) => {
    const { session } = await authenticate(context, body);
    // By the id as it is kept: the same one in capitals would have limits of its own.
    await takeMessageLimits(context, session.id);
    const usage: TokenUsage[] = [];
    const params = {
      temperature: body.temperature,
      topP: body.top_p,
      presencePenalty: body.presence_penalty,
      frequencyPenalty: body.frequency_penalty,
      maxTokens: body.max_tokens,
      onUsage: (used: TokenUsage) => void usage.push(used),
    };
    try {
      return { text: await context.models.chat(provider, body.messages, params, abortWhenGone(reply)) };
    } finally {
      await keepCompletionUsage(context.pool, session.id, usage);
    }
  });
}
