import type { ModeId } from '@understudy/contract/twin';
import type { SwitchableModels } from '../../providers/language-model/create-language-model.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import {
  NO_TURN,
  presentTurn,
  RunningTurn,
  type TokenBudgets,
  turnApart,
  withinBudget,
  writeReply,
} from '../conversation/index.ts';
import type { Understand } from '../understanding/index.ts';
import { NOTHING_KNOWN, recall } from './recall.ts';
import type { Speaker } from './reply/prepare.ts';

/** What a preview needs. */
export interface PreviewDeps {
  models: Pick<SwitchableModels, 'reply' | 'mostTokens' | 'defaultModel'>;
  budgets: TokenBudgets;
  understand: Understand;
}

/**
 * What a twin would answer to the first message of a conversation, through the usual stages: recall, the writer that
 * answers visitors, and the filter. Stores nothing.
 *
 * @param signal aborts it, through to the provider; the text is then empty
 * @throws AppError `reply_failed`
 */
export async function previewReply(
  { models, budgets, understand }: PreviewDeps,
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
