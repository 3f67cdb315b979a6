export { mountPodcast } from './podcast-socket.ts';
export { ShowHub } from './show-hub.ts';
export { Shows } from './shows.ts';
