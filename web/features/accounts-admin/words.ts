import type { AuditEntry, Role } from '@understudy/contract/admin';
import { plainDay, timeOfDay } from '../../ui/dates.ts';
import { sentenceCase, spaced } from '../../ui/id-words.ts';
import { numberWords } from '../../ui/numbers.ts';

/** What each role can do, shown beside its name. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: 'can sign in and sees no admin page yet',
  admin: 'reads conversations, works with leads, exports',
  owner: 'is an admin who also lets others in and sees the audit log',
};

/** Labels for actions whose names say too little. */
const ACTION_WORDS: Record<string, string> = {
  sign_in_failed: 'Wrong password',
  second_factor_failed: 'Wrong code of a second factor',
  user_second_factor_removed: 'Second factor of somebody removed',
  retention_clock_confirmed: 'Clock confirmed, deletion goes on',
  refresh_token_reused: 'Sign-in ended, its token was used twice',
};

/** A readable label: `user_invited` becomes 'User invited'. */
export function actionWords(action: string): string {
  return ACTION_WORDS[action] ?? sentenceCase(action);
}

/** Fields useful only to machines; subjects are shown by name. */
const UNSAID = new Set(['visitor_id', 'session_id', 'note_id', 'hour']);
const NAMES: Record<string, string> = {
  email_hash: 'address, hashed',
  last: 'the last',
  networks: 'from',
  sign_ins: 'sign-ins',
};
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** The details of an action as label and value pairs. Empty ones are left out. */
export function detailWords(detail: AuditEntry['detail']): [name: string, value: string][] {
  const { from, to, tries, last, networks, ...rest } = detail;
  // The database orders the fields of a detail by length; readers expect old values before new ones.
  const first: AuditEntry['detail'] = { tries, last, networks, from, to };
  if (Array.isArray(networks) && networks.length < 2) first['networks'] = null;
  return Object.entries({ ...first, ...rest })
    .filter(([name, value]) => !UNSAID.has(name) && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [NAMES[name] ?? spaced(name), valueWords(value)]);
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberWords(value, 3);
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'none';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, one]) => `${spaced(name)} ${valueWords(one)}`)
      .join(', ');
  }
  const text = String(value);
  return TIME.test(text) ? `${plainDay(text)}, ${timeOfDay(text)}` : text;
}
