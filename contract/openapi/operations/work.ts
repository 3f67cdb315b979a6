import {
  actionItemBody,
  actionItemsQuery,
  leadBody,
  noteBody,
  waitlistExportQuery,
  waitlistQuery,
} from '../../admin-calls.ts';
import { adminItem, ITEM, NOTE, note, SESSION, VISITOR } from '../examples.ts';
import type { Operations } from '../operation.ts';
import { FILE_HEADERS, FILE_MEDIA } from './sessions.ts';

const base = { tag: 'Work', access: 'admin' } as const;
const noteId = { id: { about: 'The note’s id.', example: NOTE } };
const waiting = {
  id: '17',
  email: 'ana@costabikes.example',
  name: 'Ana Costa',
  created_at: '2026-11-19T18:02:00.000Z',
};

export const workOperations = {
  add_note: {
    ...base,
    method: 'post',
    path: '/api/admin/sessions/{id}/notes',
    summary: 'Add a note',
    about: 'Writes a note on a session, in the name of whoever asks.',
    inPath: { id: { about: 'The session’s id.', example: SESSION } },
    body: noteBody,
    status: 201,
    errors: ['not_found'],
    send: { text: note.text },
    answer: note,
  },
  change_note: {
    ...base,
    method: 'patch',
    path: '/api/admin/notes/{id}',
    summary: 'Update a note',
    about: 'By the one who wrote it, or by an owner.',
    inPath: noteId,
    body: noteBody,
    errors: ['not_found'],
    send: { text: note.text },
    answer: note,
  },
  delete_note: {
    ...base,
    method: 'delete',
    path: '/api/admin/notes/{id}',
    summary: 'Delete a note',
    about: 'By the one who wrote it, or by an owner; the audit log tells of it.',
    inPath: noteId,
    status: 204,
    errors: ['not_found'],
  },
  list_action_items: {
    ...base,
    method: 'get',
    path: '/api/admin/action-items',
    summary: 'List action items',
    about: 'What is to be done, over all sessions, the newest first.',
    query: actionItemsQuery,
    ask: { status: 'open', priority: 'high' },
    answer: { items: [adminItem], next_cursor: null },
  },
  change_action_item: {
    ...base,
    method: 'patch',
    path: '/api/admin/action-items/{id}',
    summary: 'Update an action item',
    about: 'Marks it as done, or as open again.',
    inPath: { id: { about: 'The action item’s id.', example: ITEM } },
    body: actionItemBody,
    errors: ['not_found'],
    send: { status: 'done' },
    answer: { ...adminItem, status: 'done' },
  },
  change_lead: {
    ...base,
    method: 'patch',
    path: '/api/admin/leads/{visitor_id}',
    summary: 'Update a lead’s status',
    about:
      'Sets the status of a lead, with all visitors who left the same address. The figures on how scores turned ' +
      'out go by it.',
    inPath: { visitor_id: { about: 'The visitor’s id, as sessions have it.', example: VISITOR } },
    body: leadBody,
    errors: ['not_found'],
    send: { status: 'contacted' },
    answer: { visitor_id: VISITOR, status: 'contacted' },
  },
  list_waitlist: {
    ...base,
    method: 'get',
    path: '/api/admin/waitlist',
    summary: 'List waitlist entries',
    about: 'Who asked for early access, the newest first.',
    query: waitlistQuery,
    answer: { items: [waiting], next_cursor: null },
  },
  export_waitlist: {
    ...base,
    fresh: true,
    method: 'get',
    path: '/api/admin/waitlist/export',
    summary: 'Export the waitlist',
    about: 'All of it, as a file.',
    query: waitlistExportQuery,
    media: FILE_MEDIA,
    noJson: true,
    headers: FILE_HEADERS,
    ask: { format: 'jsonl' },
    answer: waiting,
  },
} satisfies Operations;
