import type { Role } from '@understudy/contract/admin';
import { describe, expect, test } from 'vitest';
import { accessFor, readProfile } from './access.ts';

const profile = (role: Role) => ({ id: '1', email: 'ana@example.test', role, local: false, by_link: false });

describe('accessFor', () => {
  test.each<[Role, Role, 'allowed' | 'denied']>([
    ['viewer', 'admin', 'denied'],
    ['admin', 'admin', 'allowed'],
    ['owner', 'admin', 'allowed'],
    ['viewer', 'owner', 'denied'],
    ['admin', 'owner', 'denied'],
    ['owner', 'owner', 'allowed'],
  ])('a %s where %s is required is %s', (role, required, expected) => {
    expect(accessFor({ is: 'signed_in', profile: profile(role) }, required).is).toBe(expected);
  });

  test('says both roles to whoever is denied', () => {
    const access = accessFor({ is: 'signed_in', profile: profile('viewer') }, 'owner');
    expect(access).toMatchObject({ is: 'denied', required: 'owner', profile: { role: 'viewer' } });
  });

  test('a failed check counts as signed out, and so does a one-time password', () => {
    expect(accessFor({ is: 'signed_out', problem: 'No answer.', left: false }, 'admin').is).toBe('signed_out');
    expect(accessFor({ is: 'must_choose_password' }, 'admin').is).toBe('signed_out');
  });

  test('nobody is sent to the door on their way out', () => {
    expect(accessFor({ is: 'signed_out', problem: null, left: true }, 'admin').is).toBe('unknown');
  });
});

describe('readProfile', () => {
  test.each([[undefined], [null], ['superuser'], ['constructor']])('takes the role %s for viewer', (role) => {
    expect(readProfile({ id: '1', email: 'a@b.example', role: role as Role, local: false, by_link: false }).role).toBe(
      'viewer',
    );
    expect(readProfile(null)).toEqual({ id: '', email: '', role: 'viewer', local: false, by_link: false });
  });
});
