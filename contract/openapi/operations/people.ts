import { auditQuery, inviteBody, roleBody } from '../../admin-calls.ts';
import { USER, user } from '../examples.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'People', access: 'owner' } as const;
const userId = { id: { about: 'The person’s id.', example: USER } };
const invitation = {
  user,
  url: 'https://twin.example/auth#invite=q0nVdC2…',
  expires_at: '2026-11-27T08:00:00.000Z',
  note: null,
  mailed: true,
};

export const peopleOperations = {
  list_users: {
    ...base,
    method: 'get',
    path: '/api/admin/users',
    summary: 'List users',
    about: 'Everybody who may sign in, also those who have not taken their invitation up.',
    answer: { items: [user], next_cursor: null },
  },
  invite_user: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/users',
    summary: 'Invite a user',
    about: 'Makes an account with a link by which its password is chosen, once. The link is told in this answer alone.',
    body: inviteBody,
    status: 201,
    errors: ['conflict'],
    send: { email: user.email, role: 'admin' },
    answer: invitation,
  },
  invite_user_again: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/users/{id}/invitation',
    summary: 'Create a new invitation link',
    about: 'A new link for somebody; the old one opens nothing any more.',
    inPath: userId,
    status: 201,
    errors: ['not_found', 'conflict'],
    answer: invitation,
  },
  change_user_role: {
    ...base,
    fresh: true,
    method: 'patch',
    path: '/api/admin/users/{id}',
    summary: 'Change a user’s role',
    about: 'Holds from their next call on. The last owner stays one.',
    inPath: userId,
    body: roleBody,
    errors: ['not_found', 'last_owner'],
    send: { role: 'viewer' },
    answer: { ...user, role: 'viewer' },
  },
  remove_user_second_factor: {
    ...base,
    fresh: true,
    method: 'delete',
    path: '/api/admin/users/{id}/second-factor',
    summary: 'Remove a user’s second factor',
    about:
      'For whoever has lost their phone and their recovery codes: removes their authenticator apps and recovery ' +
      'codes, and ends everything that they are signed in to.',
    inPath: userId,
    errors: ['not_found', 'conflict'],
    answer: user,
  },
  remove_user: {
    ...base,
    fresh: true,
    method: 'delete',
    path: '/api/admin/users/{id}',
    summary: 'Remove a user',
    about: 'They are signed out everywhere; their notes stay, under their address.',
    inPath: userId,
    status: 204,
    errors: ['not_found', 'last_owner'],
  },
  list_audit: {
    ...base,
    method: 'get',
    path: '/api/admin/audit',
    summary: 'List audit log entries',
    about: 'Who did what, when and from which network, the newest first.',
    query: auditQuery,
    answer: {
      items: [
        {
          id: 311,
          at: '2026-11-20T11:04:00.000Z',
          actor: 'dana@reyes.example',
          action: 'lead_status_changed',
          detail: { from: 'new', to: 'contacted' },
          subject: { name: 'Ana Costa', session_id: '0195f3a0-0000-7000-8000-000000000001' },
          address: '203.0.113.x',
        },
      ],
      next_cursor: null,
    },
  },
} satisfies Operations;
