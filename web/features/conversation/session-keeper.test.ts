import { expect, test } from 'vitest';
import { createStorage } from '../../platform/storage.ts';
import { createSessionKeeper } from './session-keeper.ts';
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

function scene() {
  const [tab, lasting] = [memory(), memory()];
  let count = 0;
  const newId = () => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
  return { tab, lasting, keeper: createSessionKeeper(tab.storage, lasting.storage, newId) };
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

test('a visitor is recognised only where they agreed to it', () => {
  const { lasting, keeper } = scene();
  expect(keeper.visitorId(false)).not.toBe(keeper.visitorId(false));
  expect(lasting.backing.size).toBe(0);
  expect(keeper.visitorId(true)).toBe(keeper.visitorId(true));
  expect(keeper.visitorId(false)).not.toBe(keeper.visitorId(true));
});

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
