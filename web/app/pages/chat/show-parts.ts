// What a show adds to the chat, in one chunk, loaded with the first show.
export { ShowNewsLine } from '../../../features/show/components/on-air.tsx';
export { RateEpisode } from '../../../features/show/components/rate-episode.tsx';
export { ShowBar } from '../../../features/show/components/show-bar.tsx';
export { ShowDesk } from '../../../features/show/components/show-desk.tsx';
