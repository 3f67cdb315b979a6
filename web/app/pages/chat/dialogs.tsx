// The conversation's dialogs in one chunk, loaded after a conversation has started, since most conversations need none.
export { CallDialog, EmailDialog } from '../../../features/leads/components/contact-dialogs.tsx';
export { SummaryDialog } from '../../../features/leads/components/summary-dialog.tsx';
export { MemoriesDialog } from '../../../features/memory/components/memories-dialog.tsx';
export { DataControls, DataDialog } from '../../../features/privacy/components/chat-data.tsx';
