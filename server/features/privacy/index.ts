export { type AppliedErasures, applyErasures } from './apply-erasures.ts';
export { consentTerms, consentVersionOf } from './consent-terms.ts';
export {
  type DangerDeps,
  DELETE_CONVERSATIONS_JOB,
  deleteConversations,
  mountDanger,
  resumeDeletion,
} from './danger-routes.ts';
export { type DeskDeps, deskFunctions } from './desk-functions.ts';
export { eraseMemories } from './erase-messages.ts';
export { type ErasureLedger, mergeLedgerWithin, readLedger } from './erasure-ledger.ts';
export { type ForgetErased, forgetErased, listenToErasures } from './forget-erased.ts';
export { FORGET_STATISTICS_JOB, forgetStatistics } from './forget-statistics.ts';
export { CARRY_OUT_ERASURE_JOB, carryOutErasure, mountLegalHolds } from './legal-hold.ts';
export { runRetention } from './retention.ts';
export { mountRetention, retentionChanges } from './retention-changes.ts';
export { DELETE_EXPIRED_NOW_JOB, readRetentionPlan } from './retention-rules.ts';
