export { type EpisodeDeps, mountPublicEpisodes, mountShows } from './episode-routes.ts';
export { isPublished } from './episode-store.ts';
export { episodeFunctions } from './rate-episode.ts';
