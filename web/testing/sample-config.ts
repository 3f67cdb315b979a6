import type { PublicConfig } from '@understudy/contract/wire';

const mode = (id: string, name: string) => ({
  id,
  name,
  description: name,
  voiceId: id,
  color: '#888888',
  greeting: `${name} here.`,
});
const model = (id: string, name: string) => ({
  id,
  name,
  description: name,
  contextLength: '128k',
  color: '#888888',
  available: true,
  successor: null,
});

/** What `GET /api/config` tells a page about a consultant. */
export const sampleConfig: PublicConfig = {
  consultant: {
    name: 'Orla Venstrom',
    first_name: 'Orla',
    title: 'Adviser',
    tagline: 'I help companies run without their founder in every scene.',
    biography: 'Orla ran a theatre.',
    portrait: '/portrait.svg',
    contact_email: 'orla@venstrom.example',
    calendar: null,
    services: [{ name: 'Prompt book', summary: 'Who decides what.' }],
  },
  copyright: { year: 2026, company: 'Venstrom' },
  modes: [mode('mentor', 'Mentor'), mode('storyteller', 'Storyteller'), mode('futurist', 'Futurist')],
  default_mode: 'mentor',
  models: [model('asked-model', 'Asked'), model('embedded', 'Embedded')],
  default_model: 'asked-model',
  basic_answers: false,
  speech: { transcription: { providers: [], browser: false }, voice: { provider: null, voices: [] } },
  memory: { provider: 'embedded' },
  consent: {
    version: '1',
    language: 'en',
    text: 'Keep this conversation for 180 days so that Orla can read it. Without this, it is deleted.',
    translations: {
      de: 'Dieses Gespräch 180 Tage lang speichern, damit Orla es lesen kann. Sonst wird es gelöscht.',
    },
  },
  retention_days: { transcripts: 180, leads: 730, memories: 365, action_items: 730, notes: 730, waitlist: 365 },
  visitor_page: {
    ...{ analysis: true, models: true, voice: true, waitlist: true, dashboard_link: true },
    starters: [],
  },
  offers: {
    book_call: 'Book a call',
    leave_email: 'Leave an email',
    get_summary: 'Get the summary',
    invitation: 'Want Orla to follow up?',
  },
  hours: null,
  tells_others: false,
  sends_mail: false,
  limits: { message_max_code_points: 4_000, messages_per_minute: 20 },
  proof: { clients: [], quotes: [] },
  sample: true,
  demo: null,
};
