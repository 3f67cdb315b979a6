import { expect } from 'vitest';
import type { DescribedCall } from './described-calls.ts';

/**
 * Merges the visitors of two sessions and parts them again, by all calls of people, each checked against the document.
 */
export async function mergeAsDescribed(
  [one, two]: readonly [session: string, session: string],
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  owner: (id: string, options?: DescribedCall) => Promise<any>,
): Promise<void> {
  const visitorOf = async (id: string): Promise<string> =>
    (await owner('read_session', { path: { id } })).session.visitor_id;
  const path = { id: await visitorOf(one) };
  const other = await visitorOf(two);
  await owner('list_people');
  await owner('change_person', { path, body: { add_tags: ['trade fair'] } });
  await owner('change_person', { path: { id: other }, body: { add_tags: ['bicycles'] } });
  await owner('add_person_note', { path, body: { text: 'Met at the fair.' } });
  expect((await owner('preview_merge', { path, query: { with: other } })).brings.sessions).toBe(1);
  expect((await owner('merge_people', { path, body: { with: other } })).visitors).toBe(2);
  const { parts, tags } = await owner('read_person', { path });
  expect(tags).toEqual(['bicycles', 'trade fair']);
  await owner('part_people', { path, body: { link_id: parts[0].link_id } });
}
