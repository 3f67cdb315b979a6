import type { AdminUser, AuditEntry, Invitation, Page, Role } from '@understudy/contract/admin';

/** Calls of `/api/admin`, each by its path after that; handed in, since it is the page that knows who is signed in. */
export interface AdminCalls {
  get<Answer>(path: string, params?: Record<string, string | null>, signal?: AbortSignal): Promise<Answer>;
  change<Answer>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
}

/** Everybody who may sign in, or is invited to. */
export const listUsers = (calls: AdminCalls, signal: AbortSignal) => calls.get<Page<AdminUser>>('users', {}, signal);

export const invite = (calls: AdminCalls, email: string, role: Role) =>
  calls.change<Invitation>('POST', 'users', { email: email.trim(), role });

/** Another link, for an invitation that was lost or a password that was forgotten. An older one holds no longer. */
export const inviteAgain = (calls: AdminCalls, id: string) =>
  calls.change<Invitation>('POST', `users/${encodeURIComponent(id)}/invitation`);

export const setRole = (calls: AdminCalls, id: string, role: Role) =>
  calls.change<AdminUser>('PATCH', `users/${encodeURIComponent(id)}`, { role });

export const remove = (calls: AdminCalls, id: string) =>
  calls.change<void>('DELETE', `users/${encodeURIComponent(id)}`);

/** For whoever lost their phone and their recovery codes; also signs them out. */
export const removeSecondFactor = (calls: AdminCalls, id: string) =>
  calls.change<AdminUser>('DELETE', `users/${encodeURIComponent(id)}/second-factor`);

/** What was done, the newest first. @param cursor of the page before, null for the first */
export const listAudit = (calls: AdminCalls, cursor: string | null, signal: AbortSignal) =>
  calls.get<Page<AuditEntry>>('audit', { cursor }, signal);

/** Whether this is the only one who can let others in: they can be neither removed nor made less. */
export function isLastOwner(user: AdminUser, users: readonly AdminUser[]): boolean {
  const isOwner = (one: AdminUser) => one.role === 'owner' && !one.invited;
  return isOwner(user) && users.filter(isOwner).length === 1;
}
