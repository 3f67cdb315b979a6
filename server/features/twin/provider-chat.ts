import { type ProviderChatBody, providerChat } from '@understudy/contract/calls';
import { MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import {
  abortWhenGone,
  type GatewayFunction,
  type GatewayFunctions,
  gatewayFunction,
} from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { isBlank } from '../../platform/text/visible.ts';
import { CHAT_EMPTY } from '../../providers/language-model/completions.ts';
import type { SwitchableModels } from '../../providers/language-model/create-language-model.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import {
  type Authenticator,
  codePoints,
  detachedTurn,
  normaliseVisitorText,
  OutputFilter,
  plainText,
  type ReplyInput,
  type SessionRow,
  saveCompletionUsage,
  splitReply,
  type TokenBudgets,
  takeMessageLimits,
  WITHHELD_SENTENCE,
} from '../conversation/index.ts';
import type { Understand } from '../understanding/index.ts';
import { NOTHING_KNOWN, recall } from './recall.ts';
import type { Speaker } from './reply/prepare.ts';

/** What the functions of providers need. */
interface ProviderChatDeps {
  pool: Pool;
  authenticator: Authenticator;
  settings: OwnerSettings;
  limits: Pick<Limits, 'take'>;
  models: SwitchableModels;
  budgets: TokenBudgets;
  speaker(): Speaker;
  understand: Understand;
}

/** @param providers all that may become active; inactive ones answer as if they did not exist */
export const providerChatFunctions = (deps: ProviderChatDeps, providers: readonly string[]): GatewayFunctions =>
  Object.fromEntries(providers.map((provider) => [`${provider}_chat`, providerChatFunction(deps, provider)]));

/**
 * `{provider}_chat`: one plain completion of an active provider, with the specification's two fixed sentences on
 * failure. An administrator's messages go to the provider as they are. A session is served only if the owner allows it,
 * and then by the twin, with its prompt, output filter and limits of a turn.
 */
function providerChatFunction(deps: ProviderChatDeps, provider: string): GatewayFunction {
  const answer = gatewayFunction(providerChat, async (body, { request, reply, address }) => {
    const { session, limitKey } = await deps.authenticator.caller(request, body);
    if (session && !deps.settings.get('models').session_chat) {
      throw new AppError('forbidden', 'The owner of this site has not opened this call to visitors.');
    }
    const recalled = session && (await recallFor(deps, session, body.messages));
    const asked = recalled?.request ?? body.messages;
    await takeMessageLimits(deps.limits, limitKey);
    const usage: TokenUsage[] = [];
    const params = {
      temperature: body.temperature,
      topP: body.top_p,
      presencePenalty: body.presence_penalty,
      frequencyPenalty: body.frequency_penalty,
      maxTokens: body.max_tokens,
      onUsage: (used: TokenUsage) => void usage.push(used),
    };
    const tokens = provider === EMBEDDED_ID ? 0 : deps.models.mostTokens(asked, body.max_tokens);
    // An administrator's calls count for the site.
    const who = session ? { sessionId: session.id, address } : { sessionId: null, address: null };
    const reservation = tokens === 0 ? null : await deps.budgets.reserve(who, { tokens, message: true });
    try {
      const text = await deps.models.chat(reservation ? provider : EMBEDDED_ID, asked, params, abortWhenGone(reply));
      return { text: recalled && text !== null ? filtered(text, recalled) : text };
    } finally {
      reservation?.settle(usage);
      if (session) await saveCompletionUsage(deps.pool, session.id, usage);
    }
  });
  return { ...answer, isAvailable: () => deps.models.providers().includes(provider) };
}

/**
 * Turns a session's messages into a request to the twin: the last one is the turn, the others its history.
 *
 * @throws AppError `invalid_request`, `message_too_long`, `empty_message`
 */
async function recallFor(
  deps: ProviderChatDeps,
  session: SessionRow,
  messages: ProviderChatBody['messages'],
): Promise<ReplyInput> {
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
  const asked = detachedTurn({ words: turn.text, modeId, model: deps.models.defaultModel(), consent, call });
  return recall(deps.speaker(), deps.understand, asked, lines, NOTHING_KNOWN);
}

/** Filters a text written with the twin's prompt, as for a turn. */
function filtered(text: string, { privateText, canary, request }: ReplyInput): string {
  const filter = new OutputFilter(privateText, canary, request.written?.text);
  const shown = filter.push(text);
  const said = filter.stopped === 'withheld' ? `${shown} ${WITHHELD_SENTENCE}` : shown;
  return plainText(splitReply(said)) || CHAT_EMPTY;
}
