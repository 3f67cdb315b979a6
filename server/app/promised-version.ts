import { readPromises } from '../features/privacy/retention-promises.ts';
import { USUAL_SETTINGS } from '../features/settings/settings.ts';
import { consentsEver } from '../features/twin/consent-version.ts';
import { type RetentionDays, USUAL_DAYS } from '../features/twin/placeholders.ts';
import type { AppContext } from './context.ts';

/**
 * The version of the sentence that a visitor agrees to, and that is kept with the conversation: the twin's, and the
 * days of transcripts, memories and leads that stand in it where they are not the usual ones. So the same version
 * always said the same.
 */
export function promisedVersion(version: string, days: RetentionDays): string {
  const said = [days.transcripts, days.memories, days.leads];
  const usual = [USUAL_DAYS.transcripts, USUAL_DAYS.memories, USUAL_DAYS.leads];
  return said.join() === usual.join() ? version : `${version}-${said.map((count) => count ?? 'unlimited').join('-')}`;
}

/**
 * Whether visitors were ever shown the sentence of this version: some persona's that was kept, with some days that were
 * promised. A page may have been open since before both were changed.
 */
export async function wasPromised(
  { pool, live }: Pick<AppContext, 'pool' | 'live'>,
  version: string,
): Promise<boolean> {
  const [consents, promises] = [
    await consentsEver(pool, live.folder),
    await readPromises(pool, USUAL_SETTINGS.retention),
  ];
  return consents.some((consent) => promises.some(({ value }) => promisedVersion(consent.version, value) === version));
}
