import { episodeQuery, publishBody, showsQuery } from '../../admin-calls.ts';
import { rateEpisode, sessionOnly } from '../../calls.ts';
import type { EpisodePublishing, ToldEpisode } from '../../episodes.ts';
import { credentials, SESSION } from '../examples.ts';
import type { Operations } from '../operation.ts';

const SLUG = 'f3Kq0bT9xLz2VwYc7RmN1A';
const notPublished: EpisodePublishing = {
  publishing_agreed_at: '2026-11-20T09:45:00.000Z',
  slug: null,
  published_at: null,
};
const published: EpisodePublishing = { ...notPublished, slug: SLUG, published_at: '2026-11-21T08:00:00.000Z' };
const highlight = 'So the plant that nobody waters has a committee, and the committee has a plant.';
const told: ToldEpisode = {
  episode_number: 3,
  date: '2026-11-20T09:15:20.000Z',
  duration: 1_380_000,
  overall_rating: 8.2,
  visitor_rating: 5,
  modes: [{ mode: 'banter', at: 0 }],
  themes: [{ topic: 'the plant that nobody waters', depth: 4 }],
  reel: [{ type: 'callback', content: highlight, speaker: 'twin', audience_reaction: 'laughed', line: 1, at: 8_000 }],
  callbacks: [{ setup: 'the plant that nobody waters', used: true, outcome: 'landed' }],
  audience: {
    responses: 14,
    average_engagement: 6.8,
    peak_engagement: 9.1,
    laughs: 5,
    questions: 3,
    callbacks_landed: 2,
    callbacks_used: 3,
  },
  lines: [
    { speaker: 'visitor', text: 'Our office has a plant that nobody waters.', at: 0, until: 3_200 },
    { speaker: 'twin', text: highlight, at: 8_000, until: 14_000 },
  ],
  files: {
    notes: '# Episode 3 with AI Dana\n',
    text: '[0:00] Visitor: Our office has a plant that nobody waters.\n',
    srt: '1\n00:00:00,000 --> 00:00:03,200\nVisitor: Our office has a plant that nobody waters.\n',
    vtt: 'WEBVTT\n\n1\n00:00:00.000 --> 00:00:03.200\n<v Visitor>Our office has a plant that nobody waters.\n',
  },
};
const inPath = { id: { about: 'The session’s id.', example: SESSION } };
const base = { tag: 'Shows', access: 'admin' } as const;

export const showOperations = {
  episode_rating: {
    method: 'post',
    tag: 'Shows',
    access: 'session',
    path: '/functions/v1/episode_rating',
    summary: 'Get the rating of a show',
    about:
      'What the visitor has said of the show of their conversation, and whether its episode may be published. The ' +
      'agreement lapses when the show goes back on air.',
    body: sessionOnly,
    send: credentials,
    answer: { rating: 5, publishing_agreed: true },
  },
  rate_episode: {
    method: 'post',
    tag: 'Shows',
    access: 'session',
    path: '/functions/v1/rate_episode',
    summary: 'Rate a show',
    about:
      'The visitor rates the show of their conversation and says whether its episode may be published; also after ' +
      'the conversation’s end. Whoever takes the agreement back unpublishes the episode at once, and so does ' +
      'a show that goes back on air.',
    body: rateEpisode,
    errors: ['not_found', 'not_kept'],
    send: { ...credentials, rating: 5, publish: true },
    answer: { success: true, publishing_agreed: true },
  },
  read_published_episode: {
    method: 'get',
    tag: 'Shows',
    access: 'anyone',
    path: '/api/episodes/{slug}',
    summary: 'Get a published episode',
    about:
      'An episode that its visitor agreed to have published, its files in the language of `lang` or ' +
      '`accept-language`. The visitor’s name, addresses, links and telephone numbers are masked. Gone at once when ' +
      'it is unpublished or erased.',
    query: episodeQuery,
    inPath: { slug: { about: 'The random part of its page’s address.', example: SLUG } },
    errors: ['not_found'],
    answer: { ...told, published_at: '2026-11-21T08:00:00.000Z' },
  },
  list_shows: {
    ...base,
    method: 'get',
    path: '/api/admin/shows',
    summary: 'List shows and episodes',
    about: 'The shows that are on now, and past episodes page by page, the newest first.',
    query: showsQuery,
    answer: {
      running: [
        {
          session_id: SESSION,
          visitor: 'Ana Costa',
          episode: 3,
          mode: 'banter',
          started_at: '2026-11-20T09:15:20.000Z',
          energy: 6,
          engagement: 7.4,
          turns: 8,
          listening: true,
          quiet_minutes: 0,
        },
      ],
      items: [
        {
          ...notPublished,
          session_id: SESSION,
          visitor: 'Ana Costa',
          episode_number: 2,
          date: '2026-11-13T09:15:20.000Z',
          duration: 1_380_000,
          overall_rating: 8.2,
          visitor_rating: 5,
          moments: 6,
          highlight,
        },
      ],
      next_cursor: null,
    },
  },
  read_episode: {
    ...base,
    method: 'get',
    path: '/api/admin/shows/{id}',
    summary: 'Get an episode',
    about:
      'One episode with its highlight reel, transcript, subtitles, show notes and ratings. Of a show that is still ' +
      'on, what was last saved.',
    inPath,
    query: episodeQuery,
    errors: ['not_found'],
    answer: { ...told, ...notPublished, session_id: SESSION, visitor: 'Ana Costa', active: false },
  },
  publish_episode: {
    ...base,
    method: 'patch',
    path: '/api/admin/shows/{id}',
    summary: 'Publish or unpublish an episode',
    about: 'Gives an episode a public page at a random address, or takes it back. Only if the visitor agreed to it.',
    inPath,
    body: publishBody,
    errors: ['not_found', 'forbidden'],
    send: { published: true },
    answer: published,
  },
} satisfies Operations;
