import { rateEpisode as rateEpisodeSchema, sessionOnly } from '@understudy/contract/calls';
import type { EpisodeRating, RateEpisodeAnswer } from '@understudy/contract/episodes';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type GatewayFunctions, gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Authenticator } from '../conversation/index.ts';
import { rateEpisode, readRating } from './episode-store.ts';

/** What the visitor's function needs. */
interface RateEpisodeDeps {
  pool: Pool;
  authenticator: Authenticator;
  limits: Pick<Limits, 'take'>;
}

/**
 * `rate_episode`: what the visitor thought of the show, and whether it may be published; `episode_rating`: what they
 * have said so far. Both also after the conversation's end.
 */
export const episodeFunctions = ({ pool, authenticator, limits }: RateEpisodeDeps): GatewayFunctions => ({
  episode_rating: gatewayFunction(sessionOnly, async (body): Promise<EpisodeRating> => {
    const { session } = await authenticator.session(body, { ended: true });
    await limits.take('session_memories', session.id);
    return readRating(pool, session.id);
  }),
  rate_episode: gatewayFunction(rateEpisodeSchema, async ({ rating, publish, ...body }) => {
    const { session } = await authenticator.session(body, { ended: true });
    await limits.take('session_memories', session.id);
    if (!session.consent)
      throw new AppError('not_kept', 'This conversation is not kept, so there is no episode of it to rate.');
    if (!(await rateEpisode(pool, session.id, rating, publish)))
      throw new AppError('not_found', 'There is no episode of this conversation.');
    const answer: RateEpisodeAnswer = { success: true, publishing_agreed: publish };
    return answer;
  }),
});
