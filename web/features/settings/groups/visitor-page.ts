import type { VisitorPageSettings } from '@understudy/contract/settings';
import { type GroupForm, readingOf } from './group-form.ts';

export const visitorPageForm: GroupForm<VisitorPageSettings, VisitorPageSettings> = {
  toForm: ({ analysis }) => ({ analysis }),
  read: (form) => readingOf([], () => form),
  changes: (before, after) =>
    before.analysis === after.analysis ? [] : [`visitors ${after.analysis ? 'see' : 'do not see'} how they are read`],
};
