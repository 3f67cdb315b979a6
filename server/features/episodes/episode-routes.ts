import { randomBytes } from 'node:crypto';
import { episodeQuery, publishBody, showsQuery } from '@understudy/contract/admin-calls';
import type { Episode, EpisodePublishing, PublicEpisode, ShowsPage } from '@understudy/contract/episodes';
import { acceptedTags, type Language, languageFor } from '@understudy/contract/languages';
import type { Twin } from '@understudy/contract/twin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Admit, idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { namesIn } from '../show/index.ts';
import { namesOf, type Understand, type Understanding } from '../understanding/index.ts';
import {
  listEpisodes,
  type PublishedEpisode,
  readEpisode,
  readLines,
  readPublished,
  readRunningShows,
  type StoredEpisode,
  type StoredLine,
  setPublished,
} from './episode-store.ts';
import { type Reader, tellEpisode } from './tell-episode.ts';

/** What the episodes' routes need. */
export interface EpisodeDeps {
  twin(): Twin;
  settings: OwnerSettings;
  understand: Understand;
}

const NO_EPISODE = 'There is no episode of this conversation.';
const NOT_PUBLISHED = 'There is no episode at this address, or no more.';
const NOT_AGREED = 'The visitor did not agree that this episode may be published.';
const STILL_ON = 'This show is still on. You can publish its episode when it has ended.';
/** Bytes of the random part of an address: nobody guesses it. */
const SLUG_BYTES = 16;
const SLUG = /^[\w-]{16,40}$/;

/** The language in which a request reads an episode. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = parseBody(episodeQuery, request.query);
  return lang ?? languageFor(acceptedTags(request.headers['accept-language'] ?? ''));
}

/** For whom an episode is told. */
const readerOf = (language: Language, deps: EpisodeDeps, isMasked: boolean): Reader => ({
  language,
  name: deps.twin().persona.first_name,
  timeZone: deps.settings.get('hours').time_zone,
  isMasked,
});

/** What is published of an episode: masked, also whom the visitor spoke of, and in each language. */
async function publicationOf(
  stored: StoredEpisode,
  said: readonly StoredLine[],
  deps: EpisodeDeps,
): Promise<PublishedEpisode> {
  const read: Understanding[] = [];
  for (const [at, { speaker, text }] of said.entries()) {
    const before = said[at - 1]?.speaker === 'twin' ? (said[at - 1]?.text ?? null) : null;
    if (speaker === 'visitor') read.push(await deps.understand(text, { before }));
  }
  const names = [...stored.names, ...(await namesIn(read, namesOf(deps.twin().persona)))];
  const tell = (language: Language) => tellEpisode({ ...stored, names }, said, readerOf(language, deps, true));
  return { en: tell('en'), de: tell('de'), es: tell('es') };
}

/** Mounts the dashboard's routes of shows and episodes. */
export function mountShows({ http, pool, actorOf }: AdminScope, deps: EpisodeDeps): void {
  http.get('/shows', async (request): Promise<ShowsPage> => {
    const query = parseBody(showsQuery, request.query);
    const [running, page] = await Promise.all([readRunningShows(pool), listEpisodes(pool, query)]);
    return { running, ...page };
  });

  http.get('/shows/:id', async (request): Promise<Episode> => {
    const id = idOf(request, 'id', NO_EPISODE);
    const [episode, lines] = await Promise.all([readEpisode(pool, id), readLines(pool, id)]);
    const stored = orNotFound(episode, NO_EPISODE);
    const { visitor, active, publishing_agreed_at, slug, published_at } = stored;
    return {
      ...tellEpisode(stored, lines, readerOf(languageOf(request), deps, false)),
      ...{ session_id: id, visitor, active, publishing_agreed_at, slug, published_at },
    };
  });

  http.patch('/shows/:id', async (request): Promise<EpisodePublishing> => {
    const id = idOf(request, 'id', NO_EPISODE);
    const { published } = parseBody(publishBody, request.body);
    const actor = actorOf(request);
    return inTransaction(pool, async (client) => {
      const publication = published && {
        slug: randomBytes(SLUG_BYTES).toString('base64url'),
        tell: (stored: StoredEpisode, said: readonly StoredLine[]) => publicationOf(stored, said, deps),
      };
      const outcome = await setPublished(client, id, publication || null);
      if (outcome === 'not_found') throw new AppError('not_found', NO_EPISODE);
      if (outcome === 'not_agreed') throw new AppError('forbidden', NOT_AGREED);
      if (outcome === 'still_on') throw new AppError('forbidden', STILL_ON);
      const { isChanged, ...publishing } = outcome;
      if (isChanged)
        await audit(client, actor, published ? 'episode_published' : 'episode_unpublished', { session_id: id });
      return publishing;
    });
  });
}

/**
 * Mounts `GET /api/episodes/{slug}`, for everybody: what was published, as it was then. It is not cached: what is
 * taken back is gone at once.
 */
export function mountPublicEpisodes(http: FastifyInstance, pool: Pool, admit: Admit): void {
  http.get<{ Params: { slug: string } }>(
    '/api/episodes/:slug',
    {
      async onRequest(request, reply) {
        reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
        await admit(request);
      },
    },
    async (request): Promise<PublicEpisode> => {
      const { slug } = request.params;
      const language = languageOf(request);
      return orNotFound(SLUG.test(slug) ? await readPublished(pool, slug, language) : null, NOT_PUBLISHED);
    },
  );
}
