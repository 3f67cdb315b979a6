import { NOTICE_REASONS } from '@understudy/contract/admin';
import { MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import { DEFAULT_MODE_ID, type Twin } from '@understudy/contract/twin';
import { typographic } from '@understudy/contract/typography';
import type { PublicConfig } from '@understudy/contract/wire';
import { plainText, splitReply } from '../features/conversation/index.ts';
import type { LeadNotices } from '../features/notifications/index.ts';
import { consentVersionOf } from '../features/privacy/index.ts';
import type { Providers } from '../features/settings/index.ts';
import { isSample } from '../features/setup/index.ts';
import { fillIn, type LiveTwin, namePlaceholders } from '../features/twin/index.ts';
import type { OwnerSettings } from '../platform/owner-settings.ts';
import type { MailSwitch } from '../providers/mail/create-mail.ts';

/** The sources of the page's configuration. */
export interface ConfigSources extends Providers {
  settings: OwnerSettings;
  notices: Pick<LeadNotices, 'wants'>;
  mailServers: Pick<MailSwitch, 'current'>;
  live: Pick<LiveTwin, 'statedRetention'>;
}

/** What the page needs to know before a session. The twin's prompts stay on the server. */
export function presentConfig(
  twin: Twin,
  { models, voices, transcribers, embedders, settings, notices, mailServers, live }: ConfigSources,
  messagesPerMinute: number,
): PublicConfig {
  const { persona, consent } = twin;
  const days = live.statedRetention;
  const { audit_log: _, ...kept } = settings.get('retention');
  const hours = settings.get('hours');
  const shows = fillIn(settings.get('visitor_page'), namePlaceholders(persona));
  const voice = voices.provider();
  const exchange = twin.demos[0]?.exchange;
  return {
    consultant: {
      name: persona.name,
      first_name: persona.first_name,
      title: persona.title,
      tagline: persona.tagline,
      biography: persona.biography,
      portrait: `/twin/portrait?v=${twin.portrait.version}`,
      contact_email: persona.contact.email,
      calendar: persona.contact.calendar ?? null,
      services: persona.services.map(({ name, summary }) => ({ name, summary })),
    },
    copyright: { year: persona.copyright.year ?? null, company: persona.copyright.company ?? persona.name },
    modes: twin.modes.map(({ id, name, description, voiceId, color, greeting: [first = ''] }) => ({
      ...{ id, name, description, voiceId, color },
      greeting: typographic(plainText(splitReply(fillIn(first, namePlaceholders(persona))))),
    })),
    default_mode: DEFAULT_MODE_ID,
    models: shows.models ? models.listModels() : [],
    default_model: shows.models ? models.defaultModel() : '',
    basic_answers: models.complete === null,
    speech: {
      transcription: { providers: shows.voice ? transcribers.providers() : [], browser: shows.voice },
      voice: shows.voice && voice ? { provider: voice, voices: voices.ids() } : { provider: null, voices: [] },
    },
    memory: { provider: embedders.provider() },
    consent: days && { ...consent, version: consentVersionOf(consent.version, days) },
    retention_days: days && kept,
    visitor_page: shows,
    offers: fillIn(settings.get('offers'), namePlaceholders(persona)),
    hours: hours.open.length > 0 ? hours : null,
    tells_others: NOTICE_REASONS.some(notices.wants),
    sends_mail: mailServers.current() !== null,
    limits: { message_max_code_points: MESSAGE_MAX_CODE_POINTS, messages_per_minute: messagesPerMinute },
    proof: { ...persona.proof, quotes: persona.proof.quotes.map(({ text, by }) => ({ text: typographic(text), by })) },
    sample: isSample(persona),
    demo: exchange
      ? {
          human: typographic(exchange.human),
          reply: splitReply(exchange.reply).map((segment) => ({ ...segment, text: typographic(segment.text) })),
        }
      : null,
  };
}
