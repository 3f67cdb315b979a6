import { CONTACT_REASONS, INTENT_REASONS } from '@understudy/contract/leads';
import { expect, test } from 'vitest';
import { tellingReason } from './session-rows.ts';

const intent = INTENT_REASONS.consulting_inquiry;
const address = `${CONTACT_REASONS.email}ana@acme.test.`;
const number = `${CONTACT_REASONS.phone}+31 6 1234 5678.`;

test.each([
  [[intent, 'Names a budget.'], 'Names a budget.'],
  [['Names a budget.', intent], 'Names a budget.'],
  [[intent, address, number, 'Names a budget.'], 'Names a budget.'],
  [[address, intent], intent],
  [[address, number], address],
  [[intent], intent],
  [[], null],
])(
  'the reason in a list is the weightiest that says more than the intent and the address beside it: %j',
  (reasons, told) => {
    expect(tellingReason(reasons)).toBe(told);
  },
);
