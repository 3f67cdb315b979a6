import { systemClock } from '../../platform/clock.ts';
import { isOnline, subscribeToConnection } from '../../platform/connection.ts';
import type { ShowSocketDeps } from './show-socket.ts';

/** The browser's own network and clock. */
export const browserSocket: ShowSocketDeps = {
  clock: systemClock,
  isOnline,
  subscribeToConnection,
  connect(sessionId) {
    const { protocol, host } = window.location;
    return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/podcast/${sessionId}`);
  },
};
