import type { Intent } from '@understudy/contract/leads';
import type { Understanding } from './understanding.ts';

/** Intents of somebody who has work to give. */
const WORK: readonly Intent[] = ['purchase_intent', 'consulting_inquiry', 'speaking_request'];
const SURE_OF_WORK = 0.6;

/** Whether a line is about work that the visitor has to give. */
export const isAboutWork = ({ intents }: Pick<Understanding, 'intents'>): boolean =>
  WORK.reduce((sum, intent) => sum + intents[intent], 0) > SURE_OF_WORK;
