import type { SessionSummaryAnswer } from '@understudy/contract/wire';
import { expect, test } from 'vitest';
import { summaryText } from './summary-dialog.tsx';

const SUMMARY: SessionSummaryAnswer = {
  session_id: 'one',
  started_at: '2026-11-21T18:00:00.000Z',
  ended: false,
  executive_summary: 'A founder asked for help.',
  action_items: [
    { text: 'Prepare consulting proposal', owner: 'you', priority: 'high' },
    { text: 'Send the chart\nof the team', owner: 'visitor', priority: 'low' },
  ],
  topics: ['The Walkthrough'],
  open_questions: ['Do you work in Lisbon?'],
  sentiment: 'positive',
};
const CONSULTANT = { name: 'Marlena Voss', first_name: 'Marlena' };

test('a summary is a file that reads well, with who does what as the visitor sees it', () => {
  expect(summaryText(SUMMARY, CONSULTANT)).toBe(`# Conversation with AI Marlena Voss

2026-11-21

A founder asked for help.

## Next steps

- Prepare consulting proposal (Marlena, high priority)
- Send the chart of the team (You, low priority)

## Topics

- The Walkthrough

## Open questions

- Do you work in Lisbon?
`);
});

test('what there is none of is left out', () => {
  const bare = { ...SUMMARY, action_items: [], topics: [], open_questions: [] };
  expect(summaryText(bare, CONSULTANT)).not.toContain('##');
});
