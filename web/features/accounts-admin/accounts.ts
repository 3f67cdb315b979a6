import type { AdminUser, AuditEntry, Invitation, Page, Role } from '@understudy/contract/admin';
import type { AdminCalls } from '../../platform/admin-calls.ts';

/** Everybody who may sign in or is invited. */
export const listUsers = (calls: AdminCalls, signal: AbortSignal) => calls.get<Page<AdminUser>>('users', {}, signal);

export const invite = (calls: AdminCalls, email: string, role: Role) =>
  calls.change<Invitation>('POST', 'users', { email: email.trim(), role });

/** Creates a new link for a lost invitation or a forgotten password; older links become invalid. */
export const inviteAgain = (calls: AdminCalls, id: string) =>
  calls.change<Invitation>('POST', `users/${encodeURIComponent(id)}/invitation`);

export const setRole = (calls: AdminCalls, id: string, role: Role) =>
  calls.change<AdminUser>('PATCH', `users/${encodeURIComponent(id)}`, { role });

export const remove = (calls: AdminCalls, id: string) =>
  calls.change<void>('DELETE', `users/${encodeURIComponent(id)}`);

/** For users who lost both their phone and their recovery codes; also signs them out. */
export const removeSecondFactor = (calls: AdminCalls, id: string) =>
  calls.change<AdminUser>('DELETE', `users/${encodeURIComponent(id)}/second-factor`);

/** The audit log, newest first. @param cursor of the previous page, null for the first */
export const listAudit = (calls: AdminCalls, cursor: string | null, signal: AbortSignal) =>
  calls.get<Page<AuditEntry>>('audit', { cursor }, signal);

/** Whether this is the only owner, who can be neither removed nor demoted. */
export function isLastOwner(user: AdminUser, users: readonly AdminUser[]): boolean {
  const isOwner = (one: AdminUser) => one.role === 'owner' && !one.invited;
  return isOwner(user) && users.filter(isOwner).length === 1;
}
