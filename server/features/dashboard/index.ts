export { BYTE_ORDER_MARK, csvLine, mountExports } from './export-sessions.ts';
export { mountLive } from './live-sessions.ts';
export { type DateRange, dayBounds, hourBounds, offsetsBetween, spanFor, withOffset } from './local-days.ts';
export { mountReplyTraces } from './reply-traces.ts';
export { type DraftDeps, mountNotes, mountSessions } from './session-detail.ts';
export { foldTotals } from './totals.ts';
export { indexTranscript } from './transcripts.ts';
export { mountWork } from './work-items.ts';
