import type { ErasureReceipt } from '../../privacy.ts';
import {
  correctMyData,
  eraseMyData,
  exportMyData,
  legalHoldBody,
  myConversation,
  myData,
  openDesk,
  readDeskWays,
  requestDeskLink,
  withdrawConsent,
} from '../../privacy-calls.ts';
import { credentials, MEMORY, SESSION } from '../examples.ts';
import type { Operations } from '../operation.ts';

const call = { method: 'post', tag: 'Visitors', access: 'session', errors: ['invalid_link'] } as const;
const CREDENTIALS =
  ' Asked with a visitor’s id and secret, with the token of an open desk, or with a session’s credentials, which ' +
  'reach that session only.';
const at = '2026-11-20T11:30:00.000Z';
const receipt: ErasureReceipt = {
  number: 'E-7K2M9QXA4B',
  scope: 'all',
  at,
  counts: { sessions: 2, utterances: 48, memories: 3, action_items: 1, notes: 0, leads: 1 },
  total: 55,
  postponed: 0,
};
const hold = {
  hold: { reason: 'Claim 4711 of November', placed_at: at, placed_by: 'dana@reyes.example', erasure_waits: false },
};
const inPath = { id: { about: 'The session’s id.', example: SESSION } };
const admin = { tag: 'Sessions', access: 'admin', path: '/api/admin/sessions/{id}/legal-hold', inPath } as const;

export const privacyOperations = {
  my_data: {
    ...call,
    path: '/functions/v1/my_data',
    summary: 'See what is held',
    about: `What is held about the visitor: counts, facts, conversations and memories.${CREDENTIALS}`,
    body: myData,
    send: credentials,
    answer: {
      of: 'visitor',
      email: null,
      counts: {
        conversations: 1,
        messages: 24,
        memories: 1,
        inquiry: 1,
        bookings: 0,
        action_items: 0,
        notes: 0,
        episodes: 0,
        sent: 0,
        waitlist: 0,
      },
      facts: [{ field: 'name', value: 'Ana Costa', corrected: false }],
      conversations: [
        {
          id: SESSION,
          started_at: '2026-11-20T09:15:00.000Z',
          ended_at: '2026-11-20T09:40:00.000Z',
          consent: true,
          messages: 24,
          beginning: 'We are forty people and everything waits for me.',
          expires_at: '2027-05-19T09:40:00.000Z',
          held: false,
          erased_when_lifted: false,
        },
      ],
      memories: [
        {
          id: MEMORY,
          kind: 'fact',
          text: 'Is called Ana Costa',
          created_at: '2026-11-20T09:15:20.000Z',
          expires_at: '2027-11-20T09:15:20.000Z',
          corrected: false,
          from: 'I am Ana Costa.',
        },
      ],
      retention_days: {
        transcripts: 180,
        leads: 730,
        memories: 365,
        action_items: 730,
        notes: 730,
        waitlist: 730,
      },
    },
  },
  my_conversation: {
    ...call,
    path: '/functions/v1/my_conversation',
    summary: 'Read one conversation',
    about: `The lines of a conversation of the visitor’s; \`next\` is the \`after\` of the next call.${CREDENTIALS}`,
    body: myConversation,
    errors: ['invalid_link', 'not_found'],
    send: { ...credentials, conversation_id: SESSION },
    answer: { lines: [{ id: MEMORY, seq: 0, speaker: 'visitor', text: 'I am Ana Costa.', ts: at }], next: null },
  },
  export_my_data: {
    ...call,
    path: '/functions/v1/export_my_data',
    summary: 'Download what is held',
    about:
      'Everything that is held about the visitor as one file, written while it is read: JSON with a list for each ' +
      `kind of data, or a page without scripts.${CREDENTIALS}`,
    body: exportMyData,
    media: { 'text/html': { about: 'With `format: html`.' } },
    headers: { 'content-disposition': 'The file’s name.' },
    send: { ...credentials, format: 'json' },
    answer: { about: { exported_at: at, consultant: 'Dana Reyes', email: null, retention_days: null } },
  },
  erase_my_data: {
    ...call,
    path: '/functions/v1/erase_my_data',
    summary: 'Erase what is held',
    about:
      'Deletes messages with what was derived from them, memories, conversations with what came of them, or ' +
      'everything, for good. The answer is a receipt. A message goes with the other half of its turn. What a legal ' +
      `hold keeps is counted as \`postponed\`, and erased once the hold is lifted.${CREDENTIALS}`,
    body: eraseMyData,
    errors: ['invalid_link', 'not_found'],
    send: { ...credentials, scope: 'all' },
    answer: receipt,
  },
  correct_my_data: {
    ...call,
    path: '/functions/v1/correct_my_data',
    summary: 'Correct a fact',
    about:
      'The visitor’s own word on a fact, or null to take it away. It wins over what is read from conversations that ' +
      `began before. A session’s credentials do not suffice.${CREDENTIALS}`,
    body: correctMyData,
    errors: ['invalid_link', 'not_found'],
    send: { ...credentials, field: 'name', value: 'Ana Costa' },
    answer: { success: true, fact: { field: 'name', value: 'Ana Costa', corrected: true } },
  },
  withdraw_consent: {
    ...call,
    path: '/functions/v1/withdraw_consent',
    summary: 'Go off the record',
    about:
      'Withdraws the consent to running conversations: nothing of them is left once they end, and what has come of ' +
      `them so far is deleted at once.${CREDENTIALS}`,
    body: withdrawConsent,
    send: credentials,
    answer: { success: true, withdrawn: 1, held: 0 },
  },
  request_desk_link: {
    ...call,
    access: 'anyone',
    path: '/functions/v1/request_desk_link',
    summary: 'Mail a link to the desk',
    about:
      'Mails a link to an address that was left, which opens the desk once within an hour. The answer is the same ' +
      'whether anything is held under it.',
    body: requestDeskLink,
    errors: ['mail_unavailable'],
    send: { email: 'ana@costabikes.example', language: 'en' },
    answer: { success: true },
  },
  read_desk_ways: {
    ...call,
    access: 'anyone',
    errors: [],
    path: '/functions/v1/read_desk_ways',
    summary: 'See whether links are mailed',
    about: 'Whether a link to the desk of an address can be mailed.',
    body: readDeskWays,
    send: {},
    answer: { mail: true },
  },
  open_desk: {
    ...call,
    access: 'anyone',
    path: '/functions/v1/open_desk',
    summary: 'Open a mailed link',
    about: 'Exchanges the token of a mailed link, once, for one that opens the desk of its address for half an hour.',
    body: openDesk,
    send: { token: 'n0tAToken' },
    answer: { desk_token: 'n0tATokenEither', expires_at: at },
  },
  read_legal_hold: {
    ...admin,
    method: 'get',
    summary: 'Get a legal hold',
    about: 'The legal hold on a conversation, or null.',
    answer: hold,
  },
  place_legal_hold: {
    ...admin,
    method: 'put',
    summary: 'Place a legal hold',
    about:
      'Keeps a conversation, whatever retention or its visitor say, who is told so. Placed again, only the reason ' +
      'changes.',
    body: legalHoldBody,
    errors: ['not_found'],
    send: { reason: 'Claim 4711 of November' },
    answer: hold,
  },
  lift_legal_hold: {
    ...admin,
    method: 'delete',
    summary: 'Lift a legal hold',
    about: 'Lets the conversation go its way. An erasure that waited for this is carried out.',
    status: 204,
    errors: ['not_found'],
  },
} satisfies Operations;
