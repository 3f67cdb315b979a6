import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { ReplyInput } from '../conversation/index.ts';
import { onStage } from '../twin/index.ts';
import type { DemoHit } from './demos.ts';
import type { PerformOrder } from './engine/show-events.ts';
import type { ShowLibrary } from './library.ts';
import { NOTHING_OF_SHOW, type Performance, perform } from './performer/perform.ts';
import { showPrompt } from './show-prompt.ts';

/** Section 8: what is said on air when a language model fails, or says nothing. */
const AFTER_FAILURE = { failed: 'Let me rephrase that thought...', empty: 'I need to think about that...' };
/** Replies without such a sentence after one: a listener need not hear of the same outage at every line. */
const REPLIES_BETWEEN = 10;

/** Whether the replies just given told of a failure. */
const hasToldOfFailure = (history: ReplyInput['request']['history']): boolean =>
  history
    .filter(({ speaker }) => speaker === 'agent')
    .slice(-REPLIES_BETWEEN)
    .some(({ text }) => Object.values(AFTER_FAILURE).some((sentence) => text.startsWith(sentence)));

/** The engine's order for a reply, and what it may draw on. */
export interface Direction {
  order: PerformOrder;
  library: ShowLibrary;
  demos: readonly DemoHit[];
  /** Of the visitor's line; null without an encoder. */
  vector: SentenceVector | null;
}

/**
 * Changes the request for a reply by the engine's order.
 *
 * @param isGreeting whether the personality's own greeting stays as it is
 * @returns what the embedded performer would say
 */
export function directReply(
  recalled: ReplyInput,
  { order, library, demos, vector }: Direction,
  isGreeting = false,
): Performance {
  const { request, basis } = recalled;
  const plain = {
    text: request.written?.text ?? '',
    knowledge: request.written?.knowledge ?? [],
    moves: basis.moves.map(onStage),
  };
  const performance =
    isGreeting && order.returnsTo === null
      ? { ...NOTHING_OF_SHOW, text: plain.text }
      : perform(order, library, plain, { demos, vector });
  request.written = { text: performance.text, knowledge: [...plain.knowledge] };
  request.temperature = order.temperature;
  request.systemPrompt += `\n\n${showPrompt(order, library, demos)}`;
  if (!isGreeting && !hasToldOfFailure(request.history)) request.afterFailure = AFTER_FAILURE;
  if (!order.isSerious && !isGreeting) recalled.offers = recalled.offers.filter(({ kind }) => kind !== 'topic');
  return performance;
}
