import { SHOW_CLOSE } from '@understudy/contract/show';
import { LRUCache } from 'lru-cache';
import type { WebSocket } from 'ws';
import type { LimitConfig } from '../../platform/limits/limits.ts';
import { addressKey } from '../../platform/limits/rate-limits.ts';

/** What is counted of a connection. */
type LimitedSocket = Pick<
  WebSocket,
  'readyState' | 'OPEN' | 'isPaused' | 'once' | 'close' | 'terminate' | 'pause' | 'resume'
>;
/** Who is at the other end. */
type ShowRole = 'performer' | 'director';

/** The limits that an operator can scale. Behind a proxy, nothing else limits a caller's connections. */
export type ShowLimits = Pick<LimitConfig, 'showsPerAddress' | 'unknownShows' | 'unknownShowsPerAddress'>;

/** Connections in all; below the server's `maxConnections`, so that shows never keep pages out. */
const MAX_CONNECTIONS = 3_500;
/** Connections of one show. */
const MAX_PERFORMERS = 3;
const MAX_DIRECTORS = 17;
/** Messages that a show's performers, or one of its directors, may send at once, and each second after that. */
const BURST = 40;
const PER_SECOND = 20;
/** How long a connection that sends more is paused, and how often before it is closed. */
const SLOWED_MS = 1_000;
const MAX_SLOWED = 3;
/** Messages beyond the allowance that may come in one packet. */
const MAX_PACKET = 100;
/** Shows whose allowance is remembered, so that nobody gets a new one by connecting again. */
const MAX_ALLOWANCES = 2 * MAX_CONNECTIONS;
/** How long a peer may take to answer that it is closed. */
const CLOSING_MS = 1_000;
/** The close code that asks to try again later. */
export const TRY_LATER = 1013;

/** Closes a connection whose peer may not answer. */
export function closeSoon(socket: LimitedSocket, code: number, reason: string): void {
  socket.close(code, reason);
  // The peer's answer is read, and waited for only so long.
  socket.resume();
  const timer = setTimeout(() => socket.terminate(), CLOSING_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** A counted connection. */
export interface CountedConnection {
  /**
   * It has said who it is. The oldest of too many performers makes room for the newest: it may be a page that is gone.
   *
   * @returns false if there are too many directors, or the connection is gone
   */
  admit(sessionId: string, role: ShowRole): boolean;
}

/** Counts the connections of this instance: all, each address's, each show's, and those that are still unknown. */
export class ConnectionLimits {
  #all = 0;
  #unknown = 0;
  readonly #addresses = new Map<string, { all: number; unknown: number }>();
  /** The connections of a show's performers or directors, oldest first. */
  readonly #parties = new Map<string, Set<LimitedSocket>>();
  readonly #allowances = new LRUCache<string, Allowance>({ max: MAX_ALLOWANCES });
  readonly #limits: ShowLimits;

  /** @param limits of an address and of the unknown, which RATE_LIMIT_SCALE multiplies; the total is the server's */
  constructor(limits: ShowLimits) {
    this.#limits = limits;
  }

  /** @returns null if there are too many; the connection is then not counted */
  enter(socket: LimitedSocket, ip: string): CountedConnection | null {
    const { showsPerAddress, unknownShows, unknownShowsPerAddress } = this.#limits;
    const key = addressKey(ip);
    const address = this.#addresses.get(key) ?? { all: 0, unknown: 0 };
    if (this.#all >= MAX_CONNECTIONS || address.all >= showsPerAddress) return null;
    if (this.#unknown >= unknownShows || address.unknown >= unknownShowsPerAddress) return null;
    this.#addresses.set(key, address);
    this.#all += 1;
    address.all += 1;
    this.#unknown += 1;
    address.unknown += 1;
    let isUnknown = true;
    const know = () => {
      if (!isUnknown) return;
      isUnknown = false;
      this.#unknown -= 1;
      address.unknown -= 1;
    };
    socket.once('close', () => {
      know();
      this.#all -= 1;
      address.all -= 1;
      if (address.all === 0) this.#addresses.delete(key);
    });
    return {
      admit: (sessionId, role) => {
        const isAdmitted = socket.readyState === socket.OPEN && this.#join(socket, `${role} ${sessionId}`, role);
        if (isAdmitted) know();
        return isAdmitted;
      },
    };
  }

  /**
   * The messages that all performers of a show may send, or all connections of one of its directors.
   *
   * @param account the director's; null for performers
   */
  allowance(sessionId: string, account: string | null): Allowance {
    const key = `${account ?? ''} ${sessionId}`;
    const allowance = this.#allowances.get(key) ?? new Allowance();
    this.#allowances.set(key, allowance);
    return allowance;
  }

  #join(socket: LimitedSocket, key: string, role: ShowRole): boolean {
    const party = this.#parties.get(key) ?? new Set();
    if (role === 'director' && party.size >= MAX_DIRECTORS) return false;
    const [oldest] = party;
    if (role === 'performer' && oldest && party.size >= MAX_PERFORMERS) {
      party.delete(oldest);
      closeSoon(oldest, SHOW_CLOSE.replaced, 'the show goes on in another page');
    }
    this.#parties.set(key, party.add(socket));
    socket.once('close', () => {
      party.delete(socket);
      if (party.size === 0 && this.#parties.get(key) === party) this.#parties.delete(key);
    });
    return true;
  }
}

/** How many messages may still be sent. */
class Allowance {
  #left = BURST;
  #at = performance.now();

  /** Takes messages from it. @returns whether they were within it */
  take(messages = 1): boolean {
    const now = performance.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1000) * PER_SECOND);
    this.#at = now;
    // However many messages came, the wait afterwards stays short enough to bear.
    this.#left = Math.max(-MAX_PACKET, this.#left - messages);
    return this.#left >= 0;
  }
}

/** Counts a connection's messages: too many, and it is not read for a while; again and again, and it is closed. */
export class Flood {
  readonly #socket: LimitedSocket;
  #allowance = new Allowance();
  #taken = 0;
  /** Messages beyond the allowance since it was last kept. */
  #over = 0;
  #slowed = 0;

  constructor(socket: LimitedSocket) {
    this.#socket = socket;
  }

  /** From now on its messages count for all connections of its party; those that it has sent count too. */
  share(allowance: Allowance): void {
    allowance.take(this.#taken);
    this.#allowance = allowance;
  }

  /** Whether a message may be taken; none once the connection is closed for it. */
  admit(): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    this.#taken += 1;
    if (this.#allowance.take()) {
      this.#over = 0;
      return true;
    }
    this.#over += 1;
    // The rest of a packet still arrives while the socket is paused.
    if (this.#socket.isPaused && this.#over < MAX_PACKET) return true;
    this.#slowed += 1;
    if (this.#slowed > MAX_SLOWED || this.#over >= MAX_PACKET) {
      closeSoon(this.#socket, SHOW_CLOSE.flood, 'too many messages');
      return false;
    }
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), SLOWED_MS).unref();
    return true;
  }
}
