import { INTENT_REASONS } from '@understudy/contract/leads';
import { expect, test } from 'vitest';
import { tellingReason } from './session-rows.ts';

const intent = INTENT_REASONS.consulting_inquiry;

test.each([
  [[intent, 'Names a budget.'], 'Names a budget.'],
  [['Names a budget.', intent], 'Names a budget.'],
  [[intent], intent],
  [[], null],
])('the reason in a list is the weightiest that says more than the intent beside it: %j', (reasons, told) => {
  expect(tellingReason(reasons)).toBe(told);
});
