import { describe, expect, test } from 'vitest';
import { TestShow } from '../testing/audience-lines.ts';
import type { Stance } from './debates.ts';
import { startShow } from './show-state.ts';

const RULES = { games: [], debates: [{ id: 'chairs', reasons: { for: 3, against: 3 } }] };
const NO_REBUTTALS = { for: null, against: null };
const stance = (near: number, side: Stance['side'] = null, rebuttals = {}): Stance => ({
  ...{ id: 'chairs', near, side },
  rebuttals: { ...NO_REBUTTALS, ...rebuttals },
});
const against = (rebuttal: number) => stance(0.8, 'against', { against: rebuttal });

const newShow = (mode: 'debate' | 'banter' = 'debate') => new TestShow({ ...startShow(0, 7), mode });
type Line = Parameters<TestShow['hear']>[0];
const moveIn = (show: TestShow, line: Line = {}) => show.hear(line, 1_000, RULES).debate;

/** A debate in which the visitor is against the motion, and the twin for it. */
function running(): TestShow {
  const show = newShow();
  moveIn(show);
  moveIn(show, { takesSide: 'against' });
  return show;
}

describe('a debate', () => {
  test('begins in its mode with a motion, and the twin takes the side that is left', () => {
    const show = newShow();
    expect(moveIn(show)).toEqual({ id: 'chairs', side: null, does: { kind: 'propose', isInstead: false } });
    expect(moveIn(show, { takesSide: 'against' })).toEqual({ id: 'chairs', side: 'for', does: { kind: 'open' } });
    expect(moveIn(newShow('banter'))).toBeNull();
  });

  test('begins in any mode when somebody wants one', () => {
    const show = newShow('banter');
    expect(moveIn(show, { wantsMode: 'debate', tells: true })).toMatchObject({ does: { kind: 'propose' } });
    expect(show.state.mode).toBe('debate');
    expect(show.state.modes.at(-1)).toMatchObject({ mode: 'debate', by: 'visitor' });
  });

  test('begins with the argument that somebody makes', () => {
    const move = moveIn(newShow(), { tells: true, stances: [against(1)] });
    expect(move).toEqual({ id: 'chairs', side: 'for', does: { kind: 'rebut', rebuttal: 1, begins: true } });
  });

  test('takes what is delicate for an argument if it is one', () => {
    const show = running();
    expect(show.hear({ isDelicate: true, tells: true, stances: [against(0)] }, 0, RULES)).toMatchObject({
      ...{ isSerious: false, debate: { does: { kind: 'rebut' } } },
    });
    expect(show.hear({ isDelicate: true, tells: true, stances: [stance(0.2)] }, 0, RULES).isSerious).toBe(true);
  });

  test('is not begun over what somebody tells or asks, until that has been heard for a while', () => {
    const show = newShow();
    show.say();
    expect(moveIn(show, { tells: true })).toBeNull();
    expect(moveIn(show, { asked: true })).toBeNull();
    expect(moveIn(show, { tells: true })).toMatchObject({ does: { kind: 'propose', isInstead: true } });
    const wanted = { asked: true, wantsMode: 'debate' as const };
    expect(moveIn(newShow(), wanted)).toMatchObject({ does: { kind: 'propose', isInstead: false } });
  });

  test.each([
    ['enough of it', { endsGame: true }, 'banter'],
    ['a story', { wants: 'story' as const }, 'storytelling'],
    ['a joke', { wants: 'joke' as const }, 'comedy'],
  ])('is left for another mode by an audience that wants %s', (_, line, mode) => {
    const show = running();
    expect(moveIn(show, line)).toBeNull();
    expect(show.state).toMatchObject({ mode, debate: null });
    expect(show.state.modes.at(-1)).toMatchObject({ mode, by: 'visitor' });
  });

  test('takes a side by itself if nobody does, and one by what is said', () => {
    const show = newShow();
    moveIn(show);
    expect(moveIn(show, { asked: true })?.side).toMatch(/^(?:for|against)$/);
    const other = newShow();
    moveIn(other);
    expect(moveIn(other, { tells: true, stances: [against(0)] })?.side).toBe('for');
    const far = newShow();
    moveIn(far);
    expect(moveIn(far, { tells: true, words: 14, takesSide: 'against', stances: [stance(0.1)] })?.side).toBe('for');
  });

  test('answers an argument once, and makes its own in order', () => {
    const show = running();
    expect(moveIn(show, { tells: true, stances: [against(2)] })?.does).toEqual({
      kind: 'rebut',
      rebuttal: 2,
      begins: false,
    });
    expect(moveIn(show, { tells: true, stances: [against(2)] })?.does).toEqual({
      ...{ kind: 'argue', reason: 0, parries: 'argument' },
    });
    expect(moveIn(show, { agreed: true, words: 2 })?.does).toEqual({ kind: 'argue', reason: 1, parries: 'approval' });
    expect(moveIn(show, { asked: true })?.does).toEqual({ kind: 'argue', reason: 2, parries: 'question' });
    expect(moveIn(show, { asked: true })?.does).toEqual({ kind: 'argue', reason: null, parries: 'question' });
    expect(moveIn(show, { tells: true, stances: [stance(0.8, 'for', { for: 0 })] })?.does).toEqual({
      ...{ kind: 'close', isWon: false },
    });
    expect(show.state.debate).toBeNull();
  });

  test('ends when somebody gives in, has enough, leaves, or wants something else', () => {
    expect(moveIn(running(), { restsDebate: 'conceded' })?.does).toEqual({ kind: 'close', isWon: true });
    expect(moveIn(running(), { restsDebate: 'even' })?.does).toEqual({ kind: 'close', isWon: false });
    for (const line of [{ endsGame: true }, { wants: 'joke' as const }, { leaves: true }, { isSerious: true }]) {
      const show = running();
      expect(moveIn(show, line)).toBeNull();
      expect(show.state.debate).toBeNull();
    }
  });

  test('waits for a question about the work, and for one line about something else', () => {
    const show = running();
    expect(moveIn(show, { asksBusiness: true, asked: true })).toBeNull();
    expect(moveIn(show, { puzzled: true, asked: true })).toBeNull();
    expect(moveIn(show, { tells: true, words: 12, stances: [stance(0.05)] })).toBeNull();
    expect(moveIn(show, { tells: true, stances: [stance(0.4)] })?.does).toMatchObject({ kind: 'argue' });
    expect(moveIn(show, { tells: true, words: 12, stances: [stance(0.05)] })).toBeNull();
    expect(moveIn(show, { tells: true, words: 12, stances: [stance(0.05)] })).toBeNull();
    expect(show.state.debate).toBeNull();
  });

  test('is held once in a show, and the mode stays meanwhile', () => {
    const show = running();
    expect(show.hear({ laughed: true }, 6 * 60_000, RULES).mode).toBe('debate');
    moveIn(show, { restsDebate: 'conceded' });
    expect(moveIn(show)).toBeNull();
  });

  test('is over when somebody changes the mode', () => {
    const show = running();
    show.do({ kind: 'mode', mode: 'comedy', by: 'director' });
    expect(moveIn(show)).toBeNull();
  });
});
