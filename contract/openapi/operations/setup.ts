import type { Setup, SetupAnswers } from '../../setup.ts';
import { setupBody, setupPreviewBody, setupVersionBody } from '../../setup-calls.ts';
import type { Operations } from '../operation.ts';

const base = { tag: 'Settings', access: 'admin' } as const;
const answers: SetupAnswers = {
  base: 'scratch',
  name: 'Dana Reyes',
  first_name: 'Dana',
  title: 'Succession adviser',
  work: 'advice',
  location: 'Lisbon, Portugal',
  does: 'I help family firms hand over to the next generation.',
  audience: 'Owners of firms with 10 to 100 people.',
  about: '',
  languages: 'English, Portuguese',
  portrait: null,
  color: '#2f6b5e',
  services: [{ name: 'the Handover Plan', summary: 'A plan for five years.', price: '€9,000', duration: 'six weeks' }],
  answers: [{ question: 'Do you work with couples?', answer: 'Yes, about half of my clients are couples.' }],
  manner: { formality: 3, length: 2, humour: 3 },
  email: 'dana@reyes.example',
  call: 'A first call takes 20 minutes and costs nothing.',
  calendar: '',
};
const setup: Setup = {
  state: 'begun',
  answers,
  step: 'knowledge',
  version: 3,
  updated_at: '2026-11-26T09:30:00.000Z',
  updated_by: 'dana@reyes.example',
  published_at: null,
  can_undo: false,
  is_sample: true,
  changes: {
    replaced: ['persona.yaml', 'modes/core.yaml'],
    added: ['knowledge/basics.md'],
    removed: ['knowledge/prices.md'],
  },
  problem: null,
};

export const setupOperations = {
  read_setup: {
    ...base,
    method: 'get',
    path: '/api/admin/setup',
    summary: 'Read the setup',
    about: 'The answers so far, and which texts of the twin publishing them would replace, add and remove.',
    answer: setup,
  },
  save_setup: {
    ...base,
    method: 'put',
    path: '/api/admin/setup',
    summary: 'Save answers of the setup',
    about:
      'Keeps the answers for all owners; visitors notice nothing. 409 `conflict` names who has changed them since.',
    body: setupBody,
    errors: ['conflict', 'body_too_large'],
    send: { answers, step: 'knowledge', version: 2 },
    answer: setup,
  },
  postpone_setup: {
    ...base,
    method: 'post',
    path: '/api/admin/setup/later',
    summary: 'Put the setup off',
    about: 'The dashboard no longer proposes it. The answers stay.',
    body: setupVersionBody,
    errors: ['conflict'],
    send: { version: 3 },
    answer: { ...setup, state: 'later', version: 4 },
  },
  preview_setup: {
    ...base,
    method: 'post',
    path: '/api/admin/setup/preview',
    summary: 'Ask a twin with these answers',
    about:
      'How it would begin, and what it would reply to a first message; with `quick` without a language model. ' +
      'Nothing is saved. What is missing is made up, so that there is always a twin.',
    body: setupPreviewBody,
    errors: ['rate_limited', 'reply_failed', 'body_too_large'],
    send: { answers, message: 'What do you do?', quick: true },
    answer: {
      greeting: 'Welcome. I’m an AI, Dana Reyes’s twin: not Dana in person, but I know the work well.',
      reply: 'In Dana’s words: “I help family firms hand over to the next generation.”',
      problem: null,
    },
  },
  publish_setup: {
    ...base,
    method: 'post',
    path: '/api/admin/setup/publish',
    summary: 'Publish the setup',
    about:
      'Writes the answers into the twin’s texts, all at once: `POST /api/admin/setup/undo` takes them back. ' +
      'With `base: scratch` the folder’s knowledge, replies and sample exchanges give way; what owners added stays.',
    body: setupVersionBody,
    errors: ['invalid_request', 'conflict'],
    send: { version: 3 },
    answer: {
      saved: [
        { file: 'persona.yaml', version: 1 },
        { file: 'knowledge/basics.md', version: 1 },
      ],
    },
  },
  undo_setup: {
    ...base,
    method: 'post',
    path: '/api/admin/setup/undo',
    summary: 'Undo the last publication',
    about:
      'Brings back texts and answers as they were before it. 409 `conflict` if there is none, or if a text has been ' +
      'changed since.',
    body: setupVersionBody,
    errors: ['conflict'],
    send: { version: 4 },
    answer: { saved: [{ file: 'persona.yaml', version: 2 }] },
  },
} satisfies Operations;
