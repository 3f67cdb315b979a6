import type { AdminUser, Role } from '@understudy/contract/admin';
import { describe, expect, test } from 'vitest';
import { isLastOwner } from './accounts.ts';
import { actionWords, detailWords } from './words.ts';

const user = (role: Role, invited = false): AdminUser => ({
  id: crypto.randomUUID(),
  email: 'a@b.example',
  role,
  created_at: '2026-01-01T00:00:00Z',
  last_sign_in_at: null,
  invited,
});

describe('isLastOwner', () => {
  test('is the only owner who can sign in: one who is merely invited lets nobody in yet', () => {
    const owner = user('owner');
    expect(isLastOwner(owner, [owner, user('admin')])).toBe(true);
    expect(isLastOwner(owner, [owner, user('owner', true)])).toBe(true);
    expect(isLastOwner(owner, [owner, user('owner')])).toBe(false);
  });

  test('is never somebody who is no owner', () => {
    const admin = user('admin');
    expect(isLastOwner(admin, [admin])).toBe(false);
  });
});

describe('the words of the audit log', () => {
  test('are those of the action, with its particulars', () => {
    expect(actionWords('user_role_changed')).toBe('User role changed');
    expect(detailWords({ old_role: 'viewer', rows: 0, none: null, more: { a: 1 } })).toEqual([
      ['old role', 'viewer'],
      ['rows', '0'],
      ['more', '{"a":1}'],
    ]);
  });
});
