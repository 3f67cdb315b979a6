import type { Socket } from 'node:net';
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
import {
  ConnectionLimits,
  type CountedConnection,
  closeSoon,
  Flood,
  type ShowLimits,
  TRY_LATER,
} from './connection-limits.ts';
import type { ShowCommand } from './show-commands.ts';
import type { ShowHub } from './show-hub.ts';
import type { Shows } from './shows.ts';

/** What the socket needs. */
export interface PodcastDeps {
  shows: Shows;
  hub: ShowHub;
  authenticator: Authenticator;
  guard: Guard;
  /** Adds a row to the audit log. */
  audit(actor: Actor, action: string, detail: Record<string, unknown>): Promise<void>;
  /** Interval of pings. */
  heartbeatMs: number;
  /** How long a connection may take to say who it is. */
  initMs: number;
  stopping(): boolean;
  /** How many connections an address may have. */
  limits: ShowLimits;
}

/** Bytes that wait for a slow reader before it is closed; it resumes where it was. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Whether the library closes a connection for its frames: too large, or broken. */
const isOfPeer = (error: Error): boolean => 'code' in error && String(error.code).startsWith('WS_ERR_');

/** Who is at the other end. */
type Party = { role: 'performer' } | { role: 'director'; actor: Actor; request: FastifyRequest };

/**
 * Mounts `/podcast/{sessionId}`, the connection of a show's performer and directors (sections 7 and 8). The first
 * message says who it is; frames have at most SHOW_FRAME_MAX_BYTES, or the connection closes with 1009.
 */
export async function mountPodcast(app: FastifyInstance, deps: PodcastDeps): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: SHOW_FRAME_MAX_BYTES, perMessageDeflate: false },
    // What a peer sends is no defect, and must not fill the log.
    errorHandler(error, socket, request) {
      request.log[isOfPeer(error) ? 'debug' : 'error']({ err: error }, 'connection of a show');
      socket.terminate();
    },
    preClose(done) {
      for (const socket of app.websocketServer.clients) closeSoon(socket, SHOW_CLOSE.stopping, 'the server stops');
      app.websocketServer.close(done);
    },
  });
  // The database notifies of ended conversations, but a notification may be lost.
  const sweep = setInterval(() => void deps.hub.endFinished(), deps.heartbeatMs).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
  const limits = new ConnectionLimits(deps.limits);
  app.get<{ Params: { sessionId: string } }>('/podcast/:sessionId', { websocket: true }, (socket, request) => {
    const sessionId = request.params.sessionId.toLowerCase();
    // The library reports frames that are too large or broken, and closes.
    socket.on('error', () => undefined);
    const counted = deps.stopping() ? null : limits.enter(socket, request.ip);
    if (counted) serve({ socket, request, sessionId, counted, limits }, deps);
    else closeSoon(socket, deps.stopping() ? SHOW_CLOSE.stopping : TRY_LATER, 'no room');
  });
}

/** A connection that there is room for. */
interface Connection {
  socket: WebSocket;
  request: FastifyRequest;
  sessionId: string;
  counted: CountedConnection;
  limits: ConnectionLimits;
}

/** Serves one connection to its end. */
function serve({ socket, request, sessionId, counted, limits }: Connection, deps: PodcastDeps): void {
  let party: Party | null = null;
  const leave: (() => void)[] = [];
  const onLeaving = (undo: () => void): void => {
    if (socket.readyState === socket.OPEN) leave.push(undo);
    else undo();
  };
  const sendText = (message: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_WAITING_BYTES) {
      socket.terminate();
      return;
    }
    joinWrites(request.raw.socket);
    socket.send(message);
  };
  const send = (message: ShowSocketMessage): void => sendText(JSON.stringify(message));
  const refuse = (code: string, message: string) => send({ type: 'error', data: { code, message } });
  const end = () => closeSoon(socket, SHOW_CLOSE.ended, 'session_ended');
  const deadline = setTimeout(() => closeSoon(socket, SHOW_CLOSE.unauthorized, 'init expected'), deps.initMs).unref();
  const flood = new Flood(socket);
  keepAlive(socket, deps.heartbeatMs);
  socket.once('close', () => {
    clearTimeout(deadline);
    for (const undo of leave) undo();
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
      closeSoon(socket, 1011, 'defect');
    });
  });

  const init = async (message: unknown): Promise<Party | null> => {
    const parsed = showInit.safeParse(message);
    if (!parsed.success || !z.uuid().safeParse(sessionId).success) {
      closeSoon(socket, SHOW_CLOSE.unauthorized, 'init expected');
      return null;
    }
    const { session_secret: secret, access_token: token, after = 0 } = parsed.data.data;
    try {
      const who = secret === undefined ? await director(token ?? '') : await performer(secret);
      if (!counted.admit(sessionId, who.role)) {
        closeSoon(socket, TRY_LATER, 'too many connections');
        return null;
      }
      flood.share(limits.allowance(sessionId, who.role === 'director' ? (who.actor.id ?? 'local') : null));
      if (who.role === 'director') await deps.audit(who.actor, 'show_watched', { session_id: sessionId });
      send({ type: 'ready', data: { role: who.role } });
      const forbid = () => closeSoon(socket, SHOW_CLOSE.forbidden, 'forbidden');
      const state = { isDirector: who.role === 'director', after, version: 0, isViewDue: false };
      const watcher = { ...state, send: sendText, end, forbid };
      const unwatch = await deps.hub.watch(sessionId, watcher);
      onLeaving(unwatch);
      return who;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      closeSoon(socket, closeCodeOf(error), error.code);
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
    const conversation = await deps.shows.conversation(sessionId);
    if (!conversation?.consent)
      throw new AppError('forbidden', 'The visitor did not agree that this conversation is kept: nobody may watch it.');
    if (conversation.isEnded) throw new AppError('session_ended', 'This conversation has ended.');
    onLeaving(deps.guard.watch(signed, actor, () => closeSoon(socket, SHOW_CLOSE.forbidden, 'forbidden')));
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
    if (who.role === 'director')
      await deps.audit(who.actor, 'show_directed', { session_id: sessionId, kind: kindOf(command) });
    const outcome = await deps.shows.command(sessionId, command);
    if (outcome === 'ended') end();
    else if (outcome !== 'done') refuse(outcome, REFUSALS[outcome]);
  };
}

/** Why a command was not done, and what may be done about it. */
const REFUSALS = {
  no_show: 'There is no show in this conversation yet.',
  not_said: 'A moment or a callback quotes what was said in this show, as it was said, and more than a word or two.',
  not_saved: 'This could not be saved, because the show changed too often meanwhile. Please try again.',
};

/** What kind of command it was, for the audit log: never what it says. */
const kindOf = ({ message: { type, data } }: ShowCommand): string =>
  type === 'command' && 'action' in data ? String(data.action) : type;

const CLOSE_CODES: Partial<Record<AppError['code'], number>> = {
  forbidden: SHOW_CLOSE.forbidden,
  session_ended: SHOW_CLOSE.ended,
  second_factor_needed: SHOW_CLOSE.forbidden,
  must_change_password: SHOW_CLOSE.forbidden,
  second_factor_setup_needed: SHOW_CLOSE.forbidden,
};
const closeCodeOf = ({ code }: AppError): number => CLOSE_CODES[code] ?? SHOW_CLOSE.unauthorized;

/** Sends what is written until the next tick as one packet: a message often comes with its view. */
function joinWrites(wire: Socket): void {
  if (wire.writableCorked > 0) return;
  wire.cork();
  process.nextTick(() => wire.uncork());
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
