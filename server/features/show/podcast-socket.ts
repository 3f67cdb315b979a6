import websocket from '@fastify/websocket';
import {
  directorMessage,
  performerMessage,
  SHOW_CLOSE,
  SHOW_FRAME_MAX_BYTES,
  type ShowSocketMessage,
  showInit,
} from '@understudy/contract/show';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor, Guard } from '../../platform/http/guard.ts';
import type { Authenticator } from '../conversation/index.ts';
import type { ShowHub } from './show-hub.ts';
import type { ShowCommand, Shows } from './shows.ts';

/** What the socket needs. */
export interface PodcastDeps {
  shows: Shows;
  hub: ShowHub;
  authenticator: Authenticator;
  guard: Guard;
  /** Interval of pings. */
  heartbeatMs: number;
  /** How long a connection may take to say who it is. */
  initMs: number;
  stopping(): boolean;
}

/** Messages that a connection may send at once, and each second after that. */
const BURST = 40;
const PER_SECOND = 20;
/** How long one that sends more is not read, and how often that may happen before it is closed. */
const SLOWED_MS = 1_000;
const MAX_SLOWED = 3;
/** How long a peer may take to answer that it is closed. */
const CLOSING_MS = 1_000;
/** Messages beyond the allowance that may come in one packet. */
const MAX_PACKET = 100;
/** Bytes that wait for a slow reader before it is closed; it resumes where it was. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Connections of one show, and of all. */
const MAX_PER_SHOW = 20;
const MAX_CONNECTIONS = 5_000;

/** Who is at the other end. */
type Party = { role: 'performer' } | { role: 'director'; actor: Actor; request: FastifyRequest };

/**
 * Mounts `/podcast/{sessionId}`, the connection of a show's performer and directors (sections 7 and 8). The first
 * message says who it is; frames have at most SHOW_FRAME_MAX_BYTES, or the connection closes with 1009.
 */
export async function mountPodcast(app: FastifyInstance, deps: PodcastDeps): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: SHOW_FRAME_MAX_BYTES, perMessageDeflate: false },
    preClose(done) {
      for (const socket of app.websocketServer.clients) closeSoon(socket, SHOW_CLOSE.stopping, 'the server stops');
      app.websocketServer.close(done);
    },
  });
  const connections = new Map<string, number>();
  let count = 0;
  app.get<{ Params: { sessionId: string } }>('/podcast/:sessionId', { websocket: true }, (socket, request) => {
    const sessionId = request.params.sessionId.toLowerCase();
    const ofShow = connections.get(sessionId) ?? 0;
    if (deps.stopping() || count >= MAX_CONNECTIONS || ofShow >= MAX_PER_SHOW) {
      socket.close(deps.stopping() ? SHOW_CLOSE.stopping : 1013);
      return;
    }
    count += 1;
    connections.set(sessionId, ofShow + 1);
    socket.once('close', () => {
      count -= 1;
      const left = (connections.get(sessionId) ?? 1) - 1;
      if (left > 0) connections.set(sessionId, left);
      else connections.delete(sessionId);
    });
    serve(socket, request, sessionId, deps);
  });
}

