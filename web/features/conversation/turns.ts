import type { CallError, CallOptions } from '../../platform/http.ts';
import { cannedFollowup } from './canned-followups.ts';
import { describeFailure, isSessionOver } from './failures.ts';
import { shownText } from './reply.ts';
import { isUnheard, type SessionCredentials, type TurnRequest } from './talk.ts';
import type { TalkStore } from './talk-store.ts';
import { bodyOf } from './turn-body.ts';
import { runTurn, type TurnDeps, type TurnHearer } from './turn-runner.ts';
import type { VoiceLine } from './voice-line.ts';

/** What turns are carried out with. */
export interface TurnsDeps extends TurnDeps {
  store: TalkStore;
  voice: VoiceLine;
  performer: boolean;
  /** Aborted when the screen is closed. */
  screen: AbortSignal;
  call<Answer>(name: string, body: unknown, options?: CallOptions): Promise<Answer>;
  report(error: unknown, context: string): void;
  tell(kind: 'success' | 'error', sentence: string): void;
  sessionOver(sentence: string): void;
}

/** The turns of a conversation, one of which runs at a time. */
export interface Turns {
  /** @param isKnown the turn is on screen already and is heard again */
  ask(request: TurnRequest, isKnown?: boolean): Promise<void>;
  /** Leaves the running turn. */
  leave(): void;
  /**
   * The visitor cut the reply after hearing `heard`: the transcript keeps that, here and at the server. Cut in writing, it
   * keeps what stood on screen.
   */
  interrupt(turnId: string, heard: string, reason: string): void;
}

/** Longest wait of a new turn for the server to have taken the interruption of the older one. */
const CUT_TIMEOUT_MS = 2_000;

/** Why a reply is broken off by somebody who reads and writes: what was shown was read, however far the voice had come. */
const IN_WRITING: ReadonlySet<string> = new Set(['typing', 'newer_turn']);

/** The fields by which every call names its session and proves that it may. */
export const credentialsOf = (session: SessionCredentials) => ({
  session_id: session.sessionId,
  session_secret: session.secret,
});

/** Nothing runs before the first turn is asked. */
export function createTurns(deps: TurnsDeps): Turns {
  const { store, voice, clock, screen } = deps;
  const { dispatch } = store;
  let running: { turnId: string; abort: AbortController } | null = null;
  /** The server is being told where the older reply was cut. */
  let cutting: Promise<void> | null = null;

  /**
   * Runs a turn to its end. A reply that is being written is interrupted by the newer turn itself, so that the server
   * knows why it ended; one of which no word has come is simply left, and one whose words still waited for their voice was
   * never said.
   */
  async function ask(request: TurnRequest, isKnown = false): Promise<void> {
    const { session } = store.get();
    if (!session || screen.aborted) return;
    const { turnId } = request;
    // It may end the older reply where it was heard to.
    const speak = voice.asking(turnId, request.kind === 'message' ? 'visitor' : 'twin');
    const previous = running?.abort;
    const { entries } = store.get();
    const last = entries.at(-1);
    if (isUnheard(last) && last.request.turnId !== turnId) interrupt(last.request.turnId, '', 'newer_turn');
    else if (!(last?.kind === 'agent' && last.shown > 0)) previous?.abort();
    const own = new AbortController();
    running = { turnId, abort: own };
    const body = bodyOf(request, session, entries, { performer: deps.performer, speak });
    if (isKnown) dispatch({ type: 'rejoining', turnId });
    else dispatch({ type: 'asked', request, at: clock.now() });
    if (speak) dispatch({ type: 'paced', turnId, pace: { is: 'awaited' }, at: clock.now() });
    const hearer: TurnHearer = {
      heard(message) {
        previous?.abort();
        dispatch({ type: 'heard', turnId, message, at: clock.now() });
        voice.heard(turnId, message);
      },
      rejoining() {
        dispatch({ type: 'rejoining', turnId });
        voice.rejoining(turnId);
      },
      connection: (state) => dispatch({ type: 'connection', state }),
    };
    if (cutting) await cutting;
    const outcome = await runTurn(body, hearer, deps, AbortSignal.any([own.signal, screen]));
    previous?.abort();
    if (running?.abort === own) running = null;
    if (outcome.kind === 'failed') failed(request, outcome.error);
    voice.over(turnId);
  }

  function failed(request: TurnRequest, error: CallError): void {
    const { turnId } = request;
    const at = clock.now();
    const canned = cannedFollowup(request, error, store.get().followups);
    if (canned) {
      const { text, pause_ms } = canned.segments[0] ?? { text: canned.text, pause_ms: 0 };
      const segment = { event: 'segment', data: { index: 0, total: 1, text, pause_ms } } as const;
      for (const message of [segment, { event: 'done', data: canned } as const])
        dispatch({ type: 'heard', turnId, message, at });
      deps.report(error, 'agent reply failed');
      return;
    }
    dispatch({ type: 'failed', turnId, failure: describeFailure(error, at), at });
    deps.report(error, request.kind === 'message' ? 'Failed to send message' : 'agent reply failed');
    if (isSessionOver(error)) {
      dispatch({ type: 'withdrawn', turnId });
      deps.sessionOver(error.message);
      return;
    }
    const line = store.get().entries.find((entry) => entry.request.turnId === turnId);
    if (line?.kind === 'visitor' && line.delivery === 'unsent') deps.tell('error', 'Failed to send message');
  }

  async function cut(turnId: string, heard: string, reason: string): Promise<void> {
    const { session } = store.get();
    const left = running?.turnId === turnId ? running.abort : null;
    if (!session) return;
    try {
      const body = { ...credentialsOf(session), turn_id: turnId, heard, reason };
      await deps.call('interrupt_reply', body, { timeoutMs: CUT_TIMEOUT_MS, keepalive: true });
    } catch (error) {
      deps.report(error, 'Failed to interrupt reply');
    } finally {
      // Only now: a closed connection alone would not tell the server why, nor how much was heard.
      left?.abort();
    }
  }

  function interrupt(turnId: string, heard: string, reason: string): void {
    const reply = store.get().entries.find((entry) => entry.kind === 'agent' && entry.request.turnId === turnId);
    const shown = IN_WRITING.has(reason) && reply?.kind === 'agent' ? shownText(reply) : null;
    dispatch({ type: 'interrupted', turnId, heard: shown === null ? heard : null, at: clock.now() });
    const own = cut(turnId, shown ?? heard, reason).finally(() => {
      if (cutting === own) cutting = null;
    });
    cutting = own;
  }

  return { ask, leave: () => running?.abort.abort(), interrupt };
}
