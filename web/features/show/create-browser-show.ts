import { tabStore } from '../../platform/storage.ts';
import { browserSocket } from './browser-socket.ts';
import { createShow, type Show, type ShowDeps } from './show.ts';

/** The show of this browser tab, connected to the real network, clock and storage. */
export function createBrowserShow(deps: Pick<ShowDeps, 'speakUp'>): Show {
  return createShow({ ...deps, ...browserSocket, tab: tabStore });
}
