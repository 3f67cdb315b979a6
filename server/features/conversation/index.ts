export { takeMessageLimits } from './agent-reply.ts';
export {
  ANALYSE_SESSION_JOB,
  type AnalysisRow,
  SAVE_HANDOFF_REQUESTS_JOB,
  saveAnalysis,
  TELL_HOT_LEAD_JOB,
} from './analysis-rows.ts';
export { type Authenticator, createAuthenticator, credentialsOf } from './authenticate.ts';
export { writeReply } from './converse.ts';
export { createConversation } from './create-conversation.ts';
export type { HistoryCache } from './history.ts';
export { OutputFilter, type PrivateText, readPrivateText, WITHHELD_SENTENCE } from './output-filter.ts';
export type {
  AgreedSentence,
  ConsentTerms,
  MeasuredTurn,
  ReplySpeech,
  ShowTurn,
  SpokenTurn,
  TakeoverTurn,
  TurnBookings,
  TurnShows,
  TurnTakeovers,
} from './parts.ts';
export { plainText, splitReply } from './segments.ts';
export { FINISH_SESSION_JOB, isVisitor, sweepIdleSessions } from './sessions.ts';
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
  type BookingReply,
  codePoints,
  detachedTurn,
  modeOf,
  NO_MEMORIES,
  NO_TURN,
  normaliseVisitorText,
  presentTurn,
  type RecalledMemories,
  type ReplyInput,
  type ReturningVisitor,
  type TurnInMode,
  type VisitorContext,
} from './turn.ts';
export { RunningTurn, type TurnEvent, type TurnQueue } from './turn-queue.ts';
