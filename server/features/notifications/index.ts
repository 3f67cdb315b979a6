export { createLeadNotices, type LeadNotices } from './lead-notices.ts';
export { listDeadLetters, messageDeliveries, queueMessages } from './messages.ts';
export { createWebhook, type Webhook } from './webhook.ts';
