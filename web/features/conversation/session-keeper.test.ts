import { expect, test } from 'vitest';
import { createStorage } from '../../platform/storage.ts';
import { createSessionKeeper, type Visitor } from './session-keeper.ts';
import { request, SESSION } from './testing/scene.ts';

function memory(): { backing: Map<string, string>; storage: ReturnType<typeof createStorage> } {
  const backing = new Map<string, string>();
  const open = () =>
    ({
      getItem: (key: string) => backing.get(key) ?? null,
      setItem: (key: string, value: string) => void backing.set(key, value),
      removeItem: (key: string) => void backing.delete(key),
    }) as unknown as globalThis.Storage;
  return { backing, storage: createStorage(open) };
}

function scene(alone = <Done>(work: () => Promise<Done>) => work()) {
  const [tab, lasting] = [memory(), memory()];
  let count = 0;
  const newId = () => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
  return { tab, lasting, keeper: createSessionKeeper(tab.storage, lasting.storage, newId, alone) };
}

test('a session is remembered by the tab, and by nothing that lasts longer', () => {
  const { tab, lasting, keeper } = scene();
  const kept = { session: SESSION, model: 'm', unsettled: [{ request: request('a'), at: 1, unsent: true }] };
  keeper.save(kept);
  expect(keeper.load()).toEqual(kept);
  expect(lasting.backing.size).toBe(0);
  keeper.save(null);
  expect(keeper.load()).toBeNull();
  expect(tab.backing.size).toBe(0);
});

/** A server that accepts only visitors to whom it issued a secret. */
function server() {
  const made: Visitor[] = [];
  const start = async (visitor: Visitor): Promise<Partial<Visitor> & { was: Visitor }> => {
    if (made.some((one) => one.visitor_id === visitor.visitor_id && one.visitor_secret === visitor.visitor_secret)) {
      return { was: visitor };
    }
    const one = {
      visitor_id: `10000000-0000-4000-8000-${String(made.length).padStart(12, '0')}`,
      visitor_secret: `secret${made.length}`,
    };
    made.push(one);
    return { ...one, was: visitor };
  };
  return { made, start };
}

test('a visitor is recognised only where they agreed to it, by the secret that they were given', async () => {
  const { lasting, keeper } = scene();
  const { made, start } = server();
  const [first, second] = [await keeper.startAs(false, start), await keeper.startAs(false, start)];
  expect(first.was.visitor_id).not.toBe(second.was.visitor_id);
  expect(lasting.backing.size).toBe(0);
  await keeper.startAs(true, start);
  expect((await keeper.startAs(true, start)).was).toEqual(made[2]);
  expect((await keeper.startAs(false, start)).was).not.toHaveProperty('visitor_secret');
});

test(
  'an id of an earlier release, or one that the server does not know, ' + 'is replaced by what the server gives',
  async () => {
    const { lasting, keeper } = scene();
    const { made, start } = server();
    lasting.backing.set('understudy.visitor_id', '20000000-0000-4000-8000-000000000000');
    await keeper.startAs(true, start);
    expect([...lasting.backing]).toEqual([['understudy.visitor', `${made[0]?.visitor_id} ${made[0]?.visitor_secret}`]]);
    for (const kept of [
      '',
      'x',
      '20000000-0000-4000-8000-000000000000 unknown',
      '20000000-0000-4000-8000-000000000000',
    ]) {
      lasting.backing.set('understudy.visitor', kept);
      await keeper.startAs(true, start);
      expect((await keeper.startAs(true, start)).was).toEqual(made.at(-1));
    }
  },
);

test(
  'two tabs that begin at once are one visitor, and where tabs ' + 'cannot wait the first keeps their secret',
  async () => {
    let before: Promise<unknown> = Promise.resolve();
    const waiting = scene((work) => {
      const mine = before.then(work);
      before = mine;
      return mine;
    });
    const one = server();
    await Promise.all([waiting.keeper.startAs(true, one.start), waiting.keeper.startAs(true, one.start)]);
    expect(one.made).toHaveLength(1);
    const hasty = scene();
    const two = server();
    await Promise.all([hasty.keeper.startAs(true, two.start), hasty.keeper.startAs(true, two.start)]);
    expect(two.made).toHaveLength(2);
    expect((await hasty.keeper.startAs(true, two.start)).was).toEqual(two.made[0]);
  },
);

test.each(['{', 'null', '[]', '{"session":{"sessionId":1}}', '"x"'])(
  'storage that holds %s counts as empty',
  (text) => {
    const { tab, keeper } = scene();
    tab.backing.set('understudy.session', text);
    expect(keeper.load()).toBeNull();
  },
);

test('turns that do not have the right shape are left out', () => {
  const { tab, keeper } = scene();
  tab.backing.set(
    'understudy.session',
    JSON.stringify({ session: SESSION, model: 7, unsettled: [null, {}, { at: 1 }] }),
  );
  expect(keeper.load()).toEqual({ session: SESSION, model: '', unsettled: [] });
});

test('a draft is kept while it is one', () => {
  const { tab, keeper } = scene();
  keeper.saveDraft('Half a thought');
  expect(keeper.draft()).toBe('Half a thought');
  keeper.saveDraft('');
  expect(tab.backing.size).toBe(0);
});
