import type { AgentReplyAnswer, InterruptReplyAnswer, PrepareReplyAnswer } from '@understudy/contract/wire';
import type { CallError, CallOptions } from '../../platform/http.ts';
import { t } from '../../platform/texts.ts';
import { shownText } from './reply.ts';
import type { SpeechPort } from './speech-port.ts';
import { liveReply, type SessionCredentials, segmentsOnScreen, type TalkEntry, type TurnRequest } from './talk.ts';
import type { TalkStore } from './talk-reducer.ts';
import {
  describeFailure,
  isSessionOver,
  runTurn,
  type TurnBody,
  type TurnDeps,
  type TurnHearer,
} from './turn-runner.ts';

/** Whose times a reply tells: their locale, and their zone if meetings are booked here. */
export type ReplyReader = Pick<TurnBody, 'locale' | 'time_zone'>;

export interface TurnsDeps extends TurnDeps {
  store: TalkStore;
  voice: SpeechPort;
  /** Whether the twin performs a show in the next turn. */
  performer(): boolean;
  /** How the visitor reads times, and where free ones are offered. */
  reader: ReplyReader;
  /** Aborted when the screen is closed. */
  screen: AbortSignal;
  call<Answer>(name: string, body: unknown, options?: CallOptions): Promise<Answer>;
  report(error: unknown, context: string): void;
  tell(kind: 'success' | 'error', sentence: string): void;
  sessionOver(sentence: string): void;
}

/** The turns of a conversation, which run one at a time. */
export interface Turns {
  /** @param isKnown the turn is on screen already and is streamed again */
  ask(request: TurnRequest, isKnown?: boolean): Promise<void>;
  /**
   * Has the server begin the reply to words that may be the visitor's next message, unseen. Without it the reply only
   * comes later.
   */
  prepare(text: string, signal: AbortSignal): void;
  /** Abandons the running turn. */
  leave(): void;
  /** The visitor interrupted a spoken reply: the transcript keeps what is on screen, here and on the server. */
  interrupt(turnId: string, reason: string): void;
}

/** Longest time that a new turn waits for the server to accept the interruption of the older one. */
const CUT_TIMEOUT_MS = 2_000;

/** The credential fields of every call. */
export const credentialsOf = (session: SessionCredentials) => ({
  session_id: session.sessionId,
  session_secret: session.secret,
});

