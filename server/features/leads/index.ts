export { analyseSession, type ModelAnalyst } from './analyse-session.ts';
export { finishSession, savedHandoffRequests, saveHandoffRequests, writeFollowupDraft } from './finish-session.ts';
export { leadFunctions, VisitorSummaries } from './functions.ts';
export { ModelCooldown } from './model/ask.ts';
export { isRunningLead, keepLeads } from './running-lead.ts';
export {
  LINKED_ADDRESSES,
  LINKED_VISITORS,
  leavePersons,
  lockLinks,
  samePerson,
  visitorsOfPerson,
} from './same-person.ts';
export { SessionAnalyses } from './session-analyses.ts';
