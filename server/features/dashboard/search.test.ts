import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { indexTranscript } from './transcripts.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

async function said(session: Parameters<OwnerScene['keep']>[0]): Promise<string> {
  const id = await scene.keep(session);
  await indexTranscript(scene.app.pool, id);
  return id;
}
const search = (q: string, more = '') => scene.ask(`/search?q=${encodeURIComponent(q)}${more}`);

describe('GET /api/admin/search', () => {
  test('finds the utterance in which words were said, also their beginnings, whatever the script', async () => {
    const id = await said({
      lines: ['Hello', 'Hi', 'We need PRICING for the Zürich office', 'Noted', 'Спасибо, 会議 later'],
    });
    await said({ lines: ['pricing is not what I ask about'] });
    const { body } = await search('zürich pric');
    expect(body).toMatchObject({ items: [{ session: { id }, seq: 2, speaker: 'visitor' }], next_cursor: null });
    expect(body.items[0].excerpt).toBe('We need \u0002PRICING\u0003 for the \u0002Zürich\u0003 office');
    expect((await search('спаси')).body.items).toMatchObject([{ session: { id }, seq: 4 }]);
    expect((await search('会議')).body.items).toMatchObject([{ seq: 4 }]);
  });

  test('shows the visitor’s words rather than the twin’s, with dots where something is left out', async () => {
    const around = (words: string) => `${'and so on '.repeat(20)}${words}${' and on it went'.repeat(20)}`;
    const id = await said({ lines: [around('our narwhal waits for a founder'), 'Your narwhal waits for a founder.'] });
    const { body } = await search('founder narwhal');
    expect(body.items).toMatchObject([{ session: { id }, seq: 0, speaker: 'visitor' }]);
    expect(body.items[0].excerpt).toMatch(/^… .narwhal. waits for a .founder. and.* …$/);
  });

  test('finds words that were said apart in one conversation', async () => {
    const id = await said({ lines: ['kubernetes migration', 'Sure', 'deadline in quokka month'] });
    expect((await search('quokka kubernetes')).body.items).toMatchObject([{ session: { id } }]);
    expect((await search('quokka absentword')).body.items).toEqual([]);
  });

  test('finds a conversation that runs, and none without consent', async () => {
    const id = await scene.keep({ minutes: null, lines: ['platypus now'] });
    await scene.keep({ minutes: null, consent: false, lines: ['platypus hidden'] });
    await said({ consent: false, lines: ['platypus hidden'] });
    expect((await search('platypus')).body.items).toMatchObject([{ session: { id }, seq: 0 }]);
  });

  test('finds the same in a conversation that runs as in one that is over', async () => {
    const lines = [
      'ÄRGER with e-mail to a@b-c.test; see www.example.com/price_list, O’Neil',
      'a <b>bold</b> 3,000 €, +49 711-12',
    ];
    await scene.app.pool.query('DELETE FROM sessions WHERE ended_at IS NULL');
    const [runs, over] = [await scene.keep({ minutes: null, lines }), await said({ lines })];
    const found: Record<string, string> = {};
    for (const q of [
      ...[
        'ärger',
        'Arger',
        'e-mail',
        'mail',
        'a@b-c.test',
        'b-c',
        'www.example.com',
        'example',
        'www.example.com/price_list',
      ],
      ...[
        'price_list',
        'list',
        'O’Neil',
        "o'neil",
        'ne',
        '<b>',
        'bold',
        '<b>bold',
        '3,000',
        '3000',
        '+49',
        '711',
        '711-12',
      ],
      ...['...ärger!', '👍', '👍 ärger', 'ärger -- see', '&amp; see', 'bold & absent', 'to:*', 'ärgere', 'e', 'a b'],
    ]) {
      const ids = (await search(q)).body.items.map(({ session }: { session: { id: string } }) => session.id);
      found[q] = [runs, over].map((id) => (ids.includes(id) ? 'found' : 'not')).join(' ');
    }
    expect(Object.entries(found).filter(([, both]) => !/^(found found|not not)$/.test(both))).toEqual([]);
    expect(Object.values(found)).toContain('not not');
    expect(found).toMatchObject({ ärger: 'found found', '<b>bold': 'found found', 'ärger -- see': 'found found' });
  });

  test('finds people by parts of names and addresses', async () => {
    const id = await said({
      contact_name: 'Wilhelmina Stroganova',
      email: 'ws@wombat-works.test',
      lines: ['Good day', 'Hi'],
    });
    for (const q of ['elmina', 'WOMBAT-W']) {
      expect((await search(q)).body.items).toMatchObject([{ session: { id }, seq: 0, excerpt: 'Good day' }]);
    }
  });

  test('gives pages, the newest first, each conversation once', async () => {
    const ids: string[] = [];
    const started_at = new Date(Date.now() - 3_600_000).toISOString();
    for (let n = 0; n < 7; n += 1) ids.push(await said({ started_at, lines: ['the axolotl again'] }));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await search('axolotl', `&limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ session }: { session: { id: string } }) => session.id));
      cursor = body.next_cursor ?? '';
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect([...seen].sort()).toEqual([...ids].sort());
  });

  test.each([
    "'; drop table transcripts; --",
    'a & | ! :* <-> (',
    "\\'",
    '""',
    '<script>alert(1)</script>',
    '%',
    ':*',
    "'''",
  ])('takes %j for words', async (q) => {
    expect(await search(q)).toMatchObject({ status: 200, body: { next_cursor: null } });
  });

  test('without words finds nothing, and says of too many that they are', async () => {
    expect((await search('   ')).body).toEqual({ items: [], next_cursor: null });
    expect(await search('x'.repeat(5_000))).toMatchObject({
      status: 400,
      body: { error: 'The field "q" does not fit: must have at most 200 characters.' },
    });
  });
});