/** Creates the turns of a conversation. Nothing runs before the first one is requested. */
export function createTurns(deps: TurnsDeps): Turns {
  const { store, voice, clock, screen } = deps;
  const { dispatch } = store;
  let running: { turnId: string; abort: AbortController } | null = null;
  /** Pending while the server is told where the older reply was cut. */
  let cutting: Promise<void> | null = null;

  /**
   * Runs a turn to its end. If both it and the older reply are spoken, that reply is interrupted; otherwise the server
   * ends the older reply when the new turn arrives, and the rest of it appears at once. A reply without words on screen
   * is abandoned.
   */
  async function ask(request: TurnRequest, isKnown = false): Promise<void> {
    const { session } = store.get();
    if (!session || screen.aborted) return;
    const { turnId } = request;
    // This may interrupt the older reply.
    const speak = voice.asking(turnId, request.kind === 'message' ? 'visitor' : 'twin');
    const previous = running?.abort;
    const older = liveReply(store.get());
    if (older && segmentsOnScreen(older) === 0) previous?.abort();
    else if (older && speak && older.request.turnId !== turnId) interrupt(older.request.turnId, 'newer_turn');
    const { entries } = store.get();
    const own = new AbortController();
    running = { turnId, abort: own };
    const body = bodyOf(request, session, entries, { performer: deps.performer(), speak, reader: deps.reader });
    if (isKnown) dispatch({ type: 'rejoining', turnId });
    else dispatch({ type: 'asked', request, spoken: speak, at: clock.now() });
    const hearer: TurnHearer = {
      heard(message) {
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
    if (line?.kind === 'visitor' && line.delivery === 'unsent') deps.tell('error', t('chat.failedToSend'));
  }

  async function cut(turnId: string, shown: string, reason: string): Promise<void> {
    const { session } = store.get();
    const left = running?.turnId === turnId ? running.abort : null;
    if (!session) return;
    try {
      const body = { ...credentialsOf(session), turn_id: turnId, heard: shown, reason };
      const options = { timeoutMs: CUT_TIMEOUT_MS, keepalive: true };
      const { interrupted } = await deps.call<InterruptReplyAnswer>('interrupt_reply', body, options);
      dispatch({ type: 'interruption_kept', turnId, interrupted });
    } catch (error) {
      deps.report(error, 'Failed to interrupt reply');
    } finally {
      // Closing the connection earlier would not tell the server why, nor how much was heard.
      left?.abort();
    }
  }

  function interrupt(turnId: string, reason: string): void {
    const reply = liveReply(store.get());
    // A reply that is fully on screen stays; only its sound ends.
    if (reply?.request.turnId !== turnId || !reply.spoken) return;
    dispatch({ type: 'interrupted', turnId, at: clock.now() });
    const own = cut(turnId, shownText(reply), reason).finally(() => {
      if (cutting === own) cutting = null;
    });
    cutting = own;
  }

  function prepare(text: string, signal: AbortSignal): void {
    const { session, phase, mode, model } = store.get();
    // What a show answers depends on its stage.
    if (!session || phase !== 'live' || deps.performer()) return;
    const request: TurnRequest = { turnId: '', kind: 'message', text, mode, model };
    const manner = { performer: false, speak: true, reader: deps.reader };
    const { turn_id: _, is_performer_mode: __, ...body } = bodyOf(request, session, [], manner);
    const until = AbortSignal.any([signal, screen]);
    void deps.call<PrepareReplyAnswer>('prepare_reply', body, { signal: until }).catch(() => undefined);
  }

  return { ask, prepare, leave: () => running?.abort.abort(), interrupt };
}

/** One per consecutive follow-up; the specification leaves the texts open (section 8). */
const silenceSentences = () => [t('chat.takeYourTime'), t('chat.iWillWait')] as const;

/**
 * The fallback text for a failed follow-up (section 8, Chat); null if the twin must stay silent because no follow-up is
 * due or the session is over.
 *
 * @param followups consecutive follow-ups, this one included
 */
function cannedFollowup(request: TurnRequest, error: CallError, followups: number): AgentReplyAnswer | null {
  if (request.kind !== 'followup' || error.code === 'followup_not_due' || isSessionOver(error)) return null;
  const sentences = silenceSentences();
  const text = sentences[(Math.max(1, followups) - 1) % sentences.length] ?? sentences[0];
  return {
    text,
    audio_base64: null,
    extract: null,
    debug_commands: [],
    turn_id: request.turnId,
    segments: [{ text, pause_ms: 0 }],
    mode: request.mode,
    model: request.model,
    provider: 'embedded',
    interrupted: false,
    partial: false,
    knowledge: [],
    offers: [],
  };
}

/** Number and length of the recent lines sent as context. The server has the whole conversation itself. */
const RECENT_LINES = 6;
const RECENT_CHARS = 500;

/** The request body of one turn. A greeting is a follow-up to nothing. */
export function bodyOf(
  request: TurnRequest,
  session: SessionCredentials,
  entries: readonly TalkEntry[],
  manner: { performer: boolean; speak: boolean; reader: ReplyReader },
): TurnBody {
  const { turnId, kind, text, mode, model } = request;
  const recent = kind === 'followup' ? recentMessages(entries) : [];
  const context = {
    is_followup: true,
    ...(recent.length > 0 ? { recent_messages: recent } : {}),
  };
  return {
    ...credentialsOf(session),
    turn_id: turnId,
    user_message: text,
    mode,
    // Where visitors choose no model, there is none to ask for.
    ...(model ? { model } : {}),
    is_performer_mode: manner.performer,
    speak: manner.speak,
    ...manner.reader,
    ...(kind === 'message' ? {} : { context }),
  };
}

function recentMessages(entries: readonly TalkEntry[]): string[] {
  return entries.slice(-RECENT_LINES).map((entry) => {
    const text = entry.kind === 'visitor' ? entry.request.text : entry.script.map((segment) => segment.text).join(' ');
    return text.slice(0, RECENT_CHARS).toWellFormed();
  });
}
