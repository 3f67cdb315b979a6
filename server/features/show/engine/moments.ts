import { MOMENTS_MAX } from '@understudy/contract/constants';
import { firstChars } from './audience-line.ts';
import type { Tell } from './show-events.ts';
import { type Moment, newId, pushNewest, type ShowState } from './show-state.ts';
import { activeTopics } from './threads.ts';

/** Characters of the twin's newest line that are kept for a moment. */
export const MAX_LINE = 400;

/** Adds a part of the show that is worth keeping, with what is going on around it. */
export function addMoment(
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
