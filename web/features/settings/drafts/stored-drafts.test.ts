import { describe, expect, it } from 'vitest';
import type { Storage } from '../../../platform/storage.ts';
import { readDrafts, storeDrafts } from './stored-drafts.ts';

const OWNER = 'orla@venstrom.example';
const DRAFTS = new Map([
  ['notifications', { base: { threshold: '70', webhook: true }, form: { threshold: '7', webhook: true }, version: 2 }],
  ['twin/persona.yaml', { base: 'name: A\n', form: 'name: B\n', version: 0 }],
]);

function storage(): Storage & { text: () => string | null } {
  let text: string | null = null;
  return {
    text: () => text,
    read: () => text,
    write: (_, value) => {
      text = value;
    },
  };
}

describe('what was typed and not saved', () => {
  it('is there again for the same person, once the page is loaded anew', () => {
    const tab = storage();
    storeDrafts(tab, OWNER, DRAFTS);
    expect(readDrafts(tab, OWNER)).toEqual(DRAFTS);
    storeDrafts(tab, OWNER, new Map());
    expect(tab.text()).toBeNull();
    expect(readDrafts(tab, OWNER).size).toBe(0);
  });

  it('is thrown away where somebody else signs in', () => {
    const tab = storage();
    storeDrafts(tab, OWNER, DRAFTS);
    expect(readDrafts(tab, 'kim@venstrom.example').size).toBe(0);
    expect(tab.text()).toBeNull();
  });

  it('is left out where no form of now can show it', () => {
    const tab = storage();
    const broken: [string, never][] = [
      ['retention', { base: {}, form: {}, version: 1 } as never],
      ['twin/a.md', { base: 'a', form: 7, version: 1 } as never],
      ['cellar', { base: 'a', form: 'b', version: 1 } as never],
      ['notifications', { base: { threshold: '1' }, form: { threshold: '2' }, version: 'x' } as never],
    ];
    storeDrafts(tab, OWNER, new Map([...broken, ...DRAFTS].reverse() as never));
    expect([...readDrafts(tab, OWNER).keys()].sort()).toEqual(['twin/persona.yaml']);
    for (const text of ['', '{', '[]', '{"by":"orla@venstrom.example"}', '7']) {
      tab.write('', text);
      expect(readDrafts(tab, OWNER).size).toBe(0);
    }
  });
});
