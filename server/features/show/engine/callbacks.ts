import { CALLBACK_LIFE_MS, CALLBACK_QUALITY_MAX, type ShowMode } from '@understudy/contract/constants';
import { nextRandom } from '../../../platform/random.ts';
import { contentWords } from '../../../platform/text/words.ts';
import type { Setup } from './audience-line.ts';
import { type Callback, isHushed, newId, type ShowState } from './show-state.ts';

/** Callbacks that a show keeps; beyond that, the expired and the weakest go, and at last the oldest used ones. */
const MAX_CALLBACKS = 60;
/** Lowest quality of a setup in a line that is worth a return. */
export const CALLBACK_MIN_QUALITY = 4;
/** Time between two callbacks that nobody ordered. */
export const CALLBACK_COOLDOWN_MS = 60_000;
/** Turns between the setup and its callback: sooner it is an echo. */
export const CALLBACK_MIN_TURNS = 3;
/** How often an apt callback is taken, by mode; multiplied by its quality. */
const APTNESS: Record<ShowMode, number> = {
  comedy: 1,
  riffing: 1,
  banter: 0.9,
  storytelling: 0.7,
  'segment-transition': 0.7,
  'audience-interaction': 0.6,
  debate: 0.5,
  philosophical: 0.4,
};
/** What a laugh at the line adds to the quality of its setups. */
const LAUGH_QUALITY = 2;

/** A quality within the specification's bounds, whole. */
const boundedQuality = (quality: number): number => Math.min(CALLBACK_QUALITY_MAX, Math.max(1, Math.round(quality)));

/** A setup in lower case without its article: 'your second mate' and 'the second mate' are one. */
export const bareSetup = (setup: string): string => setup.toLowerCase().replace(/^(?:the|your|this|that) /, '');
const sameSetup = (one: string, other: string): boolean => bareSetup(one) === bareSetup(other);

/**
 * Enters a setup into the ledger; said again, it is the same one, a little better, unless it had expired unused.
 *
 * @returns null for a known one
 */
export function addCallback(state: ShowState, { text, quality }: Setup, context: string): Callback | null {
  if (isHushed(state, text)) return null;
  const known = state.callbacks.find(({ setup }) => sameSetup(setup, text));
  if (known && (known.used || isOpen(state, known))) {
    if (!known.used) known.quality = boundedQuality(known.quality + 1);
    return null;
  }
  if (known) state.callbacks.splice(state.callbacks.indexOf(known), 1);
  const callback: Callback = {
    id: newId(state, 'callback'),
    setup: text,
    context,
    timestamp: state.clock,
    turn: state.turns,
    used: false,
    quality: boundedQuality(quality),
    expiresAt: state.clock + CALLBACK_LIFE_MS,
    outcome: null,
  };
  state.callbacks.push(callback);
  if (state.callbacks.length > MAX_CALLBACKS) {
    const worthOf = (one: Callback) => (one.used ? CALLBACK_QUALITY_MAX + 1 : isOpen(state, one) ? one.quality : 0);
    const others = state.callbacks.filter((one) => one !== callback);
    const worst = others.reduce((least, one) => (worthOf(one) < worthOf(least) ? one : least));
    state.callbacks.splice(state.callbacks.indexOf(worst), 1);
  }
  return callback;
}

/** Turns in which the show stays sober after something serious, and after what only may be. */
const SOBER_TURNS = { sure: 3, unsure: 2 };
const MAX_HUSHED = 200;
/** Themes of an earlier episode that a new one may come back to, and what they are worth. */
const RECALLED_THEMES = 3;
const RECALLED_QUALITY = 6;
/** Context of a callback to an earlier episode. */
const EARLIER_EPISODE = 'an earlier episode';

/** Makes callbacks of the themes of earlier episodes: what was left open there may come back here. */
export function recallThemes(state: ShowState): void {
  for (const { topic } of state.earlier.slice(0, RECALLED_THEMES))
    addCallback(state, { text: topic, quality: RECALLED_QUALITY }, EARLIER_EPISODE);
}

/**
 * Something serious or private was said: nothing of it comes back. After serious words, nothing is for laughs.
 *
 * @param serious whether it was serious, surely or perhaps; null if it was only private
 */
export function hush(state: ShowState, text: string, serious: keyof typeof SOBER_TURNS | null): void {
  if (serious) state.soberUntil = Math.max(state.soberUntil, state.turns + SOBER_TURNS[serious]);
  state.hushed = [...new Set([...state.hushed, ...contentWords(text)])].slice(-MAX_HUSHED);
  state.callbacks = state.callbacks.filter(({ used, setup }) => used || !isHushed(state, setup));
  state.themes = state.themes.filter(({ topic }) => !isHushed(state, topic));
  for (const thread of state.threads) if (isHushed(state, thread.topic)) thread.topic = '';
  if (serious === 'sure') state.game = null;
}

/** Whether a callback can still be used. */
export const isOpen = (state: Pick<ShowState, 'clock'>, { used, expiresAt }: Callback): boolean =>
  !used && expiresAt > state.clock;

/** The audience laughed at what was said in the turn before: its setups are worth more. */
export function praiseNewest(state: ShowState): void {
  for (const callback of state.callbacks) {
    if (callback.turn === state.turns - 1 && isOpen(state, callback))
      callback.quality = boundedQuality(callback.quality + LAUGH_QUALITY);
  }
}

/**
 * The callback for the next reply: an ordered one, or the best of those set up long enough ago, if none was used during
 * the cool-down and the moment is apt. Null for none.
 */
export function nextCallback(state: ShowState): Callback | null {
  const { callback: ordered } = state.ordered;
  const open = state.callbacks.filter((callback) => isOpen(state, callback));
  const asked = open.find(({ id }) => id === ordered);
  if (asked) return asked;
  if (state.callbackUsedAt !== null && state.clock - state.callbackUsedAt < CALLBACK_COOLDOWN_MS) return null;
  const apt = open.filter(({ turn }) => state.turns - turn >= CALLBACK_MIN_TURNS);
  const best = apt.reduce<Callback | null>((most, one) => (most && most.quality > one.quality ? most : one), null);
  if (!best) return null;
  return nextRandom(state) < (APTNESS[state.mode] * best.quality) / CALLBACK_QUALITY_MAX ? best : null;
}

/** An open callback by its id, or, without one, the one that is worth most; null for none. */
export const openCallback = (state: ShowState, id: string | null): Callback | null =>
  state.callbacks
    .filter((callback) => isOpen(state, callback) && (id === null || callback.id === id))
    .reduce<Callback | null>((most, one) => (most && most.quality >= one.quality ? most : one), null);

/** The reply used a callback: it is spent, and waits for the audience's reaction. */
export function useCallback(state: ShowState, id: string): void {
  const callback = state.callbacks.find((one) => one.id === id);
  if (!callback || callback.used) return;
  callback.used = true;
  state.callbackUsedAt = state.clock;
  state.callbackOpen = id;
}

/** A callback as pages and messages show it. */
export const presentCallback = ({ id, setup, context, quality, used, outcome, expiresAt }: Callback) => ({
  ...{ id, setup, context, quality, used, outcome },
  expires_at: new Date(expiresAt).toISOString(),
});

/** What the audience made of the callback before; null if none was waiting for it. */
export function settleCallback(state: ShowState, landed: boolean): Callback | null {
  const callback = state.callbacks.find(({ id }) => id === state.callbackOpen) ?? null;
  state.callbackOpen = null;
  if (callback) callback.outcome = landed ? 'landed' : 'flat';
  return callback;
}
