import { z } from 'zod';
import type { NewRecoveryCodes } from '../../auth.ts';
import {
  factorAnswer,
  factorEnrolment,
  linkQuestion,
  passwordGrant,
  recoveryAnswer,
  refreshGrant,
  userChange,
  verification,
} from '../../auth-calls.ts';
import { authSession, authUser, USER } from '../examples.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Sign-in', access: 'anyone' } as const;
const grantType = z.strictObject({ grant_type: z.enum(['password', 'refresh_token']) });

const FACTOR = '0195f3a0-0000-7000-8000-00000000000f';
const SIGN_IN = '0195f3a0-0000-7000-8000-00000000000d';
const factorId = { id: { about: 'The authenticator app’s id.', example: FACTOR } };
const newCodes: NewRecoveryCodes = {
  id: USER,
  type: 'recovery_code',
  friendly_name: 'Recovery codes',
  total: 10,
  codes: ['k4m9x7qp2ab8ht3z', '9wze6r5npd4cmq7v'],
};

export const signInOperations = {
  sign_in: {
    ...base,
    method: 'post',
    path: '/auth/v1/token',
    summary: 'Sign in or refresh a session',
    about:
      'With `grant_type=password` an address and a password, with `grant_type=refresh_token` the token of the ' +
      'answer before. A refresh token is used once; two pages that use the same within 10 s get the same answer. ' +
      'Five wrong passwords in five minutes from one network slow it down.',
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
    summary: 'Redeem a link',
    about:
      'The token of a link, once. With `invite` somebody who was invited is signed in and chooses a password. ' +
      'With `magiclink` the dashboard opens in the role admin, without a password. With `signup`, an email and a ' +
      'password whoever has the first start’s link becomes the owner.',
    body: verification,
    send: { type: 'invite', token_hash: 'q0nVdC2…' },
    answer: authSession,
  },
  read_link: {
    ...base,
    method: 'post',
    path: '/auth/v1/link',
    summary: 'Check a link',
    about:
      'Whether the token of a printed link claims the installation (`signup`) or opens the dashboard ' +
      '(`magiclink`), without using it. 403 where it was used or has expired.',
    body: linkQuestion,
    send: { token_hash: 'q0nVdC2…' },
    answer: { type: 'magiclink', expires_at: '2026-03-02T09:15:00.000Z' },
  },
  read_user: {
    ...base,
    method: 'get',
    path: '/auth/v1/user',
    summary: 'Get the current user',
    about: 'The person to whom the access token belongs.',
    access: 'person',
    answer: authUser,
  },
  change_user: {
    ...base,
    method: 'put',
    path: '/auth/v1/user',
    summary: 'Change your password',
    about:
      'Chooses another password, given the current one (`current_password`); everywhere else the person is signed ' +
      'out by it. Without the current one only whoever came by a one-time password or an invitation: they choose ' +
      'before anything else opens.',
    access: 'person',
    body: userChange,
    send: { password: 'three lamps over the harbour', current_password: 'one lamp over the hill' },
    answer: authUser,
  },
  enroll_factor: {
    ...base,
    method: 'post',
    path: '/auth/v1/factors',
    summary: 'Add an authenticator app',
    about:
      'Answers with a secret for an authenticator app (TOTP, RFC 6238), told this once. It counts once a code was ' +
      'given. Needs a password of the last ten minutes (`reauthentication_needed`), and the second factor where ' +
      'there is one (`insufficient_aal`).',
    access: 'person',
    body: factorEnrolment,
    send: { factor_type: 'totp', friendly_name: 'Phone' },
    answer: {
      id: FACTOR,
      type: 'totp',
      friendly_name: 'Phone',
      totp: {
        qr_code: '<svg …></svg>',
        secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        uri: 'otpauth://totp/AI%20Alex:kim@reyes.example?issuer=AI%20Alex&secret=GEZDGNBV…',
      },
    },
  },
  challenge_factor: {
    ...base,
    method: 'post',
    path: '/auth/v1/factors/{id}/challenge',
    summary: 'Start a code challenge',
    about: 'Begins the question for a code, which can be answered for five minutes.',
    access: 'person',
    inPath: factorId,
    answer: { id: '0195f3a0-0000-7000-8000-00000000000e', type: 'totp', expires_at: 1_795_164_310 },
  },
  verify_factor: {
    ...base,
    method: 'post',
    path: '/auth/v1/factors/{id}/verify',
    summary: 'Verify a code',
    about:
      'The code that the app shows now, which is accepted once. The answer has new tokens, at the assurance level ' +
      '`aal2`. Five wrong codes in five minutes make the next wait.',
    access: 'person',
    inPath: factorId,
    body: factorAnswer,
    send: { challenge_id: '0195f3a0-0000-7000-8000-00000000000e', code: '050471' },
    answer: authSession,
  },
  remove_factor: {
    ...base,
    method: 'delete',
    path: '/auth/v1/factors/{id}',
    summary: 'Remove an authenticator app',
    about: 'With the last one the recovery codes go too.',
    access: 'person',
    inPath: factorId,
    answer: { id: FACTOR },
  },
  read_recovery_codes: {
    ...base,
    method: 'get',
    path: '/auth/v1/factors/recovery-codes',
    summary: 'Count your recovery codes',
    about: 'How many there are, and how many of them nobody has used.',
    access: 'person',
    answer: { id: USER, type: 'recovery_code', total: 10, remaining: 9 },
  },
  make_recovery_codes: {
    ...base,
    method: 'post',
    path: '/auth/v1/factors/recovery-codes',
    summary: 'Create recovery codes',
    about: 'Ten codes for whoever loses their authenticator app, told this once. Each is used once.',
    access: 'person',
    answer: newCodes,
  },
  replace_recovery_codes: {
    ...base,
    method: 'post',
    path: '/auth/v1/factors/recovery-codes/regenerate',
    summary: 'Replace your recovery codes',
    about: 'Ten new ones; those of before work no longer.',
    access: 'person',
    answer: newCodes,
  },
  use_recovery_code: {
    ...base,
    method: 'post',
    path: '/auth/v1/factors/recovery-codes/verify',
    summary: 'Use a recovery code',
    about: 'In place of the app’s code. Upper case, spaces and dashes make no difference.',
    access: 'person',
    body: recoveryAnswer,
    send: { code: 'k4m9-x7qp-2ab8-ht3z' },
    answer: authSession,
  },
  remove_recovery_codes: {
    ...base,
    method: 'delete',
    path: '/auth/v1/factors/recovery-codes',
    summary: 'Remove your recovery codes',
    about: 'None of them works any more.',
    access: 'person',
    answer: { id: USER },
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
    summary: 'Sign up (always refused)',
    about: 'Always refused with `signup_disabled`: an owner invites.',
    noJson: true,
  },
  read_keys: {
    ...base,
    method: 'get',
    path: '/auth/v1/.well-known/jwks.json',
    summary: 'Get the signing keys',
    about: 'The public halves of the keys that access tokens are signed with, for whoever checks one.',
    answer: {
      keys: [{ kty: 'EC', crv: 'P-256', x: 'f83OJ3D2…', y: 'x_FEzRu9…', kid: 'b1f0', alg: 'ES256', use: 'sig' }],
    },
  },
  read_auth_health: {
    ...base,
    method: 'get',
    path: '/auth/v1/health',
    summary: 'Get the service’s name and version',
    about: 'Which server speaks the wire.',
    answer: { version: 'v2', name: 'Understudy', description: 'Sign-in of the owner’s side' },
  },
  read_auth_settings: {
    ...base,
    method: 'get',
    path: '/auth/v1/settings',
    summary: 'Get sign-in options',
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
    summary: 'Get your role',
    about: 'Who asks, and in which role, as the database has it at this moment.',
    access: 'viewer',
    answer: { id: authUser.id, email: authUser.email, role: 'admin', local: false, by_link: false },
  },
  list_sign_ins: {
    tag: 'Sign-in',
    method: 'get',
    path: '/api/profile/sign-ins',
    summary: 'List your sign-ins',
    about:
      'Where the person is signed in, the one that was used last first. Whoever came by a one-time link sees that ' +
      'sign-in alone.',
    access: 'viewer',
    answer: {
      items: [
        {
          id: SIGN_IN,
          device: 'Firefox on Linux',
          network: '203.0.113.0/24',
          via: 'password',
          second_factor: true,
          began_at: '2026-11-20T08:55:10.000Z',
          last_used_at: '2026-11-20T11:04:00.000Z',
          current: true,
        },
      ],
      next_cursor: null,
      hosted: false,
    },
  },
  end_sign_in: {
    tag: 'Sign-in',
    method: 'delete',
    path: '/api/profile/sign-ins/{id}',
    summary: 'End one of your sign-ins',
    about: 'Its tokens stop working at once.',
    access: 'viewer',
    inPath: { id: { about: 'The sign-in’s id.', example: SIGN_IN } },
    status: 204,
    errors: ['not_found'],
  },
  end_other_sign_ins: {
    tag: 'Sign-in',
    method: 'post',
    path: '/api/profile/sign-ins/end-others',
    summary: 'End all your other sign-ins',
    about: 'All but the one that asks.',
    access: 'viewer',
    answer: { ended: 2 },
  },
} satisfies Operations;
