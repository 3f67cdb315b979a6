import { SHOW_HEARTBEAT_MS, SHOW_RECONNECT_MS } from '@understudy/contract/constants';
import type { DirectorMessage, PerformerMessage, ShowSocketMessage } from '@understudy/contract/show';
// Apart from the schemas, which a page does not need.
import { SHOW_CLOSE } from '@understudy/contract/show-close';
import type { Clock } from '../../platform/clock.ts';

/** What a show uses of a browser's `WebSocket`. */
export type Wire = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Who connects: the performer with the session's secret, or a director with an access token, asked for each time. */
export type ShowParty = { sessionId: string } & ({ secret: string } | { token(): Promise<string | null> });

/**
 * `ended`: the server would refuse this page, so it does not reconnect. `elsewhere`: another page of the performer has
 * taken this one's place, until this one is opened again.
 */
export type ShowConnection = 'off' | 'connecting' | 'live' | 'reconnecting' | 'elsewhere' | 'ended';

export interface ShowSocketDeps {
  clock: Clock;
  /** Opens the connection of a session. */
  connect(sessionId: string): Wire;
  isOnline(): boolean;
  /** Calls back when the browser goes online or offline. */
  subscribeToConnection(listener: () => void): () => void;
}

/** Called by the connection. */
export interface ShowHearer {
  /** @param code the close code, once it is `ended` or `elsewhere` */
  connection(state: ShowConnection, code?: number): void;
  /** A message that has not been heard before; a `context-update` is the state as it is now. */
  heard(message: ShowSocketMessage): void;
}

/** A performer's or director's connection to `/podcast/{sessionId}`. */
export interface ShowSocket<Message extends PerformerMessage | DirectorMessage> {
  /** Connects; the session that it was connected to last goes on from the last message. */
  open(party: ShowParty): void;
  close(): void;
  /** @returns whether it was sent; without a connection it is not */
  send(message: Message): boolean;
}

/** Closings after which the server would only refuse again. */
const FINAL: ReadonlyMap<number, ShowConnection> = new Map([
  [SHOW_CLOSE.unauthorized, 'ended'],
  [SHOW_CLOSE.forbidden, 'ended'],
  [SHOW_CLOSE.ended, 'ended'],
  [SHOW_CLOSE.replaced, 'elsewhere'],
]);
/** Heartbeats without any answer after which the connection counts as lost. */
const SILENT_HEARTBEATS = 2;

/**
 * Keeps the connection of a show: 5 s after it is lost it is tried again, from the last message on. A browser does not
 * tell that the other end has gone, so a heartbeat asks, and a connection without an answer is dropped.
 */
export function createShowSocket<Message extends PerformerMessage | DirectorMessage = PerformerMessage>(
  deps: ShowSocketDeps,
  hearer: ShowHearer,
): ShowSocket<Message> {
  const { clock } = deps;
  let session: ShowParty | null = null;
  let wire: Wire | null = null;
  let isLive = false;
  /** The number of the last message, and the session that it is of. */
  let after = 0;
  let heardOf: string | null = null;
  let unanswered = 0;
  let cancelTimer = () => {};
  let unsubscribe = () => {};

  function connect(): void {
    cancelTimer();
    if (!session) return;
    if (!deps.isOnline()) {
      cancelTimer = clock.after(SHOW_RECONNECT_MS, connect);
      return;
    }
    const own = deps.connect(session.sessionId);
    const party = session;
    wire = own;
    unanswered = 0;
    const init = (credentials: object) =>
      wire === own && own.send(JSON.stringify({ type: 'init', data: { ...credentials, after } }));
    own.onopen = () => {
      if ('secret' in party) init({ session_secret: party.secret });
      else tokenOf(party).then(init, () => own.close());
    };
    own.onmessage = ({ data }) => wire === own && receive(String(data));
    own.onclose = ({ code }) => wire === own && lost(code);
    planBeat();
  }

  function receive(text: string): void {
    const message = parse(text);
    if (!message) return;
    unanswered = 0;
    if (message.type === 'ready') {
      if (isLive) return;
      isLive = true;
      hearer.connection('live');
      return;
    }
    const { seq } = message;
    if (seq !== undefined && message.type !== 'context-update') {
      if (seq <= after) return;
      after = seq;
    }
    hearer.heard(message);
  }

  function planBeat(): void {
    cancelTimer = clock.after(SHOW_HEARTBEAT_MS, () => {
      unanswered += 1;
      if (unanswered > SILENT_HEARTBEATS || !wire) return drop();
      // Before it is ready, the server waits for nothing but the first message.
      if (isLive) wire.send(JSON.stringify({ type: 'context-update', data: {} }));
      planBeat();
    });
  }

  function lost(code: number): void {
    cancelTimer();
    wire = null;
    isLive = false;
    const final = FINAL.get(code);
    if (final) {
      forget();
      hearer.connection(final, code);
      return;
    }
    hearer.connection('reconnecting');
    cancelTimer = clock.after(SHOW_RECONNECT_MS, connect);
  }

  /** Abandons a connection that may never report that it is closed. */
  function drop(): void {
    const old = wire;
    lost(0);
    old?.close();
  }

  function forget(): void {
    cancelTimer();
    unsubscribe();
    session = null;
    isLive = false;
    const old = wire;
    wire = null;
    old?.close();
  }

  return {
    open(next) {
      if (session?.sessionId === next.sessionId) return;
      forget();
      session = next;
      if (next.sessionId !== heardOf) after = 0;
      heardOf = next.sessionId;
      unsubscribe = deps.subscribeToConnection(() => {
        if (!deps.isOnline() && wire) drop();
      });
      hearer.connection('connecting');
      connect();
    },
    close() {
      forget();
      heardOf = null;
      hearer.connection('off');
    },
    send(message) {
      if (!wire || !isLive) return false;
      wire.send(JSON.stringify(message));
      return true;
    },
  };
}

async function tokenOf(party: { token(): Promise<string | null> }) {
  const token = await party.token();
  return token === null ? {} : { access_token: token };
}

function parse(text: string): ShowSocketMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null || !('type' in message)) return null;
    return { data: {}, ...message } as ShowSocketMessage;
  } catch {
    return null;
  }
}
