import { CALLBACK_QUALITY_MAX } from '@understudy/contract/constants';
import { byWorth } from '@understudy/contract/reel';
import type { ShowMemory, ShowView } from '@understudy/contract/show';
import { isOpen, presentCallback } from './engine/callbacks.ts';
import { trendOf } from './engine/modes.ts';
import { wordsPerMinute } from './engine/orders.ts';
import type { Moment, ShowState } from './engine/show-state.ts';

const iso = (at: number): string => new Date(at).toISOString();

const presentMoment = ({ id, timestamp, type, content, speaker, context, audienceReaction, tags, turnId }: Moment) => ({
  ...{ id, type, content, context, tags },
  speaker: speaker ?? null,
  timestamp: iso(timestamp),
  audience_reaction: audienceReaction,
  turn_id: turnId,
});

/** A show as pages show it. @param gameName the name of the game being played */
export function presentShow(state: ShowState, gameName: string | null): ShowView {
  const open = state.callbacks.filter((callback) => isOpen(state, callback));
  return {
    active: state.active,
    episode: state.episode,
    started_at: iso(state.startedAt),
    mode: state.mode,
    segment_started_at: iso(state.segmentStartedAt),
    emotion: state.emotion,
    energy: state.energy,
    engagement: state.engagement,
    trend: trendOf(state.responses),
    words_per_minute: wordsPerMinute(state.energy),
    turns: state.turns,
    modes: state.modes.map(({ mode, at, by }) => ({ mode, at: iso(at), by })),
    callbacks: [
      ...open.toSorted((one, other) => other.quality - one.quality),
      ...state.callbacks.filter(({ used }) => used),
    ].map(presentCallback),
    moments: state.moments.map(presentMoment),
    threads: state.threads.map(({ id, topic, status, depth, messages }) => ({ id, topic, status, depth, messages })),
    themes: state.themes,
    game: gameName,
  };
}

/** What a director ordered and the next reply is to use. */
export function presentWaiting(state: ShowState): NonNullable<ShowView['waiting']> {
  const ordered = state.callbacks.find(({ id }) => id === state.ordered.callback);
  return { hint: state.hint, callback: ordered && isOpen(state, ordered) ? ordered.id : null };
}

/** Moments of an episode's highlight reel. */
const BEST_MOMENTS = 6;
/** What laughter and landed callbacks add to the average engagement, at most. */
const LAUGH_BONUS = 1.5;
const CALLBACK_BONUS = 1.5;

/** What is kept of an episode. Its rating is the average engagement, raised by laughter and callbacks that landed. */
export function rememberShow(state: ShowState): Omit<ShowMemory, 'id' | 'session_id' | 'date'> {
  const { responses, callbacks } = state;
  const readings = responses.map(({ engagement }) => engagement);
  const average =
    readings.length > 0 ? readings.reduce((sum, one) => sum + one, 0) / readings.length : state.engagement;
  const laughs = responses.filter(({ laughed }) => laughed).length;
  const used = callbacks.filter((callback) => callback.used);
  const landed = used.filter(({ outcome }) => outcome === 'landed').length;
  const laughShare = responses.length > 0 ? laughs / responses.length : 0;
  const rating = average + Math.min(LAUGH_BONUS, laughShare * 4) + Math.min(CALLBACK_BONUS, landed * 0.5);
  const tenth = (value: number) => Math.round(value * 10) / 10;
  // What was still open is a theme from which the next episode may make a callback of its own.
  const open = callbacks.filter((callback) => !callback.used).map(({ setup }) => ({ topic: setup, depth: 1 }));
  const themes = [...state.themes, ...open.filter(({ topic }) => !state.themes.some((theme) => theme.topic === topic))];
  const best = new Set(byWorth(state.moments).slice(0, BEST_MOMENTS));
  return {
    episode_number: state.episode,
    themes: themes.toSorted((one, other) => other.depth - one.depth).slice(0, 20),
    best_moments: state.moments.filter((moment) => best.has(moment)).map(presentMoment),
    callbacks: callbacks.map(presentCallback),
    audience_stats: {
      responses: responses.length,
      average_engagement: tenth(average),
      peak_engagement: tenth(Math.max(0, ...readings)),
      laughs,
      questions: responses.filter(({ asked }) => asked).length,
      callbacks_landed: landed,
      callbacks_used: used.length,
    },
    duration: Math.max(0, (state.endedAt ?? state.clock) - state.startedAt),
    overall_rating: tenth(Math.min(CALLBACK_QUALITY_MAX, Math.max(1, rating))),
  };
}
