import { describe, expect, it } from 'vitest';
import type { Storage } from '../../platform/storage.ts';
import { afterSave, fieldOf, keepMine, readDrafts, storeDrafts, typed, viewOf } from './drafts.ts';
import { notificationsForm } from './group-forms.ts';

const form = (threshold: string) => ({ threshold, webhook: true });
const kept = (threshold: string, version: number) => ({ form: form(threshold), version });

describe('a draft', () => {
  it('is there as long as it differs from what is kept', () => {
    const draft = typed(kept('75', 3), undefined, form('80'));
    expect(draft).toEqual({ base: form('75'), form: form('80'), version: 3 });
    expect(typed(kept('75', 3), draft ?? undefined, form('75'))).toBeNull();
    expect(viewOf(notificationsForm, kept('75', 3), draft ?? undefined)).toEqual({
      form: form('80'),
      changes: ['threshold: 80 (was 75)'],
      theirs: null,
      version: 3,
    });
  });

  it('shows what another has saved since, until one of the two is chosen', () => {
    const draft = typed(kept('75', 3), undefined, form('80'));
    if (!draft) throw new Error('There is no draft.');
    const theirs = kept('60', 4);
    expect(viewOf(notificationsForm, theirs, draft)).toMatchObject({
      form: form('80'),
      changes: ['threshold: 80 (was 75)'],
      theirs: ['threshold: 60 (was 75)'],
      version: 3,
    });
    const mine = keepMine(theirs, draft);
    expect(viewOf(notificationsForm, theirs, mine ?? undefined)).toMatchObject({
      changes: ['threshold: 80 (was 60)'],
      theirs: null,
      version: 4,
    });
  });

  it('is no conflict where the other saved the same, or what stood there before', () => {
    const draft = typed(kept('75', 3), undefined, form('80'));
    if (!draft) throw new Error('There is no draft.');
    expect(viewOf(notificationsForm, kept('80', 4), draft)).toMatchObject({ changes: [], theirs: null });
    expect(viewOf(notificationsForm, kept('75', 5), draft)).toMatchObject({ theirs: null, version: 5 });
    expect(keepMine(kept('80', 4), draft)).toBeNull();
  });

  it('goes with the answer to what was sent; what was typed meanwhile stays unsaved, as a change of the answer', () => {
    const sent = { base: form('75'), form: form('80') };
    const draft = (threshold: string) => ({ base: form('75'), form: form(threshold), version: 3 });
    expect(afterSave(kept('80', 4), sent, draft('80'))).toBeNull();
    const later = afterSave(kept('80', 4), sent, draft('85'));
    expect(later).toEqual({ base: form('80'), form: form('85'), version: 4 });
    expect(viewOf(notificationsForm, kept('80', 4), later ?? undefined)).toMatchObject({
      changes: ['threshold: 85 (was 80)'],
      theirs: null,
    });
    // Nor is it a conflict before the screen has received the answer.
    expect(viewOf(notificationsForm, kept('75', 3), later ?? undefined)).toMatchObject({ theirs: null, version: 4 });
    // Typed back to the initial value, which is no longer current.
    expect(afterSave(kept('80', 4), sent, undefined)).toEqual({ base: form('80'), form: form('75'), version: 4 });
    // The server's normalisation is not a change of one's own.
    expect(afterSave(kept('8', 4), { base: form('75'), form: form('08') }, draft('08'))).toBeNull();
  });

  it('finds the field that the server names', () => {
    expect(fieldOf({ field: 'value.rows.1.model', reason: 'stands twice' })).toEqual({
      field: 'rows.1.model',
      message: 'This stands twice.',
    });
  });
});

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
