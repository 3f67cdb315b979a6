import { ENERGY_START, ENGAGEMENT_MAX, ENGAGEMENT_START, SHOW_AUTOSAVE_MS } from '@understudy/contract/constants';
import { contentWords } from '../../../platform/text/words.ts';
import { type AudienceLine, engagementOf, firstChars, SILENCE_ENGAGEMENT } from './audience-line.ts';
import { addCallback, isOpen, openCallback, presentCallback, useCallback } from './callbacks.ts';
import { forgetTurns } from './erased-turns.ts';
import { hear, respond, type ShowRules } from './hear.ts';
import { trendOf } from './modes.ts';
import { addMoment, MAX_LINE } from './moments.ts';
import { orderOf } from './orders.ts';
import { questionOf } from './question.ts';
import type { PerformOrder, ShowEvent, ShowMessage, ShowStep, Tell } from './show-events.ts';
import { changeMode, MAX_TOLD, moveClock, pushNewest, type ShowState, setEnergy, setEngagement } from './show-state.ts';
import { countLine } from './threads.ts';

/** Words of the twin's lines that are kept. */
const MAX_OWN_WORDS = 250;
/** Demo uses that are kept. */
const MAX_DEMOS = 30;

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
