import type { SignInSettings } from '@understudy/contract/settings';
import { type GroupForm, readingOf } from './group-form.ts';

export const signInForm: GroupForm<SignInSettings, SignInSettings> = {
  toForm: ({ second_factor }) => ({ second_factor }),
  read: (form) => readingOf([], () => form),
  changes: (before, after) =>
    before.second_factor === after.second_factor
      ? []
      : [`a second factor is ${after.second_factor === 'required' ? 'required of everybody' : 'everybody’s choice'}`],
};
