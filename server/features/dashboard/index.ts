export { BYTE_ORDER_MARK, csvLine, mountExports } from './export-sessions.ts';
export { mountLive } from './live-sessions.ts';
export { type DateRange, dayBounds, hourBounds, offsetsBetween, spanFor, withOffset } from './local-days.ts';
export { type DraftDeps, mountNotes, mountSessions } from './session-detail.ts';
export { rollUpTotals } from './totals.ts';
export { indexTranscript } from './transcripts.ts';
export { mountWork } from './work-items.ts';
