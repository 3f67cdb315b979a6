import type { ModelSettings } from '@understudy/contract/settings';
import { type GroupForm, readingOf } from './group-form.ts';

export const modelsForm: GroupForm<ModelSettings, ModelSettings> = {
  toForm: ({ session_chat }) => ({ session_chat }),
  read: (form) => readingOf([], () => form),
  changes: (before, after) =>
    before.session_chat === after.session_chat
      ? []
      : [`visitors ${after.session_chat ? 'may' : 'may not'} call {provider}_chat`],
};
