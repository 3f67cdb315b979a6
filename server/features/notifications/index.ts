export { listDeadLetters, moveLostToDeadLetters, moveToDeadLetters, queueMessages } from './messages.ts';
export { createWebhook, type Webhook } from './webhook.ts';
