import {
  deleteConversationsBody,
  deleteConversationsPreviewBody,
  emptyBody,
  eraseVisitorBody,
  eraseVisitorPreviewBody,
} from '../../settings-calls.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Settings', access: 'owner' } as const;
const EMAIL = 'ana@costabikes.example';
const counts = { sessions: 2, utterances: 48, leads: 1 };
const erasure = { email: EMAIL, visitors: 1, counts, total: 51, addresses: [EMAIL], held: 0 };
const deletion = {
  before: '2026-01-01',
  total: 240,
  deleted: 100,
  running: true,
  started_at: '2026-11-20T11:30:00.000Z',
  started_by: 'dana@reyes.example',
};

export const dangerOperations = {
  preview_erasure: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/danger/erase-visitor/preview',
    summary: 'Preview an erasure',
    about:
      'Rows about everybody who left this address, about one visitor, or of one conversation and what came of it. ' +
      'Nothing is changed.',
    body: eraseVisitorPreviewBody,
    send: { email: EMAIL },
    answer: erasure,
  },
  erase_visitor: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/danger/erase-visitor',
    summary: 'Erase a visitor',
    about:
      'Deletes everything about everybody who left this address, about one visitor, or of one conversation and ' +
      'what came of it, for good. A conversation that runs is closed.',
    body: eraseVisitorBody,
    errors: ['not_found', 'confirmation_needed', 'conflict'],
    send: { email: EMAIL, confirm: EMAIL },
    answer: erasure,
  },
  preview_deletion: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/danger/delete-conversations/preview',
    summary: 'Preview deleting old conversations',
    about: 'How many conversations ended before a day. Nothing is changed.',
    body: deleteConversationsPreviewBody,
    send: { before: deletion.before },
    answer: { before: deletion.before, sessions: deletion.total, held: 1 },
  },
  delete_conversations: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/danger/delete-conversations',
    summary: 'Delete old conversations',
    about: 'Deletes them for good, in pieces, beside everything else; how far it is is asked for on the same path.',
    body: deleteConversationsBody,
    status: 202,
    errors: ['confirmation_needed', 'conflict'],
    send: { before: deletion.before, confirm_rows: deletion.total },
    answer: deletion,
  },
  read_deletion: {
    ...base,
    method: 'get',
    path: '/api/admin/danger/delete-conversations',
    summary: 'Get the progress of a deletion',
    about: 'The newest one.',
    answer: { deletion },
  },
  sign_out_everyone: {
    ...base,
    fresh: true,
    method: 'post',
    path: '/api/admin/danger/sign-out-everyone',
    summary: 'Sign everyone out',
    about: 'Ends every sign-in, the asker’s own among them. Refused where a hosted issuer keeps the sign-ins.',
    body: emptyBody,
    errors: ['conflict'],
    send: {},
    answer: { signed_out: 4 },
  },
} satisfies Operations;
