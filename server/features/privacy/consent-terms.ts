import type { Pool } from 'pg';
import type { ConsentTerms } from '../conversation/index.ts';
import { DEFAULT_SETTINGS, type LiveSettings } from '../settings/index.ts';
import { allConsentSentences, DEFAULT_RETENTION, type LiveTwin, type RetentionDays } from '../twin/index.ts';
import { readPromises } from './retention-rules.ts';

/**
 * The consent version that is stored with a conversation: the version of the twin's sentence, plus the days of
 * transcripts, memories and leads in it if they differ from the defaults, so that one version is always one wording.
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

/** The version of the consent sentence that visitors read now, and whether they ever read another. */
export const consentTerms = (deps: ConsentDeps): ConsentTerms => ({
  promised: () =>
    deps.live.statedRetention && consentVersionOf(deps.live.twin().consent.version, deps.live.statedRetention),
  async refresh() {
    await deps.settings.refresh();
    await deps.live.setRetention(deps.settings.statedRetention());
  },
  isKnown: (version) => isKnownConsentVersion(deps, version),
});

/**
 * Whether visitors ever read this version of the sentence: that of any persona so far, with any days promised so far. A
 * page may have been open since before either changed.
 */
async function isKnownConsentVersion({ pool, live }: ConsentDeps, version: string): Promise<boolean> {
  const [consents, promises] = [
    await allConsentSentences(pool, live.folder),
    await readPromises(pool, DEFAULT_SETTINGS.retention),
  ];
  return consents.some((consent) => promises.some(({ value }) => consentVersionOf(consent.version, value) === version));
}
