import {
  ENERGY_START,
  ENGAGEMENT_MAX,
  ENGAGEMENT_START,
  MOMENTS_MAX,
  RESPONSE_HISTORY_MAX,
  SHOW_AUTOSAVE_MS,
  type ShowBeat,
} from '@understudy/contract/constants';
import { contentWords } from '../../../platform/text/words.ts';
import {
  type AudienceLine,
  engagementAfter,
  engagementOf,
  firstChars,
  partsOf,
  SILENCE_ENGAGEMENT,
} from './audience-line.ts';
import {
  addCallback,
  CALLBACK_MIN_QUALITY,
  hush,
  isOpen,
  nextCallback,
  openCallback,
  praiseNewest,
  presentCallback,
  settleCallback,
  useCallback,
} from './callbacks.ts';
import { arguesMotion, type DebateRules, holdDebate } from './debates.ts';
import { forgetTurns } from './erased-turns.ts';
import { type GameRules, playGame } from './games.ts';
import { emotionFor, energyAfter, suggestMode, takeSuggestion, trendOf } from './modes.ts';
import { orderOf } from './orders.ts';
import { questionOf } from './question.ts';
import type { PerformOrder, ShowEvent, ShowMessage, ShowStep } from './show-events.ts';
import {
  type Callback,
  changeMode,
  isHushed,
  isSober,
  MAX_TOLD,
  type Moment,
  moveClock,
  newId,
  pushNewest,
  type ShowState,
  setEnergy,
  setEngagement,
} from './show-state.ts';
import { activeTopics, branch, countLine, resume, type ThreadMove } from './threads.ts';

/** A reply waits this long when the audience laughs. */
const LAUGH_HOLD_MS = 1_500;
/** Readings from which a line shows interest, and from which it is a moment. */
const INTERESTED = 6;
const MOMENT = 8;
/** Words from which an engaged line is a moment by itself. */
const MOMENT_WORDS = 25;
/** Words from which a line without a question is a story, which wants a word of its own. */
const TOLD_WORDS = 20;
/** Words of the longest question about something that the twin has said, and words of its lines that are kept. */
const MAX_ASKED_BACK = 10;
const MAX_OWN_WORDS = 250;
/** Characters of the twin's newest line that are kept for a moment. */
const MAX_LINE = 400;
/** Demo uses that are kept. */
const MAX_DEMOS = 30;

/** The rules of a twin's games and debates. */
export interface ShowRules {
  games: readonly GameRules[];
  debates: readonly DebateRules[];
}
const NO_RULES: ShowRules = { games: [], debates: [] };

/**
 * The show engine: what an event changes, and what the performer is to do. Pure: time comes with the event, chance from
 * the state's seed.
 *
 * @param rules of the twin's games and debates
 */
export function step(before: ShowState, event: ShowEvent, rules: ShowRules = NO_RULES): ShowStep {
  const state = structuredClone(before);
  moveClock(state, event.at);
  const messages: ShowMessage[] = [];
  const tell = (type: ShowMessage['type'], data: Record<string, unknown>) => messages.push({ type, data });
  const learn = event.kind === 'heard' ? settleDemos(state, event.line) : [];
  // Also after the end.
  if (event.kind === 'erased') forgetTurns(state, event.turns);
  const order = state.active ? act(state, event, rules, tell) : close(state, event);
  const isFresh = state.saidAt === null && state.turns === 0;
  if (event.kind === 'start' && (!state.active || isFresh)) {
    Object.assign(state, { active: true, endedAt: null, isClosing: false, segmentStartedAt: state.clock });
    tell('podcast-started', { episode: state.episode, mode: state.mode });
  }
  // The last words come after the end.
  const isOver = !state.active && (before.active || event.kind === 'said');
  const isSaveDue = state.clock - state.savedAt >= SHOW_AUTOSAVE_MS || isOver;
  if (isSaveDue) state.savedAt = state.clock;
  return { state, order, messages, isSaveDue, learn };
}

/** After its end, the show has last words, if it had any at all. */
function close(state: ShowState, event: ShowEvent): PerformOrder | null {
  if (event.kind === 'said') Object.assign(state, { isClosing: false, lastTurnId: event.turnId });
  const isAsked =
    (event.kind === 'heard' && !event.line.isSerious && !event.line.isDelicate) || event.kind === 'silence';
  return isAsked && state.isClosing ? { ...orderOf(state), isClosing: true, asks: false, segueFrom: null } : null;
}

