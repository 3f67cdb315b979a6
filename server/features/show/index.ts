export { forgetConversations, forgetTurns, OTHER_SHOWS } from './forget-turns.ts';
export { namesIn } from './named-people.ts';
export { mountPodcast } from './podcast-socket.ts';
export { ShowHub } from './show-hub.ts';
export { readDemoRecords, withdrawShows } from './show-store.ts';
export { type ShowDeps, Shows } from './shows.ts';
export { type TriedLine, tryLine } from './try-line.ts';
