import {
  type AdminTakeoverView,
  answerPerson,
  followSession,
  hintBody,
  type LiveLine,
  liveQuery,
  noteTyping,
  type PersonAnswer,
  personLineBody,
  requestPerson,
  takeoverBeatBody,
  takeoverBody,
} from '../../takeover.ts';
import { credentials, SESSION, TURN } from '../examples.ts';
import type { Operations } from '../operation.ts';

const inPath = { id: { about: 'The session’s id.', example: SESSION } };
const visitor = { method: 'post', tag: 'Conversation', access: 'session' } as const;
const admin = { tag: 'Taking over', access: 'admin', inPath } as const;
const view: AdminTakeoverView = {
  state: 'active',
  version: 3,
  person: { name: 'Dana Reyes', role: 'consultant' },
  since: '2026-11-20T09:20:00.000Z',
  reason: null,
  mine: true,
  kept: true,
  hint: null,
  hint_outcome: null,
};
const line: LiveLine = {
  id: '0193f1c2-8a51-7c33-9d1e-5b7a6c4d3e2f',
  seq: 8,
  turn_id: TURN,
  speaker: 'person',
  author: 'Dana Reyes',
  text: 'I can be in Porto on Thursday.',
  ts: '2026-11-20T09:21:00.000Z',
};
const answered: PersonAnswer = {
  takeover: { state: 'wanted', version: 1, person: null, since: '2026-11-20T09:19:00.000Z', reason: null },
  reach: { online: true, in_hours: true },
};
const STREAM = { 'text/event-stream': { about: 'Server-sent events.', each: 'live_session' } } as const;

export const takeoverOperations = {
  follow_session: {
    ...visitor,
    path: '/functions/v1/follow_session',
    summary: 'Hear of people who join',
    about:
      'A stream that stays open while the conversation runs: whether a person asks to join, is there or has left, ' +
      'what they write, and that they type. Asked again with the place of the last line, it goes on from there; ' +
      'lines that were sent before may come again under their ids.',
    body: followSession,
    media: STREAM,
    noJson: true,
    send: { ...credentials, after: 7 },
  },
  request_person: {
    ...visitor,
    path: '/functions/v1/request_person',
    summary: 'Ask for a person',
    about:
      'Tells those who may join that the visitor waits, and agrees that one joins; with `wanted` false they wait no ' +
      'longer. If nobody comes within two minutes, the twin takes a message.',
    body: requestPerson,
    send: { ...credentials, wanted: true },
    answer: answered,
  },
  answer_person: {
    ...visitor,
    path: '/functions/v1/answer_person',
    summary: 'Let a person join, or not',
    about: 'The visitor’s answer to a person who asks to join. It changes nothing when nobody asks any more.',
    body: answerPerson,
    send: { ...credentials, accept: true },
    answer: { ...answered, takeover: { ...answered.takeover, state: 'active', person: view.person } },
  },
  note_typing: {
    ...visitor,
    path: '/functions/v1/note_typing',
    summary: 'Tell that the visitor types',
    about: 'Shown to a person who has joined, for a few seconds. Without one nothing happens.',
    body: noteTyping,
    send: { ...credentials, typing: true },
    answer: { success: true },
  },
  watch_session: {
    ...admin,
    method: 'get',
    path: '/api/admin/sessions/{id}/live',
    summary: 'Watch a running conversation',
    about:
      'A stream that stays open: each line as it is saved, who answers, and that the visitor types. Of a ' +
      'conversation that is not kept, only what was written since its visitor asked for a person. Written to the ' +
      'audit log.',
    query: liveQuery,
    ask: { after: '7' },
    media: STREAM,
    noJson: true,
    errors: ['not_found', 'session_ended'],
  },
  take_over: {
    ...admin,
    method: 'post',
    path: '/api/admin/sessions/{id}/takeover',
    summary: 'Take a conversation over',
    about:
      'Asks the visitor whether the caller may join, under the name given here, or joins at once where they have ' +
      'agreed before. From then on the twin is silent. Written to the audit log.',
    body: takeoverBody,
    errors: ['not_found', 'session_ended', 'taken_over', 'person_declined'],
    send: { name: 'Dana Reyes', role: 'consultant' },
    answer: view,
  },
  beat_takeover: {
    ...admin,
    method: 'post',
    path: '/api/admin/sessions/{id}/takeover/beat',
    summary: 'Stay in a conversation',
    about:
      'Says that somebody is at the caller’s page, and whether they type. Two minutes without it, and the twin ' +
      'answers again.',
    body: takeoverBeatBody,
    errors: ['not_found', 'not_taken_over'],
    send: { typing: true },
    answer: { success: true },
  },
  hand_back: {
    ...admin,
    method: 'delete',
    path: '/api/admin/sessions/{id}/takeover',
    summary: 'Hand a conversation back',
    about: 'The twin answers the next line, and knows what was said. The visitor is told. Written to the audit log.',
    errors: ['not_found', 'not_taken_over'],
    answer: { success: true },
  },
  write_line: {
    ...admin,
    method: 'post',
    path: '/api/admin/sessions/{id}/lines',
    summary: 'Write to the visitor',
    about: 'Sends a line of the person who has taken over. Sent again with its id, it is the same line.',
    body: personLineBody,
    errors: ['not_found', 'not_taken_over', 'session_ended', 'message_too_long'],
    send: { id: TURN, text: line.text },
    answer: { line },
  },
  suggest_line: {
    ...admin,
    method: 'post',
    path: '/api/admin/sessions/{id}/suggestion',
    summary: 'Draft a line',
    about: 'What the twin would write in the caller’s place. The visitor sees nothing of it, and nothing is stored.',
    errors: ['not_found', 'not_taken_over', 'reply_failed'],
    answer: { text: 'I can be in Porto on Thursday. Would ten o’clock suit you?', model: 'embedded' },
  },
  give_hint: {
    ...admin,
    method: 'post',
    path: '/api/admin/sessions/{id}/hint',
    summary: 'Give the twin a hint',
    about:
      'The twin’s next reply carries it without saying so. Without a language model it says what its texts have ' +
      'nearest to it; the stream tells whether it could. Written to the audit log.',
    body: hintBody,
    errors: ['not_found'],
    send: { text: 'We have a free day next Thursday.' },
    answer: { success: true },
  },
  list_waiting: {
    tag: 'Taking over',
    access: 'admin',
    method: 'get',
    path: '/api/admin/waiting-visitors',
    summary: 'List visitors who wait for a person',
    about: 'Those who wait now, the longest first. Nothing of what they wrote is in it.',
    answer: {
      visitors: [{ session_id: SESSION, since: '2026-11-20T09:19:00.000Z', contact_name: 'Ana Costa', kept: true }],
    },
  },
} satisfies Operations;
