export { takeMessageLimits } from './agent-reply.ts';
export {
  ANALYSE_SESSION_JOB,
  type AnalysisRow,
  NOTE_ASKS_JOB,
  saveAnalysis,
  TELL_HOT_LEAD_JOB,
} from './analysis-rows.ts';
export { type Authenticator, createAuthenticator, credentialsOf } from './authenticate.ts';
export { writeReply } from './converse.ts';
export { createConversation } from './create-conversation.ts';
export type { HistoryCache } from './history.ts';
export { OutputFilter, type PrivateText, readPrivateText, WITHHELD_SENTENCE } from './output-filter.ts';
export type { ConsentTerms, ReplySpeech, SpokenTurn } from './parts.ts';
export { plainText, splitReply } from './segments.ts';
export { FINISH_SESSION_JOB, sweepIdleSessions } from './sessions.ts';
export { noteEvent, openTurn, readUtterances, type SessionRow, saveEvent } from './store.ts';
export {
  BudgetSpent,
  completeWithin,
  createTokenBudgets,
  saveCompletionUsage,
  type TokenBudgets,
  withinBudget,
} from './token-budgets.ts';
export {
  type AnalysisStep,
  codePoints,
  type KnownOfVisitor,
  modeOf,
  NO_TURN,
  NOTHING_RECALLED,
  normaliseVisitorText,
  presentTurn,
  type Recalled,
  type RecalledForTurn,
  type Returning,
  type TurnInMode,
  turnApart,
} from './turn.ts';
export { RunningTurn, type TurnEvent, type TurnQueue } from './turn-queue.ts';
