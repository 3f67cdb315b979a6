// Pages that visitors reach by a link of their own, in one chunk.
export { BookingPage } from './booking-page.tsx';
export { EpisodePage } from './episode-page.tsx';
