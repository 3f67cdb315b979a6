import { systemClock } from '../../platform/clock.ts';
import { isOnline, subscribeToConnection } from '../../platform/connection.ts';
import { tabStore } from '../../platform/storage.ts';
import { createShow, type Show, type ShowDeps } from './show.ts';

/** The show of this browser tab, connected to the real network, clock and storage. */
export function createBrowserShow(deps: Pick<ShowDeps, 'speakUp'>): Show {
  return createShow({
    ...deps,
    clock: systemClock,
    tab: tabStore,
    isOnline,
    subscribeToConnection,
    connect(sessionId) {
      const { protocol, host } = window.location;
      return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/podcast/${sessionId}`);
    },
  });
}
