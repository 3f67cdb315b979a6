import { DEFAULT_WORDS_PER_MINUTE, SHOW_TEMPERATURE } from '@understudy/contract/constants';
import type { PerformOrder } from './show-events.ts';
import { draw, isSober, type ShowState } from './show-state.ts';

/** What holds for every reply in this state. */
export function orderOf(state: ShowState): PerformOrder {
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
    mayBeEmergency: false,
    asked: false,
    asksBusiness: false,
    surelyBusiness: false,
    wants: null,
    wantsMode: null,
    tells: false,
    isLead: false,
    complained: false,
    offersChoice: false,
    puzzled: false,
    asksBack: false,
    choosesTopic: false,
    question: state.question ?? null,
    declines: false,
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
    seed: Math.floor(draw(state) * 2 ** 31),
  };
}

/** DEFAULT_WORDS_PER_MINUTE at the starting energy, a fifth slower without any and a fifth faster with all of it. */
export const wordsPerMinute = (energy: number): number => Math.round(DEFAULT_WORDS_PER_MINUTE * (0.8 + 0.04 * energy));
