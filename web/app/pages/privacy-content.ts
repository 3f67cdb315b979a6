import type { PublicConfig } from '@understudy/contract/wire';

/** One row of the privacy page. */
export interface KeptThing {
  what: string;
  why: string;
  howLong: string;
}

/** All that is kept, with the configured retention. A new kind of kept data gets its row here. */
export function keptThings({ consultant, retention_days: days }: PublicConfig): KeptThing[] {
  const reader = consultant.first_name;
  return [
    {
      what: 'The conversation',
      why: `What you and the AI wrote, so that ${reader} can read it and come back to you, and so that a reload brings it back. Only with your tick.`,
      howLong: inDays(days.transcripts),
    },
    {
      what: 'Events of the conversation',
      why: 'Such as which model answered and whether a reply was cut off, to find faults. They hold none of your words. Only with your tick.',
      howLong: inDays(days.transcripts),
    },
    {
      what: 'Waitlist',
      why: 'Your address and, if you give it, your name, to write to you when early access opens.',
      howLong: inDays(days.leads),
    },
    {
      what: 'In your browser',
      why: 'A random number for this browser, the key to your running conversation and your choice of light or dark. You can clear them in the browser’s settings.',
      howLong: 'Until you clear it',
    },
    {
      what: 'Visits',
      why: 'How many times the pages were opened in a day: a number, without addresses or identifiers.',
      howLong: 'A number per day',
    },
    { what: 'Sound', why: 'There is none yet: the conversation is typed.', howLong: 'Not kept' },
  ];
}

function inDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** The visitor's rights, in the order people ask for them. */
export const RIGHTS = [
  'A copy of what is held about you.',
  'Its correction, where it is wrong.',
  'Its deletion, at any time and without a reason.',
  'Withdrawing your consent, as easily as you gave it; what was kept because of it is then deleted.',
  'That it is not used for something you object to.',
];
