import { type KeptDays, USUAL_DAYS } from '../features/twin/fill-in.ts';

/**
 * The version of the sentence that a visitor agrees to, and that is kept with the conversation: the twin's, and the days
 * of transcripts, memories and leads that stand in it where they are not the usual ones. So the same version always said
 * the same.
 */
export function promisedVersion(version: string, days: KeptDays): string {
  const said = [days.transcripts, days.memories, days.leads];
  const usual = [USUAL_DAYS.transcripts, USUAL_DAYS.memories, USUAL_DAYS.leads];
  return said.join() === usual.join() ? version : `${version}-${said.map((count) => count ?? 'unlimited').join('-')}`;
}