/** What the audience made of the demos of the last reply. */
function settleDemos(state: ShowState, line: AudienceLine): ShowStep['learn'] {
  const reward = line.laughed ? 1 : engagementOf(line) / ENGAGEMENT_MAX;
  const used = state.demosOpen.map((id) => ({ id, reward }));
  state.demosOpen = [];
  return used;
}

type Tell = (type: ShowMessage['type'], data: Record<string, unknown>) => void;

function act(state: ShowState, event: ShowEvent, rules: ShowRules, tell: Tell): PerformOrder | null {
  switch (event.kind) {
    case 'heard':
      return hear(state, event.line, rules, tell);
    case 'silence':
      // A show that begins in the midst of a conversation: nobody owed it an answer yet.
      if (state.saidAt === null) return orderOf(state);
      state.turns += 1;
      // A silence is no turn after which all is well.
      if (state.soberUntil > 0) state.soberUntil += 1;
      respond(state, SILENCE_ENGAGEMENT, { laughed: false, asked: false });
      return { ...orderOf(state), beat: 'silence', asks: true };
    case 'opened':
      return { ...orderOf(state), isOpening: true };
    case 'said':
      say(state, event, tell);
      return null;
    case 'mode':
      if (changeMode(state, event.mode, event.by)) tell('mode-change', { mode: state.mode, by: event.by });
      return null;
    case 'energy':
      setEnergy(state, state.energy + event.delta);
      return null;
    case 'engagement':
      setEngagement(state, event.value);
      return null;
    case 'reset':
      reset(state);
      return null;
    case 'moment':
      if (event.content ?? state.newestLine)
        addMoment(state, 'saved', event.content ?? state.newestLine, null, tell, event.turnId);
      return null;
    case 'use-callback':
      state.ordered.callback = openCallback(state, event.id)?.id ?? state.ordered.callback;
      return null;
    case 'callback': {
      const added = addCallback(state, { text: event.setup, quality: event.quality }, event.context);
      if (added) tell('callback-available', presentCallback(added));
      return null;
    }
    case 'hint':
      state.hint = event.text;
      return null;
    case 'drop-hint':
      state.hint = null;
      return null;
    case 'drop-callback':
      state.ordered.callback = null;
      return null;
    case 'stop':
      Object.assign(state, {
        active: false,
        endedAt: state.clock,
        isClosing: state.saidAt !== null,
        game: null,
        debate: null,
      });
      tell('podcast-stopped', { episode: state.episode });
      return null;
    case 'start':
    case 'erased':
      return null;
  }
}

