import { mergeBody, noteBody, partBody, peopleQuery, personBody } from '../../admin-calls.ts';
import type { Person, PersonDetail } from '../../people.ts';
import { adminItem, NOTE, note, SESSION, session, USER, VISITOR } from '../examples.ts';
import type { Operations } from '../operation.ts';

const OTHER = '6d1c9b52-1f0e-4f7a-8c3d-2b7e5a9f4c66';
const LINK = '019a9d41-7b20-7c11-8d5a-3e4f5a6b7c8d';
const TEAM = [{ id: USER, email: 'kim@reyes.example' }];
const ofPerson = { id: { about: 'The id of any of the person’s visitors.', example: VISITOR } };
const base = { tag: 'Work', access: 'admin' } as const;

const person: Person = {
  id: VISITOR,
  name: 'Ana Costa',
  email: 'ana@costabikes.example',
  phone: null,
  company: 'Costa Bikes',
  role: 'managing director',
  intent: 'consulting_inquiry',
  score: 78,
  status: 'new',
  tags: ['trade fair'],
  assignee: TEAM[0] ?? null,
  conversations: 1,
  visitors: 1,
  open_items: 1,
  first_seen_at: '2026-11-20T09:15:02.000Z',
  last_seen_at: '2026-11-20T09:29:40.000Z',
};
const detail: PersonDetail = {
  ...person,
  facts: [
    {
      field: 'company',
      value: 'Costa Bikes',
      history: [
        {
          value: 'Costa Bikes',
          said_at: '2026-11-20T09:16:20.000Z',
          corrected: false,
          visitor_id: VISITOR,
          session_id: SESSION,
          seq: 2,
          quote: 'I run Costa Bikes, a bicycle shop in Porto.',
          replaced: null,
        },
      ],
    },
  ],
  sessions: [{ ...session, executive_summary: 'Ana Costa wants help with decisions that all wait for her.' }],
  bookings: [],
  action_items: [adminItem],
  mails: [],
  notes: [{ ...note, id: NOTE, session_id: null }],
  parts: [],
  known_tags: ['trade fair'],
  team: TEAM,
  cut: [],
};

export const personOperations = {
  list_people: {
    ...base,
    method: 'get',
    path: '/api/admin/people',
    summary: 'List people',
    about:
      'Everybody who has finished a conversation that is kept, those seen last or with the highest score first. ' +
      'Visitors who left the same address, or who were merged, are one person. The search finds names, addresses, ' +
      'companies and telephone numbers.',
    query: peopleQuery,
    ask: { q: 'costa', sort: 'score' },
    answer: { items: [person], next_cursor: null },
  },
  read_person: {
    ...base,
    method: 'get',
    path: '/api/admin/people/{id}',
    summary: 'Read a person',
    about:
      'All that belongs to a person: facts with their history, sessions, bookings, action items, mails and notes. ' +
      'Each list holds the newest 200.',
    inPath: ofPerson,
    errors: ['not_found'],
    answer: detail,
  },
  change_person: {
    ...base,
    method: 'patch',
    path: '/api/admin/people/{id}',
    summary: 'Update a person',
    about: 'Adds and removes tags, and says who looks after the person. What is left out stays.',
    inPath: ofPerson,
    body: personBody,
    errors: ['not_found'],
    send: { add_tags: ['trade fair'], assignee_id: USER },
    answer: detail,
  },
  add_person_note: {
    ...base,
    method: 'post',
    path: '/api/admin/people/{id}/notes',
    summary: 'Add a note on a person',
    about: 'Writes a note on a person instead of a session, in the name of whoever asks.',
    inPath: ofPerson,
    body: noteBody,
    status: 201,
    errors: ['not_found'],
    send: { text: note.text },
    answer: { ...note, session_id: null },
  },
  preview_merge: {
    ...base,
    method: 'get',
    path: '/api/admin/people/{id}/merge',
    summary: 'Preview a merge',
    about: 'What two people would be together: which facts would count, and what one brings along. Changes nothing.',
    inPath: ofPerson,
    query: mergeBody,
    errors: ['not_found'],
    ask: { with: OTHER },
    answer: {
      one: person,
      other: { ...person, id: OTHER, name: 'A. Costa', tags: [], assignee: null },
      facts: [{ field: 'name', value: 'Ana Costa', instead_of: 'A. Costa' }],
      brings: { sessions: 1, bookings: 0, action_items: 1, mails: 0, notes: 0 },
    },
  },
  merge_people: {
    ...base,
    method: 'post',
    path: '/api/admin/people/{id}/merge',
    summary: 'Merge two people',
    about:
      'Makes two people one for the owner’s side, until they are parted. Visitors notice nothing: what they see of ' +
      'themselves, and what the twin knows of them, stays apart.',
    inPath: ofPerson,
    body: mergeBody,
    errors: ['not_found', 'conflict'],
    send: { with: OTHER },
    answer: { ...detail, visitors: 2 },
  },
  part_people: {
    ...base,
    method: 'post',
    path: '/api/admin/people/{id}/part',
    summary: 'Part people',
    about:
      'Undoes a merge, or parts a visitor from those who left the same address, for good. Name either the merge or ' +
      'the visitor, as the person’s parts list them.',
    inPath: ofPerson,
    body: partBody,
    errors: ['not_found'],
    send: { link_id: LINK },
    answer: { parted_id: OTHER },
  },
} satisfies Operations;
