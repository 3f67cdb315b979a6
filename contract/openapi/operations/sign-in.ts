import { z } from 'zod';
import { passwordGrant, refreshGrant, userChange, verification } from '../../auth-calls.ts';
import { authSession, authUser } from '../examples.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Sign-in', access: 'anyone' } as const;
const grantType = z.strictObject({ grant_type: z.enum(['password', 'refresh_token']) });

export const signInOperations = {
  sign_in: {
    ...base,
    method: 'post',
    path: '/auth/v1/token',
    summary: 'Sign in, or go on being signed in',
    about:
      'With `grant_type=password` an address and a password, with `grant_type=refresh_token` the token of the answer before. A refresh token is used once; two pages that use the same within 10 s get the same answer. Five wrong passwords in five minutes from one network slow it down.',
    query: grantType,
    body: z.union([passwordGrant, refreshGrant]),
    ask: { grant_type: 'password' },
    send: { email: 'kim@reyes.example', password: 'three lamps over the harbour' },
    answer: authSession,
  },
  accept_invitation: {
    ...base,
    method: 'post',
    path: '/auth/v1/verify',
    summary: 'Take an invitation up',
    about: 'The token of an invitation’s link, once; whoever has it is signed in and chooses a password.',
    body: verification,
    send: { type: 'invite', token_hash: 'q0nVdC2…' },
    answer: authSession,
  },
  read_user: {
    ...base,
    method: 'get',
    path: '/auth/v1/user',
    summary: 'See who is signed in',
    about: 'The person to whom the access token belongs.',
    access: 'person',
    answer: authUser,
  },
  change_user: {
    ...base,
    method: 'put',
    path: '/auth/v1/user',
    summary: 'Change the own password',
    about:
      'Chooses another password, given the current one (`current_password`); everywhere else the person is signed out by it. Without the current one only whoever came by a one-time password or an invitation: they choose before anything else opens.',
    access: 'person',
    body: userChange,
    send: { password: 'three lamps over the harbour', current_password: 'one lamp over the hill' },
    answer: authUser,
  },
  sign_out: {
    ...base,
    method: 'post',
    path: '/auth/v1/logout',
    summary: 'Sign out',
    about: 'Ends this sign-in (`local`), all of this person’s (`global`) or all but this one (`others`).',
    access: 'person',
    query: z.strictObject({ scope: z.enum(['global', 'local', 'others']).default('global') }),
    status: 204,
    ask: { scope: 'local' },
  },
  sign_up: {
    ...base,
    method: 'post',
    path: '/auth/v1/signup',
    summary: 'Nobody signs up',
    about: 'Always refused with `signup_disabled`: an owner invites.',
    noJson: true,
  },
  read_keys: {
    ...base,
    method: 'get',
    path: '/auth/v1/.well-known/jwks.json',
    summary: 'Read the signing keys',
    about: 'The public halves of the keys that access tokens are signed with, for whoever checks one.',
    answer: {
      keys: [{ kty: 'EC', crv: 'P-256', x: 'f83OJ3D2…', y: 'x_FEzRu9…', kid: 'b1f0', alg: 'ES256', use: 'sig' }],
    },
  },
  read_auth_health: {
    ...base,
    method: 'get',
    path: '/auth/v1/health',
    summary: 'Ask what answers here',
    about: 'Which server speaks the wire.',
    answer: { version: 'v2', name: 'Understudy', description: 'Sign-in of the owner’s side' },
  },
  read_auth_settings: {
    ...base,
    method: 'get',
    path: '/auth/v1/settings',
    summary: 'Ask what sign-in offers',
    about: 'An address and a password, and nothing else.',
    answer: {
      external: { email: true, phone: false },
      disable_signup: true,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    },
  },
  read_profile: {
    tag: 'Sign-in',
    method: 'get',
    path: '/api/profile',
    summary: 'Ask for the own role',
    about: 'Who asks, and in which role, as the database has it at this moment.',
    access: 'viewer',
    answer: { id: authUser.id, email: authUser.email, role: 'admin', local: false },
  },
} satisfies Operations;
