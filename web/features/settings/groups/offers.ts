import type { OfferSettings } from '@understudy/contract/settings';
import { fromTo, type GroupForm, readingOf } from './group-form.ts';

/** The texts in the order in which a visitor reads them. */
export const OFFER_TEXTS = ['invitation', 'book_call', 'leave_email', 'get_summary'] as const;
export const OFFER_WORDS: Record<keyof OfferSettings, string> = {
  invitation: 'Text above the offers',
  book_call: 'Ask for a call',
  leave_email: 'Leave an address',
  get_summary: 'Get the summary',
};

export const offersForm: GroupForm<OfferSettings, OfferSettings> = {
  toForm: ({ invitation, book_call, leave_email, get_summary }) => ({
    invitation,
    book_call,
    leave_email,
    get_summary,
  }),
  read(form) {
    const empty = OFFER_TEXTS.filter((field) => form[field].trim() === '');
    const problems = empty.map((field) => ({
      field,
      message: 'Enter a text. ‘Restore defaults’ brings the original back.',
    }));
    return readingOf(problems, () => ({
      invitation: form.invitation.trim(),
      book_call: form.book_call.trim(),
      leave_email: form.leave_email.trim(),
      get_summary: form.get_summary.trim(),
    }));
  },
  changes: (before, after) =>
    OFFER_TEXTS.filter((field) => before[field] !== after[field]).map((field) =>
      fromTo(OFFER_WORDS[field].toLowerCase(), `“${before[field]}”`, `“${after[field]}”`),
    ),
};
