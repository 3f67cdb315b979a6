import { randomBytes } from 'node:crypto';
import type { Mode, Twin } from '@understudy/contract/twin';
import { type PrivateText, readPrivateText } from '../features/conversation/output-filter.ts';
import { buildSystemPrompt, privateNotes } from '../features/conversation/prompt.ts';
import { prepareReply, type Speaker } from '../features/twin/reply/prepare.ts';
import type { Understand } from '../features/understanding/understanding.ts';
import type { ReplyRequest } from '../providers/language-model/port.ts';
import type { KnownOfVisitor, Recalled, TurnInMode } from './turn.ts';
import { modeOf } from './twin-choices.ts';

/** A mark that stands in every prompt of this process and that the output filter never lets out. */
const CANARY = `ref-${randomBytes(9).toString('hex')}`;

/** Of somebody who has said nothing yet. */
export const NOTHING_KNOWN: KnownOfVisitor = {
  understood: null,
  before: null,
  asks: [],
  isCallRefused: false,
  remembered: { memories: [], returning: null },
};

/** What nobody may hear of each mode's prompt; a mode belongs to one twin, and goes with it. */
const privateTexts = new WeakMap<Mode, PrivateText>();

function privateTextOf(twin: Twin, mode: Mode): PrivateText {
  const text = privateTexts.get(mode) ?? readPrivateText(privateNotes({ twin, mode }));
  privateTexts.set(mode, text);
  return text;
}

/** The same number for the same session. */
const seedOf = (sessionId: string): number => Number.parseInt(sessionId.replaceAll('-', '').slice(-6), 16) || 0;

/**
 * The recall stage: what the writer needs to know for this turn, and what the twin says where no model answers.
 *
 * @param speaker the twin to whose end this turn is answered, whatever is edited meanwhile
 * @param known what is known of the visitor, and what would be good to know
 */
export async function recall(
  speaker: Speaker,
  understand: Understand,
  turn: TurnInMode,
  history: ReplyRequest['history'],
  { understood, before, asks, isCallRefused, remembered }: KnownOfVisitor,
): Promise<Recalled> {
  const { twin } = speaker;
  const mode = modeOf(twin, turn.modeId);
  const { reply, passages, unanswered } = await prepareReply(speaker, understand, {
    kind: turn.kind,
    mode,
    performer: turn.performer,
    words: turn.words,
    channel: turn.spoken ? 'voice' : 'text',
    history,
    topic: turn.topic,
    consent: turn.consent,
    call: turn.call,
    asks,
    isCallRefused,
    known: understood,
    knownBefore: before,
    ...remembered,
    seed: seedOf(turn.sessionId),
  });
  const question = understood?.next_best_question ?? null;
  const systemPrompt = buildSystemPrompt({
    twin,
    mode,
    passages,
    performer: turn.performer,
    kind: turn.kind,
    question,
    call: turn.call,
    ...remembered,
  });
  return {
    request: {
      model: turn.model,
      modeId: turn.modeId,
      systemPrompt: `${systemPrompt}\n\n(${CANARY})`,
      history,
      userMessage: turn.words,
      kind: turn.kind,
      performer: turn.performer,
      passages,
      written: { text: reply.text, knowledge: reply.knowledge },
      continueAfter: turn.kept ?? '',
    },
    offers: reply.offers,
    unanswered,
    privateText: privateTextOf(twin, mode),
    canary: CANARY,
  };
}
