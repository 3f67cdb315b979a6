export { consentTerms, consentVersionOf } from './consent-terms.ts';
export { type DangerDeps, mountDanger } from './danger-routes.ts';
export { DELETE_CONVERSATIONS_JOB, deleteConversations, resumeDeletion } from './delete-conversations.ts';
export { runRetention } from './retention.ts';
export { mountRetention, retentionChanges } from './retention-changes.ts';
export { DELETE_EXPIRED_NOW_JOB, readRetentionPlan } from './retention-plan.ts';
