import { z } from 'zod';
import { deadLettersQuery } from '../../admin-calls.ts';
import { SETTINGS_GROUPS, type SettingsGroup, USUAL_VISITOR_PAGE } from '../../settings.ts';
import {
  emptyBody,
  modelConnectionBody,
  modelServerBody,
  resetBody,
  retentionPreviewBody,
  SETTINGS_SCHEMAS,
  settingsBody,
} from '../../settings-calls.ts';
import { SESSION } from '../examples.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Settings', access: 'admin' } as const;
const LETTER = '019a9d3e-5c1f-7b6e-9a41-2f6d8c0b7e55';

/** The change of a group, whose value is parsed by the group's schema. */
const changeOf = (group: SettingsGroup) =>
  settingsBody.extend({ group: z.literal(group), value: SETTINGS_SCHEMAS[group] as z.ZodType });
const notifications = { threshold: 70, webhook: true };
const mail = { off: ['digest' as const], digest_day: 0, language: 'en' as const };
const setting = {
  value: notifications,
  usual: { threshold: 70, webhook: true },
  unreadable: false,
  version: 3,
  updated_at: '2026-11-18T10:00:00.000Z',
  updated_by: 'dana@reyes.example',
  role: 'admin' as const,
};
const server = { provider: 'custom' as const, base_url: 'https://models.reyes.example/v1', key: 'sk-example-9f3c' };
const connection = {
  environment: [],
  connected: {
    provider: 'custom' as const,
    base_url: server.base_url,
    model: 'llama-3.3-70b',
    key: '••••9f3c',
    has_key: true,
    connected_at: '2026-11-20T09:30:00.000Z',
    connected_by: 'dana@reyes.example',
  },
  found: [],
};
const retention = {
  transcripts: 180,
  memories: 365,
  leads: 730,
  action_items: 730,
  notes: 730,
  waitlist: 730,
  audit_log: 730,
};

