export { giveUp, giveUpLost, listDeadLetters } from './dead-letters.ts';
export { askToTell } from './messages.ts';
export { createWebhook, type Webhook } from './webhook.ts';