/** A line of the audience: its reading, and what the reply is to be. */
function hear(state: ShowState, heard: AudienceLine, rules: ShowRules, tell: Tell): PerformOrder {
  state.turns += 1;
  // 'And people with bad knees?' is an argument where one is made.
  const isAnswer = heard.isGuess && Boolean(state.question);
  const said = {
    ...heard,
    isSerious: heard.isSerious || (heard.isDelicate && !arguesMotion(state, heard)),
    ...(isAnswer ? { asked: false, asksBusiness: false, surelyBusiness: false, ponders: false } : {}),
  };
  const serious = said.isSerious ? (said.mayBeEmergency ? 'unsure' : 'sure') : null;
  if (serious || said.isPrivate) hush(state, said.text, serious);
  for (const name of said.names) hush(state, name, null);
  // The sober stretch lasts a few turns, unless the visitor laughs or asks for a piece, and so wants to go on.
  const wasSober = isSober(state);
  const wantsOn = said.laughed || said.lightens || said.wants !== null || said.wantsGame || said.wantsMode !== null;
  if (wantsOn && !said.isSerious) state.soberUntil = 0;
  const line = { ...said, isSerious: said.isSerious || isSober(state) };
  const reading = engagementOf(line);
  respond(state, reading, line);
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
  // The visitor did not bring up what the twin has just said.
  const ours = new Set(contentWords(state.newestLine));
  const isOurs = (words: readonly string[]) => words.length > 0 && words.every((word) => ours.has(word));
  const setups = line.setups.filter(({ text }) => !isOurs(contentWords(text)));
  const worthy = setups.filter(({ quality }) => quality >= CALLBACK_MIN_QUALITY);
  const added = line.isSerious ? [] : worthy.flatMap((setup) => addCallback(state, setup, line.text) ?? []);
  for (const callback of added) tell('callback-available', presentCallback(callback));
  if ((line.isSerious && !line.mayBeEmergency) || line.wantsGame) state.debate = null;
  const wanted = line.isSerious || state.ordered.segueFrom !== null ? null : line.wantsMode;
  if (wanted !== null && changeMode(state, wanted, 'visitor')) tell('mode-change', { mode: state.mode, by: 'visitor' });
  const game = line.isSerious || state.debate ? null : playGame(state, line, rules.games);
  if (takeSuggestion(state, game || state.debate ? state.mode : suggestMode(state, line)))
    tell('mode-change', { mode: state.mode, by: 'engine' });
  const debate = line.isSerious || game ? null : holdDebate(state, line, rules.debates);
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

/** Whether a short question is about something that the twin itself has brought up. */
function asksBack({ ownWords = [] }: ShowState, { asked, asksBusiness, words, text }: AudienceLine): boolean {
  if (!asked || asksBusiness || words > MAX_ASKED_BACK) return false;
  const named = contentWords(text).filter((word) => word.length > 3);
  return named.length > 0 && named.filter((word) => ownWords.includes(word)).length >= named.length / 2;
}

/** The audience responded: its engagement, for history and average. */
function respond(state: ShowState, reading: number, line: Pick<AudienceLine, 'laughed' | 'asked'>): void {
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

/** A reply was given: what it used is used. */
function say(state: ShowState, said: Extract<ShowEvent, { kind: 'said' }>, tell: Tell): void {
  state.newestLine = firstChars(said.text, MAX_LINE);
  state.question = questionOf(said.text);
  state.offersTopics = said.offersTopics === true;
  const words = new Set(contentWords(said.text));
  state.ownWords = [...(state.ownWords ?? []).filter((word) => !words.has(word)), ...words].slice(-MAX_OWN_WORDS);
  state.saidAt = state.clock;
  state.lastTurnId = said.turnId;
  if (said.callback !== null) useCallback(state, said.callback);
  for (const id of said.told) pushNewest(state.told, id, MAX_TOLD);
  for (const id of said.demos) pushNewest(state.demos, { id, at: state.clock }, MAX_DEMOS);
  if (said.demos.length > 0) state.demoUsedAt = state.clock;
  state.demosOpen = [...said.demos];
  const { segueFrom, hint } = said.order;
  if (state.ordered.segueFrom === segueFrom) state.ordered.segueFrom = null;
  if (state.hint === hint) state.hint = null;
  if (openCallback(state, state.ordered.callback) === null) state.ordered.callback = null;
  countLine(state, null);
  tell('response-processed', {
    turn_id: said.turnId,
    mode: state.mode,
    emotion: state.emotion,
    energy: state.energy,
    engagement: state.engagement,
    trend: trendOf(state.responses),
    callback: said.callback,
  });
}

function addMoment(
  state: ShowState,
  type: Moment['type'],
  content: string,
  audienceReaction: Moment['audienceReaction'],
  tell: Tell,
  turnId = state.lastTurnId,
): void {
  const moment: Moment = {
    id: newId(state, 'moment'),
    timestamp: state.clock,
    type,
    content: firstChars(content, MAX_LINE),
    speaker: type === 'story' || type === 'callback' ? 'visitor' : 'twin',
    context: state.mode,
    audienceReaction,
    tags: activeTopics(state),
    turnId,
  };
  pushNewest(state.moments, moment, MOMENTS_MAX);
  tell('moment-registered', {
    id: moment.id,
    type,
    content: moment.content,
    speaker: moment.speaker,
    turn_id: moment.turnId,
  });
}

/** The director's reset: meters, threads and callbacks begin anew; what was kept of the show stays. */
function reset(state: ShowState): void {
  setEnergy(state, ENERGY_START);
  setEngagement(state, ENGAGEMENT_START);
  Object.assign(state, {
    segmentStartedAt: state.clock,
    callbacks: state.callbacks.filter((callback) => !isOpen(state, callback)),
    threads: [],
    game: null,
    debate: null,
    hint: null,
    callbackOpen: null,
    ordered: { segueFrom: null, callback: null },
  });
}
