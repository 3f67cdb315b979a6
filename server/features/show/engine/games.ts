import type { ShowMode } from '@understudy/contract/constants';
import { nextRandom, sample } from '../../../platform/random.ts';
import { type AudienceLine, goesBack, wantsPiece } from './audience-line.ts';
import { type GameState, MAX_TOLD, pushNewest, type ShowState } from './show-state.ts';

/** What the engine needs to know of a game. */
export interface GameRules {
  id: string;
  modes: readonly ShowMode[];
  /** The right choice of each round, from 1; null for a round that takes any answer. */
  answers: readonly (number | null)[];
}

/** What the reply has to do in a game. */
export interface GameMove {
  id: string;
  /** The round that was answered, and whether rightly: null for a round that takes any answer, or for none. */
  answered: { round: number; isRight: boolean | null } | null;
  /** The round to ask; null when the game ends with this reply. */
  asks: number | null;
  /** Whether the game begins with this reply. */
  begins: boolean;
  /** Rounds answered right, and rounds played. */
  right: number;
  played: number;
}

/** Rounds of a game in a row, after which the visitor may ask for more; a story is told to its end. */
const ROUNDS_IN_A_ROW = 3;
/** Chance that a mode which has games begins one, on a turn that leaves room for it. */
const GAME_CHANCE = 0.15;
/** Lines that do not answer a round before the game is left: an open one takes any answer, and is left sooner. */
const MAX_MISSED = { open: 1, choice: 4 };
/** After a line that did not answer, only so few words are a guess: 'was it number two?' */
const GUESS_WORDS = 9;

/** Words from which a line within a story is a story of the visitor's own. */
const OWN_STORY_WORDS = 30;

/** Key of a round in the list of what was told. */
const roundKey = (game: string, round: number): string => `${game}#${round}`;

/** Rounds that were not asked in this show. */
const freshRounds = ({ id, answers }: GameRules, told: readonly string[]): number[] =>
  answers.map((_, round) => round).filter((round) => !told.includes(roundKey(id, round)));

/**
 * Begins, continues or ends a game.
 *
 * @returns what the reply has to do; null if there is no game in it
 */
export function playGame(state: ShowState, line: AudienceLine, games: readonly GameRules[]): GameMove | null {
  const { game } = state;
  if (!game) return beginGame(state, line, games);
  const rules = games.find(({ id }) => id === game.id);
  if (!rules || line.endsGame || line.leaves || line.branch !== null || goesBack(line)) {
    state.game = null;
    return null;
  }
  const answer = rules.answers[game.round] ?? null;
  if (!(isStory(rules) ? goesOn(line) : answersRound(game, line, answer))) {
    if (line.wantsGame && isStory(rules)) return beginGame(state, line, games);
    if (line.wantsGame)
      return { id: game.id, answered: null, asks: game.round, begins: false, right: game.right, played: game.played };
    // Answered as any other line; the round waits for the next one.
    game.missed += 1;
    if (game.missed > MAX_MISSED[answer === null && !isStory(rules) ? 'open' : 'choice']) state.game = null;
    return null;
  }
  const isRight = answer === null ? null : line.choice === answer && !line.givesUp;
  if (isRight) game.right += 1;
  game.played += 1;
  const answered = { round: game.round, isRight };
  const left = freshRounds(rules, state.told);
  const asks = isStory(rules) || game.played < ROUNDS_IN_A_ROW ? (left[0] ?? null) : null;
  if (asks !== null) pushNewest(state.told, roundKey(game.id, asks), MAX_TOLD);
  const move = { id: game.id, answered, asks, begins: false, right: game.right, played: game.played };
  if (asks === null) state.game = null;
  else Object.assign(game, { round: asks, missed: 0 });
  return move;
}

/** Whether a line answers the round. @param answer the right choice; null for a round that takes any answer */
function answersRound(game: GameState, line: AudienceLine, answer: number | null): boolean {
  if (answer !== null && line.givesUp) return true;
  if (answer !== null) return line.choice !== null && (game.missed === 0 || line.words <= GUESS_WORDS);
  // 'Smash the guitar. Then go home.' is advice, and no wish.
  return !line.asked && !line.disagreed && !line.complained && !wantsPiece(line);
}

/** Whether a story goes on with its next part: after anything but another wish, or a story of the visitor's own. */
const goesOn = (line: AudienceLine): boolean =>
  !line.surelyBusiness &&
  !line.isLead &&
  !line.wantsGame &&
  line.wants !== 'joke' &&
  line.wantsMode !== 'comedy' &&
  line.wantsMode !== 'debate' &&
  line.words < OWN_STORY_WORDS;

/** Whether it is a story in parts: told in its mode, and open to any answer. */
const isStory = ({ modes, answers }: GameRules): boolean =>
  modes.includes('storytelling') && answers.every((answer) => answer === null);

function beginGame(state: ShowState, line: AudienceLine, games: readonly GameRules[]): GameMove | null {
  // A story in parts opens its mode, and is told on request.
  const wantsStory = line.wants === 'story' || (state.saidAt === null && !line.tells);
  const isStoryTime = state.mode === 'storytelling' && wantsStory && !line.asksBusiness && !line.isLead && !line.leaves;
  // A visitor who tells, asks or objects gets an answer first, and praise is for what was just said.
  const isRoom = state.turns > 2 && !line.tells && !line.complimented && (line.laughed || line.agreed);
  if (!line.wantsGame && !isStoryTime && !(isRoom && nextRandom(state) < GAME_CHANCE)) return null;
  const fitting = games.filter(
    (rules) =>
      isStory(rules) === isStoryTime &&
      (isStoryTime || line.wantsGame || rules.modes.includes(state.mode)) &&
      freshRounds(rules, state.told).length > 0,
  );
  // A game that was not played yet, if there is one.
  const unplayed = fitting.filter(
    ({ id, answers }) => freshRounds({ id, answers, modes: [] }, state.told).length === answers.length,
  );
  const rules = sample(state, unplayed.length > 0 ? unplayed : fitting);
  const round = rules ? freshRounds(rules, state.told)[0] : undefined;
  if (!rules || round === undefined) return null;
  state.game = { id: rules.id, round, right: 0, played: 0, missed: 0 };
  pushNewest(state.told, roundKey(rules.id, round), MAX_TOLD);
  return { id: rules.id, answered: null, asks: round, begins: true, right: 0, played: 0 };
}
