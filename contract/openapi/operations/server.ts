import { USUAL_VISITOR_PAGE } from '../../settings.ts';
import type { Operations } from '../operation.ts';

const base = { method: 'get', tag: 'Server', access: 'anyone' } as const;

export const serverOperations = {
  read_config: {
    ...base,
    path: '/api/config',
    summary: 'Get the public configuration',
    about:
      'All that a page needs before a session: who the twin is, its modes and models, what can speak and hear, ' +
      'the sentence of the consent, how long things are kept.',
    answer: {
      consultant: {
        name: 'Dana Reyes',
        first_name: 'Dana',
        title: 'Adviser to founders',
        tagline: 'Decisions that do not wait for you.',
        biography: 'Twenty years of small companies.',
        portrait: '/twin/portrait?v=5f2a9c0d41b7e638',
        contact_email: 'dana@reyes.example',
        calendar: null,
        services: [{ name: 'First conversation', summary: 'An hour, free of charge.' }],
      },
      copyright: { year: 2026, company: 'Reyes Advisory' },
      modes: [
        {
          id: 'mentor',
          name: 'Mentor',
          description: 'Patient and direct',
          voiceId: 'mentor',
          color: '#8a5a00',
          greeting: 'Hello. I’m the AI twin of Ada Kestrel.',
        },
      ],
      default_mode: 'mentor',
      models: [
        {
          id: 'embedded',
          name: 'Embedded',
          description: 'Answers from the knowledge, without a model',
          contextLength: '8k',
          color: '#6b6258',
          available: true,
          successor: null,
        },
      ],
      default_model: 'embedded',
      basic_answers: false,
      speech: { transcription: { providers: [], browser: true }, voice: { provider: 'embedded', voices: ['mentor'] } },
      memory: { provider: 'embedded' },
      consent: {
        version: '1',
        language: 'en',
        text: 'You may keep this conversation for 180 days.',
        translations: { de: 'Sie dürfen dieses Gespräch 180 Tage lang speichern.' },
      },
      retention_days: { transcripts: 180, leads: 730, memories: 365, action_items: 730, notes: 730, waitlist: 730 },
      visitor_page: { ...USUAL_VISITOR_PAGE, analysis: true, starters: ['What do you do?', 'What does it cost?'] },
      offers: {
        book_call: 'Book a call',
        leave_email: 'Leave an address',
        get_summary: 'Get a summary',
        invitation: 'Shall Dana call you?',
      },
      hours: null,
      books_calls: true,
      tells_others: false,
      sends_mail: false,
      limits: { message_max_code_points: 4000, messages_per_minute: 20 },
      sample: false,
      proof: { clients: ['Kestrel Optics'], quotes: [{ text: 'Meetings end on time.', by: 'Ada Kestrel' }] },
      demo: null,
    },
  },
  read_widget: {
    ...base,
    path: '/api/widget',
    summary: 'Ask whether the widget may show',
    about:
      'Whether the widget works on the page that asks, by its `Origin`, and how its button looks. It may be read ' +
      'from any origin. The page that the widget frames is `/widget`; only allowed origins may frame it.',
    answer: {
      allowed: true,
      origin: 'https://www.reyes.example',
      name: 'AI Dana Reyes',
      color: '#e7a13a',
      position: 'right',
      label: 'Ask AI Dana',
    },
  },
  read_openapi: {
    ...base,
    path: '/openapi.json',
    summary: 'Get the OpenAPI document',
    about:
      'This description, to be read by programs. It may be fetched from any origin; its `etag` says whether it ' +
      'has changed.',
    media: { 'application/json': { about: 'An OpenAPI 3.1 document.' } },
    noJson: true,
  },
  read_health: {
    ...base,
    path: '/healthz',
    summary: 'Check liveness',
    about: 'Answers as long as the process does, whatever else is wrong.',
    answer: { status: 'ok' },
  },
  read_readiness: {
    ...base,
    path: '/readyz',
    summary: 'Check readiness',
    about:
      'Status 200 where the database answers, the first owner exists and nothing is stopping, otherwise 503 with ' +
      'the reasons; both in this form. With status 200 the reasons tell what is wrong though visitors are served.',
    answer: { status: 'ready', reasons: [] },
  },
  read_metrics: {
    ...base,
    access: 'admin',
    path: '/metrics',
    summary: 'Get the metrics',
    about:
      'The figures of the instance that answers, for Prometheus. `METRICS_TOKEN`, where it is set, is taken as the ' +
      'token too.',
    media: { 'text/plain': { about: 'Prometheus’ text format, version 0.0.4.' } },
    noJson: true,
  },
} satisfies Operations;
