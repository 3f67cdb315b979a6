import {
  type Emotion,
  MODE_CHANGE_CHANCE,
  SHOW_MODES,
  SHOW_SEGMENT_MS,
  type ShowMode,
  TREND_DIFFERENCE,
  TREND_RESPONSES,
} from '@understudy/contract/constants';
import { nextRandom, sample } from '../../../platform/random.ts';
import type { AudienceLine } from './audience-line.ts';
import { changeMode, type ShowState } from './show-state.ts';

/** How the audience's engagement develops. */
export type Trend = 'improving' | 'declining' | 'stable';

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Section 4: the average of the last ten responses against the ten before. Stable until both exist. */
export function trendOf(responses: ShowState['responses']): Trend {
  const readings = responses.map(({ engagement }) => engagement);
  const last = readings.slice(-TREND_RESPONSES);
  const before = readings.slice(-2 * TREND_RESPONSES, -TREND_RESPONSES);
  if (before.length === 0) return 'stable';
  const difference = meanOf(last) - meanOf(before);
  if (difference > TREND_DIFFERENCE) return 'improving';
  return difference < -TREND_DIFFERENCE ? 'declining' : 'stable';
}

/** Engagement below which the show turns to its audience. */
const LOW_ENGAGEMENT = 3.5;
/** Lines that a mode gets before another is suggested: a show that turns with every laugh goes nowhere. */
const MODE_TURNS = 4;
/** Words from which a line is a story of its own. */
const STORY_WORDS = 40;

/**
 * The mode that fits what the audience just did. After SHOW_SEGMENT_MS of a segment, a random other mode (section 4),
 * but nothing changes over what is serious or a question about the work, nor within MODE_TURNS lines. A transition
 * leads to somewhere: from it, the mode before it is suggested.
 */
export function suggestMode(state: ShowState, line: AudienceLine): ShowMode {
  if (line.isSerious || line.asksBusiness) return state.mode;
  if (state.clock - state.segmentStartedAt >= SHOW_SEGMENT_MS) {
    return sample(
      state,
      SHOW_MODES.filter((mode) => mode !== state.mode),
    ) as ShowMode;
  }
  if (state.mode === 'segment-transition') {
    return state.modes.findLast(({ mode }) => mode !== 'segment-transition')?.mode ?? 'banter';
  }
  const { turn = Number.NEGATIVE_INFINITY } = state.modes.at(-1) ?? {};
  if (state.turns - turn < MODE_TURNS) return state.mode;
  if (line.branch !== null) return 'segment-transition';
  if (line.laughed) return state.mode === 'comedy' || state.mode === 'riffing' ? 'riffing' : 'comedy';
  if (line.disagreed) return 'debate';
  if (line.words >= STORY_WORDS) return 'storytelling';
  if (line.ponders) return 'philosophical';
  if (state.engagement < LOW_ENGAGEMENT || trendOf(state.responses) === 'declining') return 'audience-interaction';
  return state.mode;
}

/**
 * Section 4: if another mode is suggested, the mode changes with a chance of MODE_CHANGE_CHANCE. A segment also
 * restarts after SHOW_SEGMENT_MS without a change. A mode that somebody has just chosen stays until it was said on air.
 *
 * @returns whether the mode changed
 */
export function takeSuggestion(state: ShowState, suggested: ShowMode): boolean {
  const isOver = state.clock - state.segmentStartedAt >= SHOW_SEGMENT_MS;
  const isChosen = state.ordered.segueFrom !== null;
  if (suggested !== state.mode && !isChosen && nextRandom(state) < MODE_CHANGE_CHANCE)
    return changeMode(state, suggested, 'engine');
  if (isOver) state.segmentStartedAt = state.clock;
  return false;
}

/** The energy that each mode pulls towards. */
const OWN_ENERGY: Record<ShowMode, number> = {
  philosophical: 3,
  comedy: 7,
  banter: 6,
  storytelling: 4,
  debate: 6,
  riffing: 8,
  'segment-transition': 5,
  'audience-interaction': 6,
};
const OWN_EMOTION: Record<ShowMode, Emotion> = {
  philosophical: 'contemplative',
  comedy: 'playful',
  banter: 'playful',
  storytelling: 'thoughtful',
  debate: 'challenging',
  riffing: 'excited',
  'segment-transition': 'curious',
  'audience-interaction': 'curious',
};
/** Share of the way to a mode's own energy per turn. */
const ENERGY_PULL = 0.15;
const LAUGH_ENERGY = 0.8;
const HIGH_ENERGY = 8.5;

/** The energy after a line: it drifts to the mode's own, and laughter lifts it. */
export const energyAfter = (state: ShowState, line: AudienceLine): number =>
  line.isSerious && !line.mayBeEmergency
    ? Math.min(state.energy, OWN_ENERGY.philosophical)
    : state.energy + ENERGY_PULL * (OWN_ENERGY[state.mode] - state.energy) + (line.laughed ? LAUGH_ENERGY : 0);

/** The emotional state for the reply to a line. */
export function emotionFor(state: ShowState, line: AudienceLine): Emotion {
  if (line.isSerious && !line.mayBeEmergency) return 'supportive';
  if (line.laughed) return 'amused';
  if (line.disagreed) return 'challenging';
  if (line.ponders) return 'thoughtful';
  if (state.energy >= HIGH_ENERGY) return 'excited';
  return line.asked ? 'curious' : OWN_EMOTION[state.mode];
}
