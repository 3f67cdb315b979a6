import { nextRandom, sample } from '../../../platform/random.ts';
import { type AudienceLine, goesBack, wantsPiece } from './audience-line.ts';
import { MAX_TOLD, pushNewest, type ShowState } from './show-state.ts';

/** A side of a motion. */
export type DebateSide = 'for' | 'against';

/** What the engine needs to know of a motion. */
export interface DebateRules {
  id: string;
  /** How many arguments the twin has on each side. */
  reasons: Record<DebateSide, number>;
}

/** How a line of the audience stands to a motion, by its meaning. */
export interface Stance {
  /** The motion. */
  id: string;
  /** Nearness to anything that is said about the motion, 0 to 1. */
  near: number;
  /** The side for which it argues; null for none. */
  side: DebateSide | null;
  /** If it is an argument for a side: the place of what answers it among the rebuttals of the other; null for none. */
  rebuttals: Record<DebateSide, number | null>;
}

/** What the reply has to do in a debate. */
export interface DebateMove {
  id: string;
  /** The twin's side; null before the visitor has taken one. */
  side: DebateSide | null;
  does: /** Names a motion; instead of what the visitor told, if nothing is written on that. */
    | { kind: 'propose'; isInstead: boolean }
    /** The twin takes its side. */
    | { kind: 'open' }
    /** Answers the argument that was just made; it may begin the debate. */
    | { kind: 'rebut'; rebuttal: number; begins: boolean }
    /** Makes its next argument, if it has one left, after a word about what was said. */
    | { kind: 'argue'; reason: number | null; parries: 'argument' | 'approval' | 'question' }
    /** Its last words. */
    | { kind: 'close'; isWon: boolean };
}

/** Nearness from which a line is about a motion, so that a debate of it may begin. */
const ABOUT_NEAR = 0.6;
/** Nearness below which what is told has left the motion, and words from which that can be seen. */
const OFF_NEAR = 0.35;
const OFF_WORDS = 10;
/** Lines in a row that have left the motion, before the debate is left. */
const MAX_OFF = 2;
/** Lines in this mode after which the twin proposes a motion of its own, whatever is told. */
const PATIENCE = 2;
/** Words of the longest line that only approves. */
const MAX_APPROVAL_WORDS = 6;
/** Arguments of both sides after which the debate is closed. */
const MAX_EXCHANGES = 8;

const OTHER_SIDE: Record<DebateSide, DebateSide> = { for: 'against', against: 'for' };

const keyOf = (id: string, side: DebateSide | null, what: string): string => `${id}#${side ?? ''}${what}`;

/** Whether a line asks, or ends with a question. */
const isQuestion = ({ asked, text }: AudienceLine): boolean => asked || text.trim().endsWith('?');

/** Whether a line argues on the motion that is debated. */
export const arguesMotion = ({ debate }: ShowState, { stances }: AudienceLine): boolean =>
  stances.some(({ id, side }) => id === debate?.id && side !== null);

/**
 * Begins, continues or ends a debate.
 *
 * @returns what the reply has to do; null if it is not about a motion
 */
