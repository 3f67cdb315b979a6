import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { times } from '../../testing/load.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

/** Ids on all pages of a list. */
async function pages(query: string): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  do {
    const { body } = await scene.ask(`/sessions?${query}&limit=3${cursor && `&cursor=${cursor}`}`);
    found.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor ?? '';
  } while (cursor);
  return found;
}

describe('the search in many sessions', () => {
  test('finds the few among the many by the index, and counts the many up to a thousand', async () => {
    for (let thousand = 0; thousand < times(2, 21); thousand += 1) {
      await scene.app.pool.query(
        `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, started_at, ended_at,
           contact_name)
         SELECT gen_random_uuid(), gen_random_uuid(), 'x', true, '1', 'mentor', now() - n * interval '1 second', now(),
           CASE n % $2::int WHEN 0 THEN 'Rare Жанна' ELSE 'Common Name' END
         FROM generate_series($1::int * 1000 + 1, $1::int * 1000 + 1000) AS n`,
        // Seven of either number are rare.
        [thousand, times(280, 3_000)],
      );
    }
    const rare = await scene.ask('/sessions?q=rare&limit=3');
    expect(rare.body).toMatchObject({ total: 7, total_is_more: false });
    expect(await pages('q=rare')).toHaveLength(7);
    expect(await pages(`q=${encodeURIComponent('жанна')}&sort=date`)).toHaveLength(7);
    const common = await scene.ask('/sessions?q=common');
    expect(common.body).toMatchObject({ total: 1_000, total_is_more: true });
    expect(common.body.items).toHaveLength(25);
    // With as many as in the soak, a query of one or two letters only matches the beginnings of words.
    expect((await scene.ask('/sessions?q=ra')).body.total).toBe(7);
    expect((await scene.ask('/sessions?q=co')).body.total_is_more).toBe(true);
  });
});
