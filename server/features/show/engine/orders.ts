import { DEFAULT_WORDS_PER_MINUTE, SHOW_TEMPERATURE } from '@understudy/contract/constants';
import { nextRandom } from '../../../platform/random.ts';
import { type LineParts, NO_LINE } from './audience-line.ts';
import type { PerformOrder } from './show-events.ts';
import { isSober, type ShowState } from './show-state.ts';

/** What holds for every reply in this state. @param line the parts of the line that it replies to */
export function orderOf(state: ShowState, line: LineParts = NO_LINE): PerformOrder {
  return {
    mode: state.mode,
    emotion: state.emotion,
    energy: state.energy,
    engagement: state.engagement,
    temperature: SHOW_TEMPERATURE[state.mode],
    wordsPerMinute: wordsPerMinute(state.energy),
    isOpening: state.saidAt === null,
    returnsTo: state.saidAt === null ? (state.earlier[0]?.topic ?? null) : null,
    episode: state.episode,
    isClosing: false,
    isSerious: isSober(state),
    isSober: isSober(state),
    ...line,
    asksBack: false,
    choosesTopic: false,
    question: state.question ?? null,
    beat: null,
    holdMs: 0,
    segueFrom: state.ordered.segueFrom,
    callback: null,
    echo: null,
    thread: null,
    game: null,
    debate: null,
    hint: state.hint,
    asks: true,
    told: state.told,
    seed: Math.floor(nextRandom(state) * 2 ** 31),
  };
}

/** DEFAULT_WORDS_PER_MINUTE at the starting energy, a fifth slower without any and a fifth faster with all of it. */
export const wordsPerMinute = (energy: number): number => Math.round(DEFAULT_WORDS_PER_MINUTE * (0.8 + 0.04 * energy));
