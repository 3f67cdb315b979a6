import type { ModeId } from '@understudy/contract/twin';
import type { AppContext } from '../../app/context.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import { presentTurn } from '../conversation/present-turn.ts';
import { RunningTurn } from '../conversation/running-turn.ts';
import { withinBudget } from '../conversation/token-budgets.ts';
import { NO_TURN, turnApart } from '../conversation/turn.ts';
import { writeReply } from '../conversation/write-reply.ts';
import { NOTHING_KNOWN, recall } from './recall.ts';
import type { Speaker } from './reply/prepare.ts';

/**
 * What a twin would answer to the first message of a conversation, through the usual stages: recall, the writer that
 * answers visitors, and the filter. Stores nothing.
 *
 * @param signal aborts it, through to the provider; the text is then empty
 * @throws AppError `reply_failed`
 */
export async function previewReply(
  { models, budgets, understand }: Pick<AppContext, 'models' | 'budgets' | 'understand'>,
  speaker: Speaker,
  { message, mode }: { message: string; mode: ModeId },
  signal: AbortSignal,
): Promise<string> {
  const turn = turnApart({ words: message, modeId: mode, model: models.defaultModel() });
  const recalled = await recall(speaker, understand, turn, [], NOTHING_KNOWN);
  const running = new RunningTurn(NO_TURN, NO_TURN, 'message', false, async (one) => {
    const usage: TokenUsage[] = [];
    recalled.request.onUsage = (used) => void usage.push(used);
    const draft = await withinBudget(
      { budgets, languageModel: models },
      { sessionId: null, address: null },
      recalled.request,
      usage,
      () => writeReply(models, recalled, one),
    );
    return presentTurn({
      ...draft,
      turnId: NO_TURN,
      text: draft.raw,
      mode,
      status: 'done',
      view: { extract: null },
    });
  });
  const leave = running.join(null, false);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return (await running.settled).text;
}