/** Serves one connection to its end. */
function serve(socket: WebSocket, request: FastifyRequest, sessionId: string, deps: PodcastDeps): void {
  let party: Party | null = null;
  const leave: (() => void)[] = [];
  const sendText = (message: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
    else socket.send(message);
  };
  const send = (message: ShowSocketMessage): void => sendText(JSON.stringify(message));
  const refuse = (code: string, message: string) => send({ type: 'error', data: { code, message } });
  const deadline = setTimeout(() => socket.close(SHOW_CLOSE.unauthorized, 'init expected'), deps.initMs).unref();
  const flood = new Flood(socket);
  keepAlive(socket, deps.heartbeatMs);
  // The library reports frames that are too large or broken, and closes.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(deadline);
    for (const end of leave) end();
  });
  // One message after the other, in their order.
  let work: Promise<void> = Promise.resolve();
  socket.on('message', (data, isBinary) => {
    if (!flood.admit()) return;
    work = work.then(async () => {
      const message = isBinary ? null : parseJson(data.toString());
      if (socket.readyState !== socket.OPEN) return;
      if (!party) {
        clearTimeout(deadline);
        party = await init(message);
        return;
      }
      await act(party, message);
    });
    work = work.catch((error) => {
      request.log.error({ err: error }, 'defect');
      socket.close(1011);
    });
  });

  const init = async (message: unknown): Promise<Party | null> => {
    const parsed = showInit.safeParse(message);
    if (!parsed.success || !z.uuid().safeParse(sessionId).success) {
      socket.close(SHOW_CLOSE.unauthorized, 'init expected');
      return null;
    }
    const { session_secret: secret, access_token: token, after = 0 } = parsed.data.data;
    try {
      const who = secret === undefined ? await director(token ?? '') : await performer(secret);
      send({ type: 'ready', data: { role: who.role } });
      const watcher = { isDirector: who.role === 'director', after, version: 0, send: sendText };
      const unwatch = await deps.hub.watch(sessionId, watcher);
      if (socket.readyState === socket.OPEN) leave.push(unwatch);
      else unwatch();
      return who;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      socket.close(closeCodeOf(error), error.code);
      return null;
    }
  };
  const performer = async (secret: string): Promise<Party> => {
    await deps.authenticator.session({ session_id: sessionId, session_secret: secret });
    return { role: 'performer' };
  };
  const director = async (token: string): Promise<Party> => {
    // The token came in a message, because browsers cannot send it in a header. `LOCAL_ADMIN` needs none.
    const headers = { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const signed: FastifyRequest = Object.create(request, { headers: { value: headers } });
    const actor = await deps.guard.require(signed, 'admin');
    if (!(await deps.shows.isWatchable(sessionId)))
      throw new AppError('forbidden', 'The visitor did not agree that this conversation is kept: nobody may watch it.');
    leave.push(deps.guard.watch(signed, actor, () => socket.close(SHOW_CLOSE.forbidden, 'forbidden')));
    return { role: 'director', actor, request: signed };
  };
  const act = async (who: Party, message: unknown): Promise<void> => {
    if (message === null) return refuse('invalid_message', 'A message must be JSON: {"type": ..., "data": ...}.');
    // A page's sign of life: browsers do not tell their pages of pings, so it gets an answer.
    if ((message as { type?: unknown }).type === 'context-update')
      return send({ type: 'ready', data: { role: who.role } });
    const parsed = (who.role === 'director' ? directorMessage : performerMessage).safeParse(message);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.');
      return refuse('invalid_message', `${where ? `${where}: ` : ''}${issue?.message ?? 'unknown message'}`);
    }
    if (who.role === 'director' && who.actor.local)
      return refuse('forbidden', 'Without a sign-in you can watch, but not direct.');
    const command = { by: who.role, message: parsed.data } as ShowCommand;
    if (!(await deps.shows.command(sessionId, command)))
      refuse('no_show', 'There is no show in this conversation yet.');
  };
}

const CLOSE_CODES: Partial<Record<AppError['code'], number>> = {
  forbidden: SHOW_CLOSE.forbidden,
  session_ended: SHOW_CLOSE.ended,
  second_factor_needed: SHOW_CLOSE.forbidden,
  must_change_password: SHOW_CLOSE.forbidden,
  second_factor_setup_needed: SHOW_CLOSE.forbidden,
};
const closeCodeOf = ({ code }: AppError): number => CLOSE_CODES[code] ?? SHOW_CLOSE.unauthorized;

/** Closes a connection whose peer may not answer. */
function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  // The peer's answer is read, and waited for only so long.
  socket.resume();
  const timer = setTimeout(() => socket.terminate(), CLOSING_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Pings the peer, and closes one that has not answered the ping before. */
function keepAlive(socket: WebSocket, everyMs: number): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, everyMs).unref();
  socket.once('close', () => clearInterval(timer));
}

/** Counts a connection's messages: too many, and it is not read for a while; again and again, and it is closed. */
class Flood {
  readonly #socket: WebSocket;
  #left = BURST;
  #at = performance.now();
  #slowed = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Whether a message may be taken; none once the connection is closed for it. */
  admit(): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    const now = performance.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1000) * PER_SECOND);
    this.#at = now;
    this.#left -= 1;
    if (this.#left >= 0) return true;
    // Those behind it in the same packet still come while nothing more is read.
    if (this.#socket.isPaused && this.#left > -MAX_PACKET) return true;
    this.#slowed += 1;
    if (this.#slowed > MAX_SLOWED || this.#left <= -MAX_PACKET) {
      closeSoon(this.#socket, SHOW_CLOSE.flood, 'too many messages');
      return false;
    }
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), SLOWED_MS).unref();
    return true;
  }
}
