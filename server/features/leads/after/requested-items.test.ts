/** Whether a complaint or call request is answered depends on the visitor's words, not on the guessed intent. */
import { describe, expect, test } from 'vitest';
import { requestsIn } from '../../../testing/requests.ts';
import { type LeadFacts, noFacts } from '../facts.ts';
import { actionItemsOf, NO_HANDOFF } from './action-items.ts';
import { handoffCallOf } from './handoff-items.ts';

const at = new Date('2026-11-21T10:00:00Z');
const TEXT = 'I want a refund. Please call me tomorrow.';
const quote = { seq: 0, from: 0, to: TEXT.length, text: TEXT };

async function keys(facts: Partial<LeadFacts>): Promise<string[]> {
  const lines = [{ seq: 0, speaker: 'visitor' as const, text: TEXT, at }];
  const requests = await requestsIn(lines);
  const call = await handoffCallOf(requests, null, null, { at: () => at, zone: 'UTC' });
  const items = await actionItemsOf({ ...noFacts(), ...facts }, 0, lines, { ...NO_HANDOFF, requests, call });
  return items.map(({ key }) => key).filter((key) => key.startsWith('request:'));
}

describe('what was asked of a person', () => {
  test.each(['spam', 'partnership_vendor', 'general_chat', null] as const)(
    'stands where %s is guessed',
    async (intent) => {
      expect(await keys({ intent })).toEqual(['request:call', 'request:answer']);
    },
  );

  test.each(['job_seeker', 'declined', 'student'] as const)('stands where the words show no lead: %s', async (kind) => {
    expect(await keys({ disqualified: { kind, quote } })).toEqual(['request:call', 'request:answer']);
  });

  test.each(['spam', 'vendor'] as const)('is nothing where the words show %s', async (kind) => {
    expect(await keys({ intent: 'spam', disqualified: { kind, quote } })).toEqual([]);
  });

  test('is told once where its day follows in the same line', async () => {
    const text = 'can she ring me? 020 7946 0500, Monday';
    const requests = await requestsIn([{ seq: 0, speaker: 'visitor', text }]);
    const call = await handoffCallOf(requests, null, null, { at: () => at, zone: 'UTC' });
    expect(call).toMatchObject({ wish: text, due_date: '2026-11-23' });
  });
});
