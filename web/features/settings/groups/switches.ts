import type { SettingsGroups } from '@understudy/contract/settings';
import type { GroupForm } from './group-form.ts';

/** Groups that consist of one switch. */
export type SwitchGroup = 'sign_in' | 'models' | 'visitor_page';

/** What a switch sets, and its texts. */
export interface Switch<Value> {
  field: keyof Value & string;
  on: Value;
  off: Value;
  /** What turning it on or off changes, in a few words. */
  changes: { on: string; off: string };
  introduction: string;
  label: string;
  about: string;
}

export const SWITCHES: { [Name in SwitchGroup]: Switch<SettingsGroups[Name]> } = {
  sign_in: {
    field: 'second_factor',
    on: { second_factor: 'required' },
    off: { second_factor: 'optional' },
    changes: { on: 'a second factor is required for everyone', off: 'a second factor is optional' },
    introduction:
      'Anyone can add an authenticator app to their account. A stolen password is then not enough to sign in.',
    label: 'Require a second factor for everyone',
    about:
      'Anyone without one must set it up before they can continue. Set up your own first. A one-time link ' +
      'printed on the server still opens the dashboard without one.',
  },
  models: {
    field: 'session_chat',
    on: { session_chat: true },
    off: { session_chat: false },
    changes: { on: 'visitor sessions can call {provider}_chat', off: 'visitor sessions cannot call {provider}_chat' },
    introduction:
      'The chat works without this. Programs can also query a language model directly through ' +
      '{provider}_chat. Admins always can, with their access token.',
    label: 'Allow calls from visitor sessions',
    about:
      'For a page of your own that queries the twin in the background. Calls are charged to your API key. ' +
      'The twin answers within the message limits and token budgets, and nothing is added to the ' +
      'transcript.',
  },
  visitor_page: {
    field: 'analysis',
    on: { analysis: true },
    off: { analysis: false },
    changes: { on: 'visitors see their analysis', off: 'visitors do not see their analysis' },
    introduction:
      'The chat works without this. What you switch off is never sent to visitors’ browsers. Your ' +
      'dashboard always shows it.',
    label: 'Show visitors their analysis',
    about:
      'The ‘Conversation Analysis’ card with intent, lead score, its reasons and follow-up actions, and ' +
      'two badges in the chat header on wide screens. Useful for demos. Customers may not want to see how ' +
      'they are scored.',
  },
};

export function isOn<Name extends SwitchGroup>(name: Name, value: SettingsGroups[Name]): boolean {
  const { field, on } = SWITCHES[name];
  return value[field] === on[field];
}

/** The form of a group that consists of one switch. */
export function switchForm<Name extends SwitchGroup>(
  name: Name,
): GroupForm<SettingsGroups[Name], SettingsGroups[Name]> {
  const { on, off, changes } = SWITCHES[name];
  return {
    toForm: (value) => (isOn(name, value) ? on : off),
    read: (form) => ({ value: form }),
    changes: (before, after) => {
      const isOnNow = isOn(name, after);
      return isOn(name, before) === isOnNow ? [] : [isOnNow ? changes.on : changes.off];
    },
  };
}
