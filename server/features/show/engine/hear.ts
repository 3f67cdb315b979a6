import { RESPONSE_HISTORY_MAX, type ShowBeat, type ShowMode } from '@understudy/contract/constants';
import { contentWords } from '../../../platform/text/words.ts';
import { type AudienceLine, engagementAfter, engagementOf, partsOf } from './audience-line.ts';
import {
  addCallback,
  CALLBACK_MIN_QUALITY,
  hush,
  nextCallback,
  praiseNewest,
  presentCallback,
  settleCallback,
} from './callbacks.ts';
import { arguesMotion, type DebateRules, holdDebate } from './debates.ts';
import { type GameRules, playGame } from './games.ts';
import { emotionFor, energyAfter, suggestMode, takeSuggestion } from './modes.ts';
import { addMoment } from './moments.ts';
import { orderOf } from './orders.ts';
import type { PerformOrder, Tell } from './show-events.ts';
import {
  type Callback,
  changeMode,
  isHushed,
  isSober,
  pushNewest,
  type ShowState,
  setEnergy,
  setEngagement,
} from './show-state.ts';
import { branch, countLine, resume, type ThreadMove } from './threads.ts';

/** A reply waits this long when the audience laughs. */
const LAUGH_HOLD_MS = 1_500;
/** Readings from which a line shows interest, and from which it is a moment. */
const INTERESTED = 6;
const MOMENT = 8;
/** Words from which an engaged line is a moment by itself. */
const MOMENT_WORDS = 25;
/** Words from which a line without a question is a story, which wants a word of its own. */
const TOLD_WORDS = 20;
/** Words of the longest question about something that the twin has said. */
const MAX_ASKED_BACK = 10;

/** The rules of a twin's games and debates. */
export interface ShowRules {
  games: readonly GameRules[];
  debates: readonly DebateRules[];
}
/** A line of the audience: its reading, and what the reply is to be. */
export function hear(state: ShowState, heard: AudienceLine, rules: ShowRules, tell: Tell): PerformOrder {
  state.turns += 1;
  const wasSober = isSober(state);
  const said = inContext(state, heard);
  const line = soberLine(state, said);
  const reading = engagementOf(line);
  respond(state, reading, line);
  const settled = collectMoments(state, line, reading, wasSober, tell);
  const setups = newSetups(state, line);
  const worthy = setups.filter(({ quality }) => quality >= CALLBACK_MIN_QUALITY);
  const added = line.isSerious ? [] : worthy.flatMap((setup) => addCallback(state, setup, line.text) ?? []);
  for (const callback of added) tell('callback-available', presentCallback(callback));
  const { game, debate } = moveOn(state, line, rules, tell);
  const thread = moveThreads(state, line);
  setEnergy(state, energyAfter(state, line));
  state.emotion = emotionFor(state, line);
  const { isSerious, asked, asksBusiness } = line;
  const order: PerformOrder = {
    ...orderOf(state, partsOf(line)),
    ...{ thread, game, debate, isSerious, isSober: isSerious && !said.isSerious },
    asksBack: asksBack(state, line),
    choosesTopic: state.offersTopics === true && !asked,
  };
  if (isSerious) return { ...order, segueFrom: null, hint: null };
  const { segueFrom } = order;
  // One thing at a time: a segue or a return to a thread leaves no room for a callback that nobody ordered.
  // A question for a fact gets its answer first.
  const isPlaying = game !== null || debate !== null;
  const isFree = segueFrom === null && thread === null && !isPlaying && !asksBusiness && !(asked && !line.ponders);
  // However short the first line is, the show opens with who speaks.
  const isFirst = state.saidAt === null && !line.laughed && !line.heckled && !line.disagreed;
  const beat = isPlaying || isFirst ? null : beatFor(line, settled);
  const callback = isFree || state.ordered.callback !== null ? nextCallback(state) : null;
  return {
    ...order,
    callback: callback && {
      ...{ id: callback.id, setup: callback.setup, context: callback.context },
      isOrdered: callback.id === state.ordered.callback,
    },
    isClosing: line.leaves,
    echo: isFree && !asked ? (setups.find(({ text }) => !isHushed(state, text))?.text ?? null) : null,
    // The announcement of a mode waits until the question is answered.
    segueFrom: asksBusiness ? null : segueFrom,
    beat,
    holdMs: line.laughed ? LAUGH_HOLD_MS : 0,
    asks:
      !isPlaying && beat !== 'told' && (state.mode === 'audience-interaction' || state.turns % 2 === 0 || reading < 4),
  };
}

/** A line as it is meant in this show: a guess is no question, and an argument on the motion is not serious. */
function inContext(state: ShowState, heard: AudienceLine): AudienceLine {
  // 'And people with bad knees?' is an argument where one is made.
  const isAnswer = heard.isGuess && Boolean(state.question);
  return {
    ...heard,
    isSerious: heard.isSerious || (heard.isDelicate && !arguesMotion(state, heard)),
    ...(isAnswer ? { asked: false, asksBusiness: false, surelyBusiness: false, ponders: false } : {}),
  };
}

