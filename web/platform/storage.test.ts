import { describe, expect, it } from 'vitest';
import { createStorage } from './storage.ts';

function fakeStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

describe('createStorage', () => {
  it('keeps a value under a prefixed key and removes it with null', () => {
    const backing = fakeStorage();
    const storage = createStorage(() => backing);
    storage.write('theme', 'dark');
    expect(backing.getItem('understudy.theme')).toBe('dark');
    expect(storage.read('theme')).toBe('dark');
    storage.write('theme', null);
    expect(storage.read('theme')).toBeNull();
  });

  it('survives storage that throws on access, and remembers until the reload', () => {
    const storage = createStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(storage.read('theme')).toBeNull();
    storage.write('theme', 'dark');
    expect(storage.read('theme')).toBe('dark');
    storage.write('theme', null);
    expect(storage.read('theme')).toBeNull();
  });

  it('survives full storage', () => {
    const backing = fakeStorage();
    backing.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const storage = createStorage(() => backing);
    storage.write('session', 'x');
    expect(storage.read('session')).toBe('x');
  });
});
