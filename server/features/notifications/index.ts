export { askToTell, giveUp, giveUpLost, listDeadLetters } from './messages.ts';
export { createWebhook, type Webhook } from './webhook.ts';
