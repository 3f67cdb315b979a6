import { randomBytes } from 'node:crypto';
import type { Extract } from '@understudy/contract/leads';
import { EMBEDDED_ID, type Mode, type ModeId, type Twin } from '@understudy/contract/twin';
import type { ToldPrompt } from '@understudy/contract/twin-texts';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { SwitchableModels } from '../../providers/language-model/create-language-model.ts';
import type { ReplyRequest, TokenUsage } from '../../providers/language-model/port.ts';
import {
  detachedTurn,
  modeOf,
  NO_MEMORIES,
  NO_TURN,
  type PrivateText,
  presentTurn,
  type ReplyInput,
  RunningTurn,
  readPrivateText,
  type TokenBudgets,
  type TurnInMode,
  type VisitorContext,
  withinBudget,
  writeReply,
} from '../conversation/index.ts';
import { mayBeEmergency, type Understand } from '../understanding/index.ts';
import {
  buildSystemPrompt,
  estimateTokens,
  openlySaid,
  privateNotes,
  promptFacts,
  sharedChars,
} from './prompt/build-prompt.ts';
import { UNGUIDED } from './reply/compose.ts';
import { prepareReply, type Speaker } from './reply/prepare.ts';
import type { Answer } from './retrieval/find-answer.ts';

/** A marker in every prompt of this process that the output filter never lets through. */
const CANARY = `ref-${randomBytes(9).toString('hex')}`;

/** For a visitor who has said nothing yet. */
export const NOTHING_KNOWN: VisitorContext = {
  understood: null,
  before: null,
  newRequests: [],
  callTime: null,
  isCallRefused: false,
  remembered: NO_MEMORIES,
  booking: null,
};

/** The secret part of each mode's prompt; a mode belongs to one twin, and is freed with it. */
const privateTexts = new WeakMap<Mode, PrivateText>();

function privateTextOf(twin: Twin, mode: Mode): PrivateText {
  const text = privateTexts.get(mode) ?? readPrivateText(privateNotes(twin, mode), openlySaid(twin));
  privateTexts.set(mode, text);
  return text;
}

/** A fixed number per session. */
const seedOf = (sessionId: string): number => Number.parseInt(sessionId.replaceAll('-', '').slice(-6), 16) || 0;

/** Whether a question was suggested for the previous reply: a model may have rephrased it. */
const isSuggested = (question: string | null, before: Extract | null, history: ReplyRequest['history']): boolean =>
  question === before?.next_best_question && history.some(({ speaker }) => speaker === 'visitor');

/**
 * The recall stage: what the writer needs to know for this turn, and what the twin says if no model answers.
 *
 * @param speaker the twin that answers this turn to its end, whatever is edited meanwhile
 * @param known what is known of the visitor, and what would be useful to learn
 */