export const settingsOperations = {
  read_settings: {
    ...base,
    method: 'get',
    path: '/api/admin/settings',
    summary: 'Get settings',
    about: 'Every group with what is set, what holds otherwise, who set it when, and its version.',
    answer: {
      notifications: setting,
      mail: { ...setting, value: mail, usual: mail },
      retention: { ...setting, value: retention, usual: retention, role: 'owner' },
      offers: {
        ...setting,
        value: {
          book_call: 'Book a call',
          leave_email: 'Leave an address',
          get_summary: 'Get a summary',
          invitation: 'Shall {first_name} call you?',
        },
        usual: { book_call: '…', leave_email: '…', get_summary: '…', invitation: '…' },
      },
      hours: {
        ...setting,
        value: { time_zone: 'Europe/Berlin', open: [{ day: 0, from: '09:00', to: '17:00' }] },
        usual: { time_zone: 'UTC', open: [] },
      },
      prices: { ...setting, value: { currency: 'EUR', rows: [] }, usual: { currency: 'EUR', rows: [] } },
      sign_in: {
        ...setting,
        value: { second_factor: 'required' },
        usual: { second_factor: 'optional' },
        role: 'owner',
      },
      models: { ...setting, value: { session_chat: false }, usual: { session_chat: false } },
      visitor_page: { ...setting, value: USUAL_VISITOR_PAGE, usual: { ...USUAL_VISITOR_PAGE, analysis: true } },
      widget: {
        ...setting,
        value: {
          origins: ['https://www.reyes.example'],
          color: '#e7a13a',
          position: 'right',
          label: 'Ask AI {first_name}',
        },
        usual: { origins: [], color: '#e7a13a', position: 'right', label: 'Ask AI {first_name}' },
      },
      exports: {
        ...setting,
        value: { addresses: true, numbers: false, names: false },
        usual: { addresses: false, numbers: false, names: false },
      },
      webhook: null,
      retention_held: null,
    },
  },
  change_setting: {
    ...base,
    method: 'put',
    path: '/api/admin/settings',
    summary: 'Update a settings group',
    about:
      'Replaces one group as a whole. `version` is the one that was read: where somebody else has changed it ' +
      'meanwhile, nothing is changed. Retention is an owner’s; a shorter one deletes: it needs a password given ' +
      'just now, and is refused with the number of rows until `confirm_rows` names it.',
    body: z.union(SETTINGS_GROUPS.map(changeOf)),
    errors: ['conflict', 'confirmation_needed', 'sign_in_again'],
    send: { group: 'notifications', value: notifications, version: 2 },
    answer: setting,
  },
  reset_setting: {
    ...base,
    fresh: true,
    access: 'owner',
    method: 'post',
    path: '/api/admin/settings/reset',
    summary: 'Reset a settings group',
    about: 'Back to what holds where nobody has set anything; where that deletes, it is confirmed like a change.',
    body: resetBody,
    errors: ['conflict', 'confirmation_needed'],
    send: { group: 'notifications', version: 3 },
    answer: { ...setting, version: 4 },
  },
  preview_retention: {
    ...base,
    method: 'post',
    path: '/api/admin/settings/retention/preview',
    summary: 'Preview a retention change',
    about: 'How many rows the next deletion would take with such a retention. Nothing is changed.',
    body: retentionPreviewBody,
    send: { value: retention },
    answer: { transcripts: 12, memories: 0, leads: 0, action_items: 0, notes: 0, waitlist: 0, audit_log: 0 },
  },
  confirm_clock: {
    ...base,
    fresh: true,
    access: 'owner',
    method: 'post',
    path: '/api/admin/settings/retention/confirm-clock',
    summary: 'Confirm the clock',
    about: 'After the server’s clock went far ahead nothing is deleted until an owner says that it is right.',
    status: 204,
    errors: ['conflict'],
  },
  test_webhook: {
    ...base,
    method: 'post',
    path: '/api/admin/settings/webhook/test',
    summary: 'Test the webhook',
    about: 'Sends one signed message of type `test` to `WEBHOOK_URL`.',
    body: emptyBody,
    send: {},
    answer: { ok: true, took_ms: 84, detail: 'It answered 200.' },
  },
  list_dead_letters: {
    ...base,
    method: 'get',
    path: '/api/admin/settings/webhook/dead-letters',
    summary: 'List undelivered messages',
    about:
      'Messages to `WEBHOOK_URL` that nothing tries to send any more: most were sent for about a day and never ' +
      'taken. The newest first.',
    query: deadLettersQuery,
    answer: {
      items: [
        {
          id: LETTER,
          session_id: SESSION,
          reason: 'score',
          lead_score: 82,
          contact_name: 'Ana Costa',
          created_at: '2026-11-19T09:30:00.000Z',
          gave_up_at: '2026-11-20T09:12:00.000Z',
          attempts: 13,
          problem: 'it answered 503',
        },
      ],
      next_cursor: null,
    },
  },
  send_dead_letter: {
    ...base,
    method: 'post',
    path: '/api/admin/settings/webhook/dead-letters/{id}/send',
    summary: 'Resend a message',
    about:
      'Sends one of them once more, at once. Where it is not taken it stays in the list. While somebody else ' +
      'sends it the answer is `conflict`.',
    inPath: { id: { about: 'The message’s id, as the list has it.', example: LETTER } },
    body: emptyBody,
    errors: ['not_found', 'conflict'],
    send: {},
    answer: { ok: true, took_ms: 84, detail: 'It answered 200.' },
  },
  list_providers: {
    ...base,
    method: 'get',
    path: '/api/admin/providers',
    summary: 'List providers',
    about:
      'Who writes, hears, speaks and compares, in the order in which they are asked, and how they do. With it, ' +
      'what language models and messages may use in a day: over a budget the embedded twin answers.',
    answer: {
      items: [
        {
          id: 'chat-embedded',
          kind: 'chat',
          provider: 'embedded',
          host: null,
          models: ['embedded'],
          key: null,
          place: 0,
          resting: false,
          refused_since: null,
          last_error: null,
          last_success_at: '2026-11-20T09:29:00.000Z',
        },
      ],
      budgets: [{ budget: 'site_tokens', limit: 20_000_000, used: 184_200, reached: 0 }],
    },
  },
  test_provider: {
    ...base,
    method: 'post',
    path: '/api/admin/providers/{id}/test',
    summary: 'Test a provider',
    about: 'One real, small request.',
    inPath: { id: { about: 'The provider’s id, as the list has it.', example: 'chat-embedded' } },
    body: emptyBody,
    errors: ['not_found'],
    send: {},
    answer: { ok: true, took_ms: 3, detail: 'It said: Hello.' },
  },
  read_model: {
    ...base,
    method: 'get',
    path: '/api/admin/model',
    summary: 'Get the connected model',
    about:
      'The language model that was connected in the dashboard, environment variables that win over it, and model ' +
      'servers that run on the server’s own machine (looked for where nothing else is set).',
    answer: connection,
  },
  list_served_models: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/model/models',
    summary: 'List a provider’s models',
    about: 'Asks the provider with this key. Without `key` the kept one is used, if it is for the same address.',
    body: modelServerBody,
    send: server,
    answer: { ok: true, detail: '', models: ['llama-3.3-70b', 'qwen3-32b'] },
  },
  test_model: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/model/test',
    summary: 'Test a model',
    about: 'One real, small request. Nothing is kept.',
    body: modelConnectionBody,
    send: { ...server, model: 'llama-3.3-70b' },
    answer: { ok: true, took_ms: 412, detail: 'It said: OK' },
  },
  connect_model: {
    ...base,
    fresh: true,
    method: 'put',
    path: '/api/admin/model',
    summary: 'Connect a model',
    about:
      'Tries the model, keeps it with its key sealed, and answers with it from the next message on, on every ' +
      'instance. Where it does not answer nothing is changed, and the error says why. ' +
      'The key is never given out again.',
    body: modelConnectionBody,
    errors: ['conflict'],
    send: { ...server, model: 'llama-3.3-70b' },
    answer: connection,
  },
  disconnect_model: {
    ...base,
    fresh: true,
    method: 'delete',
    path: '/api/admin/model',
    summary: 'Disconnect the model',
    about: 'Deletes it with its key. The embedded twin answers from the next message on.',
    errors: ['not_found'],
    answer: { ...connection, connected: null },
  },
} satisfies Operations;
