import { deadLettersQuery } from '../../admin-calls.ts';
import {
  emptyBody,
  mailConnectionBody,
  mailPreviewQuery,
  mailResubscribeBody,
  mailTestBody,
} from '../../settings-calls.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Settings', access: 'admin' } as const;
const MAIL = '019a9d3e-5c1f-7b6e-9a41-2f6d8c0b7e56';

const server = {
  host: 'smtp.reyes.example',
  port: 465,
  secure: true,
  user: 'twin@reyes.example',
  from: 'AI Dana Reyes <twin@reyes.example>',
};
const connection = {
  environment: [],
  server: {
    ...server,
    has_password: true,
    connected_at: '2026-11-20T09:30:00.000Z',
    connected_by: 'dana@reyes.example',
  },
  unsubscribed: [],
  last: { at: '2026-11-20T09:31:00.000Z', ok: true, problem: null },
};
const sent = { ok: true, took_ms: 240, detail: '250 2.0.0 Ok: queued as 4711' };

export const mailOperations = {
  read_mail: {
    ...base,
    method: 'get',
    path: '/api/admin/mail',
    summary: 'Get the mail server',
    about: 'By which server mails are sent, without its password, and how the latest one went.',
    answer: connection,
  },
  connect_mail: {
    ...base,
    fresh: true,
    method: 'put',
    path: '/api/admin/mail',
    summary: 'Connect a mail server',
    about:
      'Signs in to the server, keeps it with its password sealed, and sends by it from then on, on every instance. ' +
      'If the server does not answer or refuses, nothing is changed, and `conflict` says why.',
    body: mailConnectionBody,
    errors: ['conflict'],
    send: { ...server, password: 'a password' },
    answer: connection,
  },
  disconnect_mail: {
    ...base,
    fresh: true,
    method: 'delete',
    path: '/api/admin/mail',
    summary: 'Disconnect the mail server',
    about: 'No mail is sent afterwards.',
    errors: ['not_found'],
    answer: { ...connection, server: null },
  },
  test_mail: {
    ...base,
    method: 'post',
    path: '/api/admin/mail/test',
    summary: 'Send a test mail',
    about: 'Sends one mail with made-up figures, and answers with what the mail server said.',
    body: mailTestBody,
    send: { to: 'dana@reyes.example' },
    answer: sent,
  },
  preview_mail: {
    ...base,
    method: 'get',
    path: '/api/admin/mail/preview',
    summary: 'Preview a mail',
    about: 'A template in one language, filled with made-up data.',
    query: mailPreviewQuery,
    ask: { template: 'reminder', language: 'en' },
    answer: { subject: 'Due: Send the proposal', html: '<!doctype html>…', text: 'This action item is due.' },
  },
  resubscribe_mail: {
    ...base,
    method: 'post',
    path: '/api/admin/mail/resubscribe',
    summary: 'Get mails again',
    about: 'The caller gets mails of a template again, of which they had unsubscribed by the link in a mail.',
    body: mailResubscribeBody,
    send: { template: 'digest' },
    answer: connection,
  },
  list_undelivered_mails: {
    ...base,
    method: 'get',
    path: '/api/admin/mail/undelivered',
    summary: 'List undelivered mails',
    about: 'Mails that the mail server refused, or did not take for about a day. The newest first.',
    query: deadLettersQuery,
    answer: {
      items: [
        {
          id: MAIL,
          template: 'booking_made',
          recipient: 'ana@costa.example',
          created_at: '2026-11-19T09:30:00.000Z',
          gave_up_at: '2026-11-19T09:30:02.000Z',
          attempts: 1,
          problem: '550 5.1.1 no such user',
        },
      ],
      next_cursor: null,
    },
  },
  send_undelivered_mail: {
    ...base,
    method: 'post',
    path: '/api/admin/mail/undelivered/{id}/send',
    summary: 'Resend a mail',
    about:
      'Sends one of them once more, at once. Where it is not taken it stays in the list. While somebody else ' +
      'sends it the answer is `conflict`.',
    inPath: { id: { about: 'The mail’s id, as the list has it.', example: MAIL } },
    body: emptyBody,
    errors: ['not_found', 'conflict'],
    send: {},
    answer: sent,
  },
  delete_undelivered_mail: {
    ...base,
    method: 'delete',
    path: '/api/admin/mail/undelivered/{id}',
    summary: 'Delete an undelivered mail',
    about: 'Takes it off the list; it is never sent.',
    inPath: { id: { about: 'The mail’s id, as the list has it.', example: MAIL } },
    status: 204,
    errors: ['not_found'],
  },
} satisfies Operations;
