import { SHOW_RECONNECT_MS } from '@understudy/contract/constants';
import type { PerformerMessage } from '@understudy/contract/show';
import { tabStore } from '../../platform/storage.ts';
import { browserSocket } from './browser-socket.ts';
import { createShow, type Show, type ShowDeps } from './show.ts';
import type { ShowHearer, ShowParty, ShowSocket } from './show-socket.ts';

/** The show of this browser tab, connected to the real network, clock and storage. */
export function createBrowserShow(deps: Pick<ShowDeps, 'speakUp'>): Show {
  return createShow({ ...deps, clock: browserSocket.clock, createSocket: lazySocket, tab: tabStore });
}

/** A connection whose code is loaded when it is first opened: most conversations are no show. */
function lazySocket(hearer: ShowHearer): ShowSocket<PerformerMessage> {
  let socket: ShowSocket<PerformerMessage> | null = null;
  let wanted: ShowParty | null = null;
  const load = async (): Promise<void> => {
    try {
      const { createShowSocket } = await import('./show-socket.ts');
      socket ??= createShowSocket(browserSocket, hearer);
      if (wanted) socket.open(wanted);
    } catch {
      if (!wanted) return;
      hearer.connection('reconnecting');
      browserSocket.clock.after(SHOW_RECONNECT_MS, () => void load());
    }
  };
  return {
    open(party) {
      wanted = party;
      if (socket) return socket.open(party);
      hearer.connection('connecting');
      void load();
    },
    close() {
      wanted = null;
      if (socket) socket.close();
      else hearer.connection('off');
    },
    send: (message) => socket?.send(message) ?? false,
  };
}
