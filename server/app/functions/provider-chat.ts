import { providerChat } from '@understudy/contract/calls';
import { authenticate } from '../authenticate.ts';
import { type GatewayFunction, gatewayFunction } from '../gateway.ts';
import { takeMessageLimits } from '../message-limits.ts';
import { abortWhenGone } from '../request-signal.ts';

/** `{provider}_chat`: one plain completion of an active provider, with the spec's two fixed sentences on failure. */
export function providerChatFunction(provider: string): GatewayFunction {
  return gatewayFunction(providerChat, async (body, { context, reply }) => {
    await authenticate(context, body);
    await takeMessageLimits(context, body.session_id);
    const { session_id: _id, session_secret: _secret, messages, ...params } = body;
    const text = await context.providers.complete(provider, messages, params, abortWhenGone(reply));
    return { text };
  });
}
