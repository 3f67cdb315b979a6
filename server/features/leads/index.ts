export { analyseSession, type ModelAnalyst } from './analyse-session.ts';
export { draftOf, finishSession, noteAsks } from './finish-session.ts';
export { leadFunctions } from './functions.ts';
export { ModelCooldown } from './model/model-cooldown.ts';
export { SessionAnalyses } from './session-analyses.ts';
export { VisitorSummaries } from './visitor-summaries.ts';