export async function recall(
  speaker: Speaker,
  understand: Understand,
  turn: TurnInMode,
  history: ReplyRequest['history'],
  { understood, before, newRequests, callTime, isCallRefused, remembered, booking }: VisitorContext,
): Promise<ReplyInput> {
  const { twin } = speaker;
  const mode = modeOf(twin, turn.modeId);
  const { reply, line, passages, nearest, known, unanswered, found } = await prepareReply(speaker, understand, {
    kind: turn.kind,
    mode,
    performer: turn.performer,
    words: turn.words,
    history,
    topic: turn.topic,
    consent: turn.consent,
    call: turn.call,
    locale: turn.locale,
    newRequests,
    callTime,
    isCallRefused,
    known: understood,
    knownBefore: before,
    memories: remembered.spoken.memories,
    returning: remembered.returning && {
      ...remembered.returning,
      known: remembered.spoken.known,
    },
    seed: seedOf(turn.sessionId),
    booking,
  });
  // On stage, where everything is exaggerated, a model tells better than the flags whether it is an emergency.
  const isDoubtful = turn.performer && line !== null && mayBeEmergency(line);
  const guidance = isDoubtful ? UNGUIDED : reply.guidance;
  const systemPrompt = buildSystemPrompt(twin, mode, {
    performer: turn.performer,
    kind: turn.kind,
    nearest,
    known,
    ...remembered,
    call: turn.call,
    page: turn.page,
    consent: turn.consent,
    language: line?.language ?? 'en',
    done: guidance.done,
    isQuiet: guidance.isQuiet,
    isGrieving: line?.flags.has('grief') ?? false,
    mayBeEmergency: isDoubtful,
    question: isSuggested(guidance.question, before, history) ? null : guidance.question,
  });
  return {
    request: {
      model: guidance.isBinding ? EMBEDDED_ID : turn.model,
      modeId: turn.modeId,
      systemPrompt: `${[systemPrompt, booking?.note].filter(Boolean).join('\n\n')}\n\n(${CANARY})`,
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
    basis: {
      found: traceOf(found),
      facts: promptFacts(known, turn.performer),
      memories: turn.performer ? [] : remembered.ids,
      moves: reply.moves,
    },
    privateText: privateTextOf(twin, mode),
    canary: CANARY,
  };
}

/** Passages to record of each search. */
const MAX_TRACED = 4;
const percent = (share: number): number => Math.round(share * 100);

/** What was found, in ids, titles and figures. Pure. */
function traceOf(found: readonly Answer[]): ReplyInput['basis']['found'] {
  return found.map(({ decision, probability, candidates }) => ({
    decision,
    passages: candidates
      .slice(0, MAX_TRACED)
      .map(({ passage: { id, title }, share }) => ({ id, title, share: percent(share) })),
    sure: percent(probability),
  }));
}

/** A language model's prompt for a first message, or for none. */
export async function previewPrompt(
  speaker: Speaker,
  understand: Understand,
  { message, mode }: { message: string; mode: ModeId },
): Promise<ToldPrompt> {
  const turn = detachedTurn({ words: message, modeId: mode, model: EMBEDDED_ID });
  const { request, canary } = await recall(speaker, understand, turn, [], NOTHING_KNOWN);
  const text = request.systemPrompt.slice(0, request.systemPrompt.lastIndexOf(`(${canary})`)).trimEnd();
  const { twin } = speaker;
  return { text, tokens: estimateTokens(text), shared_chars: sharedChars(twin, modeOf(twin, mode)) };
}

/** What a preview needs. */
export interface PreviewDeps {
  models: Pick<SwitchableModels, 'reply' | 'mostTokens' | 'defaultModel'>;
  budgets: TokenBudgets;
  understand: Understand;
}

/** A first message, and who answers it how. */
export interface PreviewedLine {
  message: string;
  mode: ModeId;
  model: string;
  /** Puts a show's orders into the request; the line is then said on stage. */
  direct?: (recalled: ReplyInput) => void;
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
  { message, mode, model, direct }: PreviewedLine,
  signal: AbortSignal,
): Promise<AgentReplyAnswer> {
  const turn = { ...detachedTurn({ words: message, modeId: mode, model }), performer: direct !== undefined };
  const recalled = await recall(speaker, understand, turn, [], NOTHING_KNOWN);
  direct?.(recalled);
  return writeDetached({ models, budgets }, turn, recalled, signal);
}

/**
 * Writes the reply to a turn that belongs to no transcript, through the usual stages. Stores nothing; its tokens count
 * for the site.
 *
 * @param signal aborts it, through to the provider; the text is then empty
 * @throws AppError `reply_failed`
 */
export async function writeDetached(
  { models, budgets }: Omit<PreviewDeps, 'understand'>,
  turn: Pick<TurnInMode, 'modeId'>,
  recalled: ReplyInput,
  signal: AbortSignal,
): Promise<AgentReplyAnswer> {
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
      mode: turn.modeId,
      status: 'done',
      view: { extract: null },
    });
  });
  const leave = running.join(null, false);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return running.settled;
}
