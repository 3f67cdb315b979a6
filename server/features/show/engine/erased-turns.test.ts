import { expect, test } from 'vitest';
import { TestShow } from '../testing/audience-lines.ts';
import { DELETED, type ErasedTurns, erasedPhrases, withoutPhrases } from './erased-turns.ts';
import { startShow } from './show-state.ts';

const LINE = 'I keep a rusty zeppelin called Archibald in the attic';
const SETUP = { text: 'the rusty zeppelin', quality: 9 };
const STAYS = 'our office has a plant that nobody waters';
const PLANT = { text: 'the plant that nobody waters', quality: 9 };
const ERASED: ErasedTurns = {
  turnIds: ['second'],
  visitor: [LINE],
  twin: ['Archibald must like it up there.'],
  kept: [STAYS],
};

/** A show in which one line, and what came of it, is to be forgotten. */
function show(): TestShow {
  const made = new TestShow(startShow(1_800_000_000_000, 3));
  made.hear({ setups: [PLANT], text: STAYS });
  made.say({ turnId: 'first', text: 'Poor plant.' });
  made.hear({ setups: [SETUP], text: LINE, branch: SETUP.text, words: 30, complimented: true, asked: true });
  made.say({ turnId: 'second', text: ERASED.twin[0] ?? '' });
  made.do({ kind: 'moment', content: null });
  made.do({ kind: 'use-callback', id: made.state.callbacks.find(({ setup }) => setup === SETUP.text)?.id ?? null });
  made.do({ kind: 'hint', text: 'Mention Archibald' });
  return made;
}

test('erased turns leave a show with all that came of them; the rest stays, and its clock and meters', () => {
  const made = show();
  const { state: before } = made;
  expect(JSON.stringify(before)).toMatch(/zeppelin.*Archibald/s);
  expect(before.ordered.callback).not.toBeNull();
  made.do({ kind: 'erased', turns: ERASED }, 0);
  const { state } = made;
  expect(JSON.stringify(state)).not.toMatch(/zeppelin|archibald|rusti|attic/i);
  expect(state).toMatchObject({ newestLine: '', hint: null, ordered: { callback: null } });
  expect(state.callbacks.map(({ setup }) => setup)).toEqual([PLANT.text]);
  expect(state.themes.map(({ topic }) => topic)).toContain(PLANT.text);
  const { turns, saidAt, energy, engagement, clock, told } = before;
  expect(state).toMatchObject({ turns, saidAt, energy, engagement, clock, told });
});

test('a show that is over forgets them too, and has no last words for it', () => {
  const made = show();
  made.do({ kind: 'stop' });
  const { order, messages } = made.do({ kind: 'erased', turns: ERASED });
  expect({ order, messages }).toEqual({ order: null, messages: [] });
  expect(JSON.stringify(made.state)).not.toMatch(/zeppelin|archibald/i);
});

test('what the visitor also says in a line that stays is not forgotten', () => {
  const made = show();
  made.do({ kind: 'erased', turns: { ...ERASED, kept: [STAYS, 'my rusty zeppelin flies'] } });
  expect(made.state.themes.map(({ topic }) => topic)).toContain(SETUP.text);
  expect(JSON.stringify(made.state)).not.toMatch(/archibald/i);
});

test('what was serious stays hushed, unless it was only said in an erased line', () => {
  const made = new TestShow(startShow(1_800_000_000_000, 3));
  made.hear({ text: 'my grandmother had a funeral', isSerious: true });
  made.say({ turnId: 'first' });
  made.hear({ text: 'my grandmother was called Ottilie', isSerious: true });
  const turns = { turnIds: ['x'], visitor: ['my grandmother was called Ottilie'], twin: [] };
  made.do({ kind: 'erased', turns: { ...turns, kept: ['my grandmother had a funeral'] } });
  expect(made.state.hushed).toEqual(expect.arrayContaining(['grandmoth', 'funeral']));
  expect(made.state.hushed).not.toContain('ottili');
});

test('the twin’s own lines lose the phrases that they repeat, with any article, and no other words', () => {
  const phrases = erasedPhrases(show().state, ERASED);
  expect(phrases).toContain(SETUP.text);
  expect(withoutPhrases('Your rusty zeppelin! And rusty zeppelins.', phrases)).toBe(
    `Your ${DELETED}! And rusty zeppelins.`,
  );
  expect(withoutPhrases('The plant that nobody waters.', phrases)).toBe('The plant that nobody waters.');
});
