import type { Page, SearchHit } from '@understudy/contract/admin';
import { findContacts } from './list-sessions.ts';
import type { Lists } from './read-listed.ts';
import { presentSession } from './session-rows.ts';
import { type FoundRow, readOpenings, searchTranscripts } from './transcripts.ts';

/** People whose name or address matches come before transcripts, but must not crowd them out. */
const CONTACTS_MAX = 5;

const presentHit = ({ seq, speaker, excerpt, ...session }: FoundRow): SearchHit => ({
  session: presentSession(session),
  seq,
  speaker,
  excerpt,
});

/**
 * Searches all conversations. The first page begins with the newest conversations of people whose name or address
 * matches; then come those whose transcript matches, newest first.
 */
export async function searchEverywhere(
  lists: Lists,
  query: { q: string; cursor: string | null; limit: number },
): Promise<Page<SearchHit>> {
  const isFirst = query.cursor === null;
  const [contacts, said] = await Promise.all([
    isFirst ? findContacts(lists, query.q, CONTACTS_MAX) : [],
    searchTranscripts(lists.pool, query),
  ]);
  const ids = new Set(said.rows.map(({ id }) => id));
  const others = contacts.map(({ id }) => id).filter((id) => !ids.has(id));
  const people = others.length > 0 ? await readOpenings(lists.pool, others) : [];
  return { items: [...people, ...said.rows].map(presentHit), next_cursor: said.next_cursor };
}