/** Keeps what is serious or private from coming back. @returns the line, serious also in a sober stretch */
function soberLine(state: ShowState, said: AudienceLine): AudienceLine {
  const serious = said.isSerious ? (said.mayBeEmergency ? 'unsure' : 'sure') : null;
  if (serious || said.isPrivate) hush(state, said.text, serious);
  for (const name of said.names) hush(state, name, null);
  // The sober stretch lasts a few turns, unless the visitor laughs or asks for a piece, and so wants to go on.
  const wantsOn = said.laughed || said.lightens || said.wants !== null || said.wantsGame || said.wantsMode !== null;
  if (wantsOn && !said.isSerious) state.soberUntil = 0;
  return { ...said, isSerious: said.isSerious || isSober(state) };
}

/** Saves the moments of a line, and settles the callback that it responds to. @returns that callback */
function collectMoments(
  state: ShowState,
  line: AudienceLine,
  reading: number,
  wasSober: boolean,
  tell: Tell,
): Callback | null {
  if (line.laughed) {
    praiseNewest(state);
    // A laugh after condolences makes no moment of them.
    if (state.newestLine && !line.isSerious && !wasSober) addMoment(state, 'laugh', state.newestLine, 'laughed', tell);
  } else if (reading >= MOMENT && line.words >= MOMENT_WORDS && !line.isSerious && !line.isPrivate) {
    addMoment(state, 'story', line.text, 'engaged', tell);
  }
  const isLiked = line.laughed || line.agreed || line.complimented || reading >= INTERESTED;
  const settled = settleCallback(state, isLiked && !line.heckled && !line.isSerious);
  if (settled?.outcome === 'landed')
    addMoment(state, 'callback', settled.setup, line.laughed ? 'laughed' : 'engaged', tell);
  return settled;
}

/** The setups of a line that the twin has not just brought up itself. */
function newSetups(state: ShowState, line: AudienceLine): AudienceLine['setups'] {
  const ours = new Set(contentWords(state.newestLine));
  const isOurs = (words: readonly string[]) => words.length > 0 && words.every((word) => ours.has(word));
  return line.setups.filter(({ text }) => !isOurs(contentWords(text)));
}

/** Changes the mode as the line asks for or suggests, and goes on with a game or a debate. */
function moveOn(
  state: ShowState,
  line: AudienceLine,
  rules: ShowRules,
  tell: Tell,
): Pick<PerformOrder, 'game' | 'debate'> {
  if ((line.isSerious && !line.mayBeEmergency) || line.wantsGame) state.debate = null;
  const wanted =
    line.isSerious || state.ordered.segueFrom !== null ? null : (line.wantsMode ?? afterDebate(state, line));
  if (wanted !== null && changeMode(state, wanted, 'visitor')) tell('mode-change', { mode: state.mode, by: 'visitor' });
  const game = line.isSerious || state.debate ? null : playGame(state, line, rules.games);
  if (takeSuggestion(state, game || state.debate ? state.mode : suggestMode(state, line)))
    tell('mode-change', { mode: state.mode, by: 'engine' });
  return { game, debate: line.isSerious || game ? null : holdDebate(state, line, rules.debates) };
}

/** The mode that follows when the audience has had enough of a debate; null otherwise. */
function afterDebate({ mode }: ShowState, { endsGame, wants }: AudienceLine): ShowMode | null {
  if (mode !== 'debate') return null;
  if (wants === 'story') return 'storytelling';
  if (wants === 'joke') return 'comedy';
  return endsGame ? 'banter' : null;
}

/** Whether a short question is about something that the twin itself has brought up. */
function asksBack({ ownWords = [] }: ShowState, { asked, asksBusiness, words, text }: AudienceLine): boolean {
  if (!asked || asksBusiness || words > MAX_ASKED_BACK) return false;
  const named = contentWords(text).filter((word) => word.length > 3);
  return named.length > 0 && named.filter((word) => ownWords.includes(word)).length >= named.length / 2;
}

/** The audience responded: its engagement, for history and average. */
export function respond(state: ShowState, reading: number, line: Pick<AudienceLine, 'laughed' | 'asked'>): void {
  pushNewest(
    state.responses,
    { at: state.clock, engagement: reading, laughed: line.laughed, asked: line.asked },
    RESPONSE_HISTORY_MAX,
  );
  setEngagement(state, engagementAfter(state.engagement, reading));
}

function moveThreads(state: ShowState, line: AudienceLine): ThreadMove | null {
  const move =
    line.resume !== null ? resume(state, line.resume) : line.branch !== null ? branch(state, line.branch) : null;
  const topic = line.setups.find(({ text }) => !isHushed(state, text))?.text ?? null;
  countLine(state, line.isSerious ? null : topic);
  return move;
}

function beatFor(line: AudienceLine, settled: Callback | null): ShowBeat | null {
  if (line.heckled) return 'heckled';
  if (line.laughed) return 'laughed';
  if (settled?.outcome === 'flat' && line.words <= 4) return 'flat';
  if (line.complimented) return 'complimented';
  if (line.disagreed) return 'disagreed';
  if (line.interrupted) return 'interrupted';
  if (line.words >= TOLD_WORDS && !line.asked && line.setups.length === 0) return 'told';
  if (line.words <= 2 && !line.asked) return line.agreed ? 'agreed' : 'short';
  return null;
}