export function holdDebate(state: ShowState, line: AudienceLine, debates: readonly DebateRules[]): DebateMove | null {
  const running = state.debate ?? null;
  if (!running) return beginDebate(state, line, debates);
  const rules = debates.find(({ id }) => id === running.id);
  const isLeft = line.endsGame || line.leaves || line.wantsGame || wantsPiece(line) || goesBack(line);
  if (!rules || state.mode !== 'debate' || isLeft) {
    state.debate = null;
    return null;
  }
  // Answered as any other line; the debate waits.
  if (line.asksBusiness || line.isLead || line.complained || line.puzzled) return null;
  const stance = line.stances.find(({ id }) => id === running.id) ?? null;
  const choosesSide = running.side === null && line.takesSide !== null;
  if (!choosesSide && line.tells && line.words >= OFF_WORDS && (stance?.near ?? 1) < OFF_NEAR) {
    running.off += 1;
    if (running.off >= MAX_OFF) state.debate = null;
    return null;
  }
  running.off = 0;
  const move = (side: DebateSide | null, does: DebateMove['does']): DebateMove => ({ id: running.id, side, does });
  if (running.side === null) {
    const theirs = line.takesSide ?? stance?.side ?? (nextRandom(state) < 0.5 ? 'for' : 'against');
    running.side = OTHER_SIDE[theirs];
    return move(running.side, { kind: 'open' });
  }
  const { side } = running;
  running.exchanges += 1;
  const rebuttal = rebuttalOf(state, running.id, side, stance);
  const hasReason = running.reasons < rules.reasons[side];
  // No question is left hanging by the end of the debate.
  const isOver = running.exchanges > MAX_EXCHANGES || (rebuttal === null && !hasReason);
  if (line.restsDebate !== null || (isOver && !isQuestion(line))) {
    state.debate = null;
    return move(side, { kind: 'close', isWon: line.restsDebate === 'conceded' });
  }
  if (rebuttal !== null) return move(side, { kind: 'rebut', rebuttal, begins: false });
  const reason = hasReason ? running.reasons : null;
  running.reasons += 1;
  const isShort = line.words <= MAX_APPROVAL_WORDS;
  const approves = isShort && !line.disagreed && (line.agreed || line.complimented || line.laughed);
  return move(side, { kind: 'argue', reason, parries: line.asked ? 'question' : approves ? 'approval' : 'argument' });
}

/** The rebuttal of the argument that was just made against the twin's side; null for none, or if it was said before. */
function rebuttalOf(state: ShowState, id: string, side: DebateSide, stance: Stance | null): number | null {
  const rebuttal = stance?.rebuttals[OTHER_SIDE[side]] ?? null;
  const key = keyOf(id, side, `-${rebuttal}`);
  if (rebuttal === null || state.told.includes(key)) return null;
  pushNewest(state.told, key, MAX_TOLD);
  return rebuttal;
}

function beginDebate(state: ShowState, line: AudienceLine, debates: readonly DebateRules[]): DebateMove | null {
  const wantsOther = line.wantsGame || wantsPiece(line) || goesBack(line);
  // A game that waits for an answer goes before a debate that nobody asked for.
  if (state.mode !== 'debate' || wantsOther || (state.game && line.wantsMode === null)) return null;
  if (line.asksBusiness || line.isLead || line.leaves || line.endsGame) return null;
  const fresh = debates.filter(({ id }) => !state.told.includes(keyOf(id, null, '')));
  const begin = (id: string, side: DebateSide | null, does: DebateMove['does']): DebateMove => {
    Object.assign(state, { game: null, debate: { id, side, reasons: 0, exchanges: 0, off: 0 } });
    pushNewest(state.told, keyOf(id, null, ''), MAX_TOLD);
    return { id, side, does };
  };
  const nearest = line.stances.reduce<Stance | null>(
    (most, one) => (one.near < ABOUT_NEAR || (most && most.near >= one.near) ? most : one),
    null,
  );
  const about = nearest && fresh.some(({ id }) => id === nearest.id) ? nearest : null;
  if (about?.side) {
    const side = OTHER_SIDE[about.side];
    const rebuttal = rebuttalOf(state, about.id, side, about);
    if (rebuttal !== null) return begin(about.id, side, { kind: 'rebut', rebuttal, begins: true });
  }
  if (about) return begin(about.id, null, { kind: 'propose', isInstead: false });
  // What they tell or ask is answered first.
  const isInstead = state.saidAt !== null && line.tells && (line.wantsMode === null || line.words >= OFF_WORDS);
  const since = state.modes.at(-1)?.turn ?? 0;
  const isFirst = isQuestion(line) || (isInstead && state.turns - since <= PATIENCE);
  if (isFirst && line.wantsMode === null && state.saidAt !== null) return null;
  const drawn = sample(state, fresh);
  return drawn ? begin(drawn.id, null, { kind: 'propose', isInstead }) : null;
}
