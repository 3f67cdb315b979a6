import { type ProviderChatBody, providerChat } from '@understudy/contract/calls';
import { MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { AppContext } from '../../app/context.ts';
import { type GatewayFunction, gatewayFunction } from '../../app/gateway.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import { isBlank } from '../../platform/text/visible.ts';
import { CHAT_EMPTY } from '../../providers/language-model/plain-completion.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import { authenticateCaller } from '../conversation/authenticate.ts';
import { takeMessageLimits } from '../conversation/message-limits.ts';
import { OutputFilter, WITHHELD_SENTENCE } from '../conversation/output-filter.ts';
import { plainText, splitReply } from '../conversation/segments.ts';
import type { SessionRow } from '../conversation/store.ts';
import { type Recalled, turnApart } from '../conversation/turn.ts';
import { saveCompletionUsage } from '../conversation/usage.ts';
import { codePoints, normaliseVisitorText } from '../conversation/visitor-text.ts';
import { NOTHING_KNOWN, recall } from './recall.ts';

/**
 * `{provider}_chat`: one plain completion of an active provider, with the specification's two fixed sentences on
 * failure. An administrator's messages go to the provider as they are. A session is served only if the owner allows it,
 * and then by the twin, with its prompt, output filter and limits of a turn.
 */
export function providerChatFunction(provider: string): GatewayFunction {
  const answer = gatewayFunction(providerChat, async (body, call) => {
    const { context, reply, address } = call;
    const { session, limitKey } = await authenticateCaller(call, body);
    if (session && !context.settings.get('models').session_chat) {
      throw new AppError('forbidden', 'The owner of this site has not opened this call to visitors.');
    }
    const recalled = session && (await recallFor(context, session, body.messages));
    const asked = recalled?.request ?? body.messages;
    await takeMessageLimits(context, limitKey);
    const usage: TokenUsage[] = [];
    const params = {
      temperature: body.temperature,
      topP: body.top_p,
      presencePenalty: body.presence_penalty,
      frequencyPenalty: body.frequency_penalty,
      maxTokens: body.max_tokens,
      onUsage: (used: TokenUsage) => void usage.push(used),
    };
    const tokens = provider === EMBEDDED_ID ? 0 : context.models.mostTokens(asked, body.max_tokens);
    // An administrator's calls count for the site.
    const who = session ? { sessionId: session.id, address } : { sessionId: null, address: null };
    const reservation = tokens === 0 ? null : await context.budgets.reserve(who, { tokens, message: true });
    try {
      const text = await context.models.chat(reservation ? provider : EMBEDDED_ID, asked, params, abortWhenGone(reply));
      return { text: recalled && text !== null ? filtered(text, recalled) : text };
    } finally {
      reservation?.settle(usage);
      if (session) await saveCompletionUsage(context.pool, session.id, usage);
    }
  });
  return { ...answer, isThere: ({ models }) => models.providers().includes(provider) };
}

/**
 * Turns a session's messages into a request to the twin: the last one is the turn, the others its history.
 *
 * @throws AppError `invalid_request`, `message_too_long`, `empty_message`
 */
async function recallFor(
  context: AppContext,
  session: SessionRow,
  messages: ProviderChatBody['messages'],
): Promise<Recalled> {
  const lines = messages.map(({ role, content }) => {
    if (role === 'system') throw new AppError('invalid_request', 'A session sends no message of the role "system".');
    const text = normaliseVisitorText(content);
    if (codePoints(text) > MESSAGE_MAX_CODE_POINTS) {
      throw new AppError('message_too_long', `A message has at most ${MESSAGE_MAX_CODE_POINTS} characters.`);
    }
    return { speaker: role === 'user' ? ('visitor' as const) : ('agent' as const), text };
  });
  const turn = lines.pop();
  if (turn?.speaker !== 'visitor') throw new AppError('invalid_request', 'The last message has the role "user".');
  if (isBlank(turn.text)) throw new AppError('empty_message', 'The message is empty.');
  const { mode: modeId, consent, call_request: call } = session;
  const asked = turnApart({ words: turn.text, modeId, model: context.models.defaultModel(), consent, call });
  return recall(context.speaker(), context.understand, asked, lines, NOTHING_KNOWN);
}

/** Filters a text written with the twin's prompt, as for a turn. */
function filtered(text: string, { privateText, canary, request }: Recalled): string {
  const filter = new OutputFilter(privateText, canary, request.written?.text);
  const shown = filter.push(text);
  const said = filter.stopped === 'withheld' ? `${shown} ${WITHHELD_SENTENCE}` : shown;
  return plainText(splitReply(said)) || CHAT_EMPTY;
}
