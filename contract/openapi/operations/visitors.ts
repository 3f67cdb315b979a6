import { actionItems, collectEmail, correctMemory, forgetMemory, requestCall, sessionOnly } from '../../calls.ts';
import { credentials, item, MEMORY } from '../examples.ts';
import type { Operations } from '../operation.ts';

const base = { method: 'post', tag: 'Visitors' } as const;

export const visitorOperations = {
  collect_email: {
    ...base,
    path: '/functions/v1/collect_email',
    summary: 'Join the waitlist',
    about: 'Puts an address on the waitlist for early access. An address that is there already is answered alike.',
    access: 'anyone',
    body: collectEmail,
    send: { email: 'ana@costabikes.example', name: 'Ana Costa', signup_type: 'waitlist' },
    answer: { success: true, message: 'We will write to ana@costabikes.example when early access opens.' },
  },
  request_call: {
    ...base,
    path: '/functions/v1/request_call',
    summary: 'Request a call',
    about:
      'The visitor wants to be called or written to: an action item for the owner, with the wished time in the ' +
      'visitor’s words.',
    access: 'session',
    body: requestCall,
    errors: ['not_kept'],
    send: { ...credentials, email: 'ana@costabikes.example', wished_time: 'Tuesday after lunch' },
    answer: { success: true, due_date: '2026-11-24' },
  },
  action_items: {
    ...base,
    path: '/functions/v1/action_items',
    summary: 'Suggest action items',
    about:
      'What the conversation asks to be done, which is kept where the conversation is; or what a text asks for, ' +
      'which is only told. Asked again, nothing doubles. An administrator names any conversation that is kept by ' +
      '`session_id`, without its secret.',
    access: 'session_or_admin',
    body: actionItems,
    errors: ['not_found'],
    send: { ...credentials, action: 'extract', extract_from: 'conversation' },
    answer: { extracted: [item] },
  },
  my_memories: {
    ...base,
    path: '/functions/v1/my_memories',
    summary: 'List your memories',
    about:
      'Everything that is remembered about the visitor whose session it is, with the words from which it was read.',
    access: 'session',
    body: sessionOnly,
    send: credentials,
    answer: {
      memories: [
        {
          id: MEMORY,
          kind: 'fact',
          text: 'Leads a company of forty people.',
          importance: 0.7,
          created_at: '2026-11-20T09:15:20.000Z',
          expires_at: '2027-11-20T09:15:20.000Z',
          corrected: false,
          from: 'We are forty people and everything waits for me.',
        },
      ],
    },
  },
  correct_memory: {
    ...base,
    path: '/functions/v1/correct_memory',
    summary: 'Correct a memory',
    about: 'The visitor’s own words replace what was read from theirs, and are not replaced by it again.',
    access: 'session',
    body: correctMemory,
    errors: ['not_found'],
    send: { ...credentials, id: MEMORY, text: 'Leads a company of fifty people.' },
    answer: { success: true },
  },
  forget_memory: {
    ...base,
    path: '/functions/v1/forget_memory',
    summary: 'Delete a memory',
    about: 'Deletes one memory of the visitor, or all of them.',
    access: 'session',
    body: forgetMemory,
    errors: ['not_found'],
    send: { ...credentials, id: MEMORY },
    answer: { success: true, forgotten: 1 },
  },
} satisfies Operations;
