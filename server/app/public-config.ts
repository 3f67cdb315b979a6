import {
  MESSAGE_MAX_CODE_POINTS,
  RETENTION_LEADS_DAYS,
  RETENTION_MEMORIES_DAYS,
  RETENTION_TRANSCRIPTS_DAYS,
} from '@understudy/contract/constants';
import { DEFAULT_MODE_ID, type Twin } from '@understudy/contract/twin';
import type { PublicConfig } from '@understudy/contract/wire';
import { splitReply } from '../features/conversation/segments.ts';
import type { AppContext } from './context.ts';

/** What a page needs before a session. Prompts and manners stay here. */
export function presentConfig(
  twin: Twin,
  { models, voices, transcribers, embedders }: Pick<AppContext, 'models' | 'voices' | 'transcribers' | 'embedders'>,
  messagesPerMinute: number,
): PublicConfig {
  const { persona, consent } = twin;
  const exchange = twin.demos.flatMap((demo) => demo.exchanges)[0];
  return {
    consultant: {
      name: persona.name,
      first_name: persona.first_name,
      title: persona.title,
      tagline: persona.tagline,
      biography: persona.biography,
      portrait: '/twin/portrait',
      contact_email: persona.contact.email,
      services: persona.services.map(({ name, summary }) => ({ name, summary })),
    },
    modes: twin.modes.map(({ id, name, description, voiceId, color }) => ({ id, name, description, voiceId, color })),
    default_mode: DEFAULT_MODE_ID,
    models: models.listModels(),
    default_model: models.defaultModel(),
    speech: {
      transcription: { providers: transcribers.providers(), browser: true },
      voice: { provider: voices.provider(), voices: voices.provider() ? voices.ids() : [] },
    },
    memory: { provider: embedders.provider() },
    consent: { version: consent.version, text: consent.text },
    retention_days: {
      transcripts: RETENTION_TRANSCRIPTS_DAYS,
      leads: RETENTION_LEADS_DAYS,
      memories: RETENTION_MEMORIES_DAYS,
    },
    limits: { message_max_code_points: MESSAGE_MAX_CODE_POINTS, messages_per_minute: messagesPerMinute },
    demo: exchange ? { human: exchange.human, reply: splitReply(exchange.reply) } : null,
  };
}
