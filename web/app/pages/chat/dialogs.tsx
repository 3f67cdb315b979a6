// The talk's dialogs: one file that is fetched after a conversation has begun, since most conversations need none of it.
export { CallDialog } from '../../../features/leads/components/call-dialog.tsx';
export { EmailDialog } from '../../../features/leads/components/email-dialog.tsx';
export { SummaryDialog } from '../../../features/leads/components/summary-dialog.tsx';
export { MemoriesDialog } from '../../../features/memory/components/memories-dialog.tsx';
