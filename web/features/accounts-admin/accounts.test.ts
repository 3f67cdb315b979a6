import type { AdminUser, Role } from '@understudy/contract/admin';
import { describe, expect, test, vi } from 'vitest';
import { plainDay, timeOfDay } from '../../ui/dates.ts';
import { isLastOwner } from './accounts.ts';
import { actionWords, detailWords } from './components/audit-panel.tsx';

const user = (role: Role, invited = false): AdminUser => ({
  id: crypto.randomUUID(),
  email: 'a@b.example',
  role,
  created_at: '2026-01-01T00:00:00Z',
  last_sign_in_at: null,
  invited,
  second_factor: false,
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
    expect(actionWords('sign_in_failed')).toBe('Wrong password');
    expect(detailWords({ old_role: 'viewer', rows: 0, none: null, more: { things_said: 1200, ok: true } })).toEqual([
      ['old role', 'viewer'],
      ['rows', '0'],
      ['more', 'things said 1,200, ok yes'],
    ]);
  });

  test('say what was before what is, in whatever order they come', () => {
    expect(detailWords({ to: 'won', from: 'new', visitor_id: 'x' })).toEqual([
      ['from', 'new'],
      ['to', 'won'],
    ]);
    // With a single network, the entry itself shows it.
    expect(detailWords({ tries: 2, networks: ['10.0.0.0/24'] })).toEqual([['tries', '2']]);
  });

  test('name moments as people do, lists one by one, and no ids', () => {
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
    const last = '2026-11-22T10:40:00Z';
    expect(
      detailWords({ hour: '2026-11-22T10', tries: 3, last, networks: ['10.0.0.0/24', '10.0.1.0/24'], visitor_id: 'x' }),
    ).toEqual([
      ['tries', '3'],
      ['the last', `${plainDay(last)}, ${timeOfDay(last)}`],
      ['from', '10.0.0.0/24, 10.0.1.0/24'],
    ]);
  });
});
