import type { AuditEntry, Role } from '@understudy/contract/admin';

/** What somebody of each role can do, beside its name. */
export const ROLE_WORDS: Record<Role, string> = {
  viewer: 'can sign in and sees no admin page yet',
  admin: 'reads conversations, works with leads, exports',
  owner: 'is an admin who also lets others in and sees the audit log',
};

/** An action as a person reads it: `user_invited` is 'User invited'. */
export function actionWords(action: string): string {
  const words = action.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The particulars of an action, as pairs of words. What is empty is left out. */
export function detailWords(detail: AuditEntry['detail']): [name: string, value: string][] {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [
      name.replaceAll('_', ' '),
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the reader's own time. @param iso ISO 8601 in UTC */
export function exactTime(iso: string): string {
  return exact.format(new Date(iso));
}
