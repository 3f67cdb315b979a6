import type { Language } from '@understudy/contract/languages';
import type { Pool } from 'pg';
import type { AgreedSentence, ConsentTerms } from '../conversation/index.ts';
import { DEFAULT_SETTINGS, type LiveSettings } from '../settings/index.ts';
import {
  allConsentSentences,
  type Consent,
  DEFAULT_RETENTION,
  fillIn,
  type LiveTwin,
  placeholderDays,
  type RetentionDays,
} from '../twin/index.ts';
import { readPromises } from './retention-rules.ts';

/**
 * The consent version that is stored with a conversation: the version of the twin's sentence, plus the days of
 * transcripts, memories and leads in it if they differ from the defaults. One version is one sentence and its
 * translations.
 */
export function consentVersionOf(version: string, days: RetentionDays): string {
  const stated = [days.transcripts, days.memories, days.leads];
  const usual = [DEFAULT_RETENTION.transcripts, DEFAULT_RETENTION.memories, DEFAULT_RETENTION.leads];
  return stated.join() === usual.join()
    ? version
    : `${version}-${stated.map((count) => count ?? 'unlimited').join('-')}`;
}

/** Dependencies of the consent sentence. */
interface ConsentDeps {
  pool: Pool;
  live: LiveTwin;
  settings: Pick<LiveSettings, 'refresh' | 'statedRetention'>;
}

/** The consent sentence that visitors read now, and those they ever read. */
export const consentTerms = ({ pool, live, settings }: ConsentDeps): ConsentTerms => ({
  promised(asked) {
    const days = live.statedRetention;
    if (!days) return null;
    const { version, language, text, translations } = live.twin().consent;
    return sentenceIn({ version, language, texts: { ...translations, [language]: text } }, days, asked);
  },
  async refresh() {
    await settings.refresh();
    await live.setRetention(settings.statedRetention());
  },
  async shown(version, asked) {
    const consents = await allConsentSentences(pool, live.folder);
    const promises = await readPromises(pool, DEFAULT_SETTINGS.retention);
    for (const consent of consents) {
      for (const { value } of promises) {
        if (consentVersionOf(consent.version, value) !== version) continue;
        const sentence = sentenceIn(consent, value, asked);
        if (!asked || sentence.language === asked) return sentence;
      }
    }
    return null;
  },
});

/** The sentence in a language, or in the twin's own where it has no translation, with the days filled in. */
function sentenceIn(
  { version, language, texts }: Consent,
  days: RetentionDays,
  asked: Language = language,
): AgreedSentence {
  const shown = texts[asked] ? asked : language;
  return {
    version: consentVersionOf(version, days),
    language: shown,
    text: fillIn(texts[shown] ?? '', placeholderDays(days)),
  };
}
