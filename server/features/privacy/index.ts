export { consentTerms, consentVersionOf } from './consent-terms.ts';
export {
  type DangerDeps,
  DELETE_CONVERSATIONS_JOB,
  deleteConversations,
  mountDanger,
  resumeDeletion,
} from './danger-routes.ts';
export { runRetention } from './retention.ts';
export { mountRetention, retentionChanges } from './retention-changes.ts';
export { DELETE_EXPIRED_NOW_JOB, readRetentionPlan } from './retention-rules.ts';
