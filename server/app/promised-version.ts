import {
  RETENTION_LEADS_DAYS,
  RETENTION_MEMORIES_DAYS,
  RETENTION_TRANSCRIPTS_DAYS,
} from '@understudy/contract/constants';
import type { LiveTwin } from './live-twin.ts';

/** The days that the sentence says where nobody has set others. */
const USUAL: LiveTwin['days'] = {
  transcripts: RETENTION_TRANSCRIPTS_DAYS,
  memories: RETENTION_MEMORIES_DAYS,
  leads: RETENTION_LEADS_DAYS,
};

/**
 * The version of the sentence that a visitor agrees to, and that is kept with the conversation: the twin's, and the days
 * of transcripts, memories and leads that stand in it where they are not the usual ones. So the same version always said
 * the same.
 */
export function promisedVersion(version: string, days: LiveTwin['days']): string {
  const said = [days.transcripts, days.memories, days.leads];
  const usual = [USUAL.transcripts, USUAL.memories, USUAL.leads];
  return said.join() === usual.join() ? version : `${version}-${said.map((count) => count ?? 'unlimited').join('-')}`;
}
