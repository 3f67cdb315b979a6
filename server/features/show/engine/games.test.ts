import { describe, expect, test } from 'vitest';
import { TestShow } from '../testing/audience-lines.ts';
import { type ShowState, startShow } from './show-state.ts';

const MINUTE = 60_000;
const newShow = (changes: Partial<ShowState> = {}) => new TestShow({ ...startShow(1_800_000_000_000, 1), ...changes });

describe('games', () => {
  const GAMES = [
    { id: 'truths', modes: ['comedy' as const], answers: [2, 3, 1, 2] },
    { id: 'advice', modes: ['comedy' as const], answers: [null, null, null] },
  ];
  const rulesOf = (games: typeof GAMES) => ({ games, debates: [] });
  const playing = (id = 'truths') => {
    const show = newShow();
    const rules = rulesOf(GAMES.filter((game) => game.id === id));
    return { show, rules, move: show.hear({ wantsGame: true }, 0, rules).game };
  };

  test('begin when somebody asks, in any mode', () => {
    expect(playing().move).toEqual({ id: 'truths', answered: null, asks: 0, begins: true, right: 0, played: 0 });
  });

  test('take a right and a wrong answer, and end after three rounds', () => {
    const { show, rules } = playing();
    expect(show.hear({ choice: 2 }, 0, rules).game).toMatchObject({ answered: { round: 0, isRight: true }, asks: 1 });
    expect(show.hear({ choice: 2 }, 0, rules).game).toMatchObject({ answered: { round: 1, isRight: false }, asks: 2 });
    expect(show.hear({ choice: 1 }, 0, rules).game).toEqual({
      id: 'truths',
      answered: { round: 2, isRight: true },
      asks: null,
      begins: false,
      right: 2,
      played: 3,
    });
    expect(show.state.game).toBeNull();
  });

  test('keep a round open until it is answered, and the mode as it is meanwhile', () => {
    const { show, rules } = playing();
    expect(show.hear({ asked: true }, 0, rules).game).toBeNull();
    expect(show.state.game).toMatchObject({ round: 0, played: 0 });
    expect(show.hear({ choice: 2, words: 1 }, 6 * MINUTE, rules)).toMatchObject({ mode: 'banter', game: { right: 1 } });
  });

  test('let lines that answer nothing have their reply, wait for a guess, and are left at last', () => {
    const { show, rules } = playing();
    for (const line of [{ tells: true }, {}, { choice: 2, words: 12 }])
      expect(show.hear(line, 0, rules).game).toBeNull();
    expect(show.hear({ choice: 2, words: 4, asked: true }, 0, rules).game).toMatchObject({
      answered: { isRight: true },
    });
    for (const line of [{ tells: true }, {}, {}, {}, {}]) expect(show.hear(line, 0, rules).game).toBeNull();
    expect(show.state.game).toBeNull();
  });

  test('tell the answer to who gives up', () => {
    const { show, rules } = playing();
    expect(show.hear({ givesUp: true, asked: true, words: 9 }, 0, rules).game).toMatchObject({
      answered: { round: 0, isRight: false },
    });
  });

  test('with open rounds are left after a second line that answers nothing', () => {
    const { show, rules } = playing('advice');
    for (const line of [{ asked: true }, { disagreed: true }]) expect(show.hear(line, 0, rules).game).toBeNull();
    expect(show.state.game).toBeNull();
  });

  test('are not begun on somebody who tells something', () => {
    const began = Array.from({ length: 60 }, (_, seed) => {
      const show = newShow({ seed, mode: 'comedy', turns: 5 });
      return show.hear({ tells: true }, 0, rulesOf(GAMES)).game;
    });
    expect(began.every((game) => game === null)).toBe(true);
  });

  test('with open rounds take any answer', () => {
    const { show, rules } = playing('advice');
    expect(show.hear({}, 0, rules).game).toMatchObject({ answered: { round: 0, isRight: null }, asks: 1 });
    // Advice sounds like a wish.
    expect(show.hear({ wants: 'any' }, 0, rules).game).toMatchObject({ answered: { round: 1 } });
  });

  test('that are stories in parts begin in their mode, and leave room for a story of the visitor', () => {
    const stories = [{ id: 'bus', modes: ['storytelling' as const], answers: [null, null] }];
    const rules = { games: [...stories, ...GAMES], debates: [] };
    const show = newShow({ mode: 'storytelling' });
    expect(show.hear({}, 0, rules).game).toMatchObject({ id: 'bus', asks: 0, begins: true });
    expect(show.hear({ tells: true, words: 40 }, 0, rules).game).toBeNull();
    expect(show.hear({ tells: true, words: 8 }, 0, rules).game).toMatchObject({ answered: { round: 0 }, asks: 1 });
    expect(newShow({ mode: 'storytelling' }).hear({ tells: true }, 0, rules).game).toBeNull();
    const answers = [{ asked: true, asksBusiness: true }, { complained: true }, { disagreed: true }];
    for (const line of [...answers, { wants: 'story' as const }]) {
      const other = newShow({ mode: 'storytelling' });
      other.hear({}, 0, rules);
      expect(other.hear(line, 0, rules).game).toMatchObject({ id: 'bus', asks: 1 });
    }
    expect(newShow({ mode: 'storytelling', turns: 5 }).hear({ wants: 'story' }, 0, rules).game?.id).toBe('bus');
  });

  test('end when somebody has enough, or changes the subject', () => {
    for (const line of [{ endsGame: true }, { branch: 'the boat' }]) {
      const { show, rules } = playing();
      expect(show.hear(line, 0, rules).game).toBeNull();
      expect(show.state.game).toBeNull();
    }
  });

  test('are not played again in a show, nor their rounds', () => {
    const show = newShow({ told: ['truths#0', 'truths#1', 'truths#2', 'truths#3'] });
    expect(show.hear({ wantsGame: true }, 0, rulesOf(GAMES.slice(0, 1))).game).toBeNull();
    const other = newShow({ told: ['truths#0'] });
    expect(other.hear({ wantsGame: true }, 0, rulesOf(GAMES)).game).toMatchObject({ id: 'advice' });
    const last = newShow({ told: ['truths#0', 'truths#2'] });
    expect(last.hear({ wantsGame: true }, 0, rulesOf(GAMES.slice(0, 1))).game).toMatchObject({ asks: 1 });
  });

  test('stop for what is serious', () => {
    const { show, rules } = playing();
    expect(show.hear({ isSerious: true, choice: 2 }, 0, rules).game).toBeNull();
  });
});
