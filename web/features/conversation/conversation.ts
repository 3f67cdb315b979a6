import type { BookedMeeting } from '@understudy/contract/bookings';
import type { RequestedCall } from '@understudy/contract/leads';
import type { HostPage } from '@understudy/contract/widget';
import type { CreateSessionAnswer, PublicConfig, SessionHistoryAnswer } from '@understudy/contract/wire';
import { pause } from '../../platform/clock.ts';
import { shownConsent } from '../../platform/consent.ts';
import { CallError, type CallOptions, serverSentence } from '../../platform/http.ts';
import { t } from '../../platform/texts.ts';
import { turnUnderWay, unsettledTurns } from './restore.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { SpeechPort } from './speech-port.ts';
import { freshTalk, type SessionCredentials, unfinishedReply } from './talk.ts';
import { createTalkStore, type TalkStore } from './talk-reducer.ts';
import type { Attention } from './talk-timers.ts';
import { driveTalk } from './talk-timers.ts';
import type { TurnDeps } from './turn-runner.ts';
import { describeFailure, isPassing, isSessionOver } from './turn-runner.ts';
import { createTurns, credentialsOf, type ReplyReader } from './turns.ts';

export interface ConversationDeps extends TurnDeps {
  config: PublicConfig;
  keeper: SessionKeeper;
  call<Answer>(name: string, body: unknown, options?: CallOptions): Promise<Answer>;
  /** Fetches the server's current public configuration. */
  readConfig(signal: AbortSignal): Promise<PublicConfig>;
  newId(): string;
  /** Resolves to whether no other page holds this session. */
  claim(sessionId: string): Promise<boolean>;
  /** Shows a toast. */
  tell(kind: 'success' | 'error', sentence: string): void;
  report(error: unknown, context: string): void;
  /** The window, source of the page lifecycle events. */
  page: EventTarget;
  /** Whether the next turn uses the performer variant of greeting and prompt. */
  performer(): boolean;
  reader: ReplyReader;
  /** The mode named in the address, if it exists. */
  requestedMode: string | null;
  /** Speaks the replies. */
  voice: SpeechPort;
  /** The page around the conversation, if it stands in another's. */
  surroundings?: Surroundings;
}

/** The page around a conversation that stands in a frame. */
export interface Surroundings {
  /** Where the conversation begins; told to the server with its start. */
  page(): HostPage | null;
  /** Whether the visitor has put the conversation away; the twin then does not speak unprompted. */
  isAway(): boolean;
}

/**
 * The actions of the chat screen. Every function returns at once or resolves without throwing; results appear in the
 * store.
 */
export interface Conversation {
  store: TalkStore;
  /** The screen opened: starts the timers and restores this tab's earlier conversation. */
  open(): void;
  /** The screen closed: no further requests are made. */
  close(): void;
  /** @param sound settles when the visitor's click has unlocked audio, which comes first (section 2) */
  start(consent: boolean, sound: Promise<void>): Promise<void>;
  /** Retries restoring the earlier conversation. */
  restore(): Promise<void>;
  startOver(): void;
  /** Sends the draft. Blank text is not sent. */
  send(): void;
  /** Resends an unsent line under its own id. */
  sendAgain(turnId: string): void;
  /** Removes an unsent line from the screen and puts its text back into the field. */
  takeBack(turnId: string): void;
  askForRest(): void;
  stop(): void;
  choose(choice: { mode?: string; model?: string }): void;
  /** The default model has changed: visitors who chose none continue with the new one. */
  defaultModel(model: string): void;
  end(): Promise<void>;
  /** Sends spoken words as a message. @returns the turn's id, or null if no session is running or the text is blank */
  say(text: string): string | null;
  /** Has the server begin the reply to these words, unseen; the signal drops it. */
  prepare(text: string, signal: AbortSignal): void;
  /** The visitor interrupted a spoken reply, which ends after what is on screen. */
  interrupt(turnId: string, reason: string): void;
  /** The voice of a reply ended; the silence timer starts now. */
  fellSilent(): void;
  /** The twin speaks unprompted; resolves when it has, or when the server has refused it. */
  speakUp(): Promise<void>;
  /** Records that the visitor requested a call. */
  noteCall(call: RequestedCall): void;
  /** The visitor has booked or moved a meeting beside the conversation, or with null canceled it. */
  noteMeeting(meeting: BookedMeeting | null): void;
  /** The conversation is not kept any more, which the server knows already. */
  offRecord(): void;
  /** The server has erased the conversation. */
  erased(): void;
  /** Records a session event without waiting for it. */
  track(kind: string, payload: Record<string, unknown>): void;
  /** The visitor was active; postpones unprompted turns. */
  noteActivity(): void;
  /** Somebody started or stopped speaking. */
  noteSpeech(): void;
  /** Sets the draft. */
  write(draft: string): void;
}

const earlierIsOver = () => t('chat.earlierIsOver');
const RESTORE_DELAYS_MS = [500, 1_000, 2_000, 4_000];

/** The controller of the chat: turns the visitor's actions into calls and events. It holds no state that is shown. */
export function createConversation(deps: ConversationDeps): Conversation {
  const { config, keeper, clock, voice } = deps;
  const kept = keeper.load();
  const firstMode = deps.requestedMode ?? config.default_mode;
  let defaultModel = config.default_model;
  const store = createTalkStore({
    ...freshTalk({
      mode: firstMode,
      model: defaultModel,
      draft: keeper.draft(),
      consentAsked: config.consent,
    }),
    phase: kept ? 'restoring' : 'fresh',
    connection: kept ? 'connecting' : 'connected',
  });
  const { dispatch } = store;
  let lastActivityAt = clock.now();
  const attention = (): Attention => ({
    lastActivityAt,
    drafting: store.get().draft.trim() !== '',
    busy: voice.isBusy() || (deps.surroundings?.isAway() ?? false),
  });
  const screen = new AbortController();
  let forgetPage = () => {};

  const timers = driveTalk(store, clock, attention, (kind) => void speakUp(kind));
  store.subscribe(() => {
    const talk = store.get();
    keeper.saveDraft(talk.draft);
    if (talk.phase !== 'live' || !talk.session) return;
    keeper.save({ session: talk.session, model: talk.model, unsettled: unsettledTurns(talk) });
  });

  function tellPresence(presence: PagePresence): void {
    if (store.get().phase === 'live') conversation.track(presence, {});
  }

  async function speakUp(kind: 'greeting' | 'followup'): Promise<void> {
    const { mode, model } = store.get();
    await ask({ turnId: deps.newId(), kind, text: '', mode, model });
  }

  const turns = createTurns({ ...deps, store, voice, screen: screen.signal, sessionOver });
  const { ask } = turns;

  function sessionOver(sentence: string): void {
    voice.left();
    turns.leave();
    keeper.save(null);
    dispatch({ type: 'ended', sentence, keep: store.get().session?.consent ?? false, at: clock.now() });
  }

  function startFailed(error: unknown, otherwise: string): void {
    const failure = error instanceof CallError ? describeFailure(error, clock.now()) : null;
    const sentence = serverSentence(error, otherwise);
    if (error instanceof CallError && !error.fromServer) dispatch({ type: 'connection', state: 'disconnected' });
    dispatch({ type: 'troubled', sentence, retryAt: failure?.retryAt ?? null });
  }

  /** If reading fails, the next start is refused again and retries it. */
  async function readConsentAgain(): Promise<void> {
    try {
      dispatch({ type: 'consent_changed', consent: (await deps.readConfig(screen.signal)).consent });
    } catch (error) {
      deps.report(error, 'the sentence to agree to could not be read again');
    }
  }

  async function readHistory(session: SessionCredentials): Promise<SessionHistoryAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await deps.call('session_history', credentialsOf(session), { signal: screen.signal });
      } catch (error) {
        const delay = RESTORE_DELAYS_MS[attempt];
        if (!(error instanceof CallError) || !isPassing(error) || delay === undefined) throw error;
        await pause(clock, delay * (0.5 + deps.random() / 2), screen.signal);
        await deps.online(screen.signal);
      }
    }
  }

  const conversation: Conversation = {
    store,
    open() {
      timers.start();
      forgetPage = watchPage(deps.page, tellPresence);
      void conversation.restore();
    },
    close() {
      screen.abort();
      timers.stop();
      forgetPage();
    },
    async start(consent, sound) {
      dispatch({ type: 'starting' });
      await sound;
      const { mode, consentAsked: asked } = store.get();
      const sentence = asked && shownConsent(asked);
      const seen = {
        consent,
        ...(sentence ? { consent_version: sentence.version, consent_language: sentence.language } : {}),
      };
      const page = deps.surroundings?.page();
      const more = { ...seen, mode, speak: voice.isOn(), ...(page ? { page } : {}) };
      try {
        const answer = await keeper.startAs(consent, (visitor) =>
          deps.call<CreateSessionAnswer>('create_session', { ...visitor, ...more }, { signal: screen.signal }),
        );
        await deps.claim(answer.session_id);
        if (screen.signal.aborted) return;
        const session = { sessionId: answer.session_id, secret: answer.session_secret, consent };
        lastActivityAt = clock.now();
        dispatch({ type: 'started', session, at: clock.now() });
        deps.tell('success', t('chat.sessionStarted'));
      } catch (error) {
        if (error instanceof CallError && error.code === 'consent_changed') await readConsentAgain();
        if (screen.signal.aborted) return;
        deps.report(error, 'Failed to create session');
        startFailed(error, t('chat.unreachable'));
        deps.tell('error', t('chat.failedToStart'));
      }
    },
    async restore() {
      if (!kept) return;
      dispatch({ type: 'restoring' });
      try {
        if (!(await deps.claim(kept.session.sessionId))) return fresh(null);
        const history = await readHistory(kept.session);
        if (screen.signal.aborted) return;
        if (history.ended) return fresh(earlierIsOver());
        const model = config.models.some((known) => known.id === kept.model) ? kept.model : defaultModel;
        const mode = deps.requestedMode ?? history.mode;
        const { session, unsettled } = kept;
        dispatch({
          type: 'restored',
          session: { ...session, consent: history.consent },
          history,
          unsettled,
          mode,
          model,
          at: clock.now(),
        });
        tellPresence('page_returned');
        const request = turnUnderWay(history, unsettled, model);
        const { entries } = store.get();
        const isKnown = entries.some((entry) => entry.kind === 'agent' && entry.request.turnId === request?.turnId);
        if (request) void ask(request, isKnown);
      } catch (error) {
        if (screen.signal.aborted) return;
        if (error instanceof CallError && isSessionOver(error)) return fresh(earlierIsOver());
        deps.report(error, 'Failed to restore session');
        startFailed(error, t('chat.notRestored'));
      }
    },
    startOver: () => fresh(null),
    send() {
      const { phase, mode, model, draft: text } = store.get();
      if (phase !== 'live' || text.trim() === '') return;
      dispatch({ type: 'drafted', text: '' });
      void ask({ turnId: deps.newId(), kind: 'message', text, mode, model });
    },
    sendAgain(turnId) {
      const line = store.get().entries.find((entry) => entry.kind === 'visitor' && entry.request.turnId === turnId);
      if (line) void ask(line.request);
    },
    takeBack: (turnId) => dispatch({ type: 'withdrawn', turnId }),
    askForRest() {
      const reply = unfinishedReply(store.get());
      if (reply) void ask(reply.request, true);
    },
    say(text) {
      const { phase, mode, model } = store.get();
      if (phase !== 'live' || text.trim() === '') return null;
      const turnId = deps.newId();
      lastActivityAt = clock.now();
      void ask({ turnId, kind: 'message', text, mode, model });
      return turnId;
    },
    speakUp: () => speakUp('followup'),
    prepare: turns.prepare,
    interrupt: turns.interrupt,
    fellSilent: () => dispatch({ type: 'fell_silent', at: clock.now() }),
    noteCall: (call) => dispatch({ type: 'call_requested', call }),
    noteMeeting: (meeting) => dispatch({ type: 'meeting_changed', meeting }),
    offRecord: () => dispatch({ type: 'off_record' }),
    erased() {
      dispatch({ type: 'off_record' });
      sessionOver(t('chat.hasEndedUnkept'));
    },
    track(kind, payload) {
      const { session } = store.get();
      if (!session) return;
      const body = { ...credentialsOf(session), kind, payload };
      void deps.call('track_event', body, { keepalive: true }).catch((error) => deps.report(error, `event ${kind}`));
    },
    stop() {
      if (voice.stop()) return;
      turns.leave();
      dispatch({ type: 'stopped', at: clock.now() });
    },
    choose(choice) {
      dispatch({ type: 'chose', ...choice });
    },
    defaultModel(model) {
      if (store.get().model === defaultModel) dispatch({ type: 'chose', model });
      defaultModel = model;
    },
    async end() {
      const { session } = store.get();
      if (!session) return;
      // Stops only the sound, without an event that would arrive too late; the server ends the reply that it is
      // writing.
      voice.left();
      dispatch({ type: 'ending' });
      try {
        await deps.call('end_session', credentialsOf(session), { signal: screen.signal });
      } catch (error) {
        if (screen.signal.aborted) return;
        if (!(error instanceof CallError && isSessionOver(error))) {
          deps.report(error, 'Failed to end session');
          return startFailed(error, t('chat.notEnded'));
        }
      }
      sessionOver(session.consent ? t('chat.hasEnded') : t('chat.hasEndedUnkept'));
    },
    noteActivity() {
      lastActivityAt = clock.now();
    },
    noteSpeech() {
      lastActivityAt = clock.now();
      timers.plan();
    },
    write(text) {
      lastActivityAt = clock.now();
      voice.typed();
      dispatch({ type: 'drafted', text });
    },
  };

  function fresh(sentence: string | null): void {
    turns.leave();
    keeper.save(null);
    dispatch({ type: 'fresh', sentence, mode: firstMode, model: defaultModel });
  }

  return conversation;
}

/** Page lifecycle events: `page_left` ends the session after a while, `page_returned` cancels that. */
type PagePresence = 'page_left' | 'page_returned';

/**
 * Reports when the page is closed, left or put into the back/forward cache, and when it is restored from there. A page
 * that is loaded anew reports its own return.
 * @param page the window
 * @returns a function that stops watching
 */
function watchPage(page: EventTarget, tell: (presence: PagePresence) => void): () => void {
  const onHide = () => tell('page_left');
  const onShow = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) tell('page_returned');
  };
  page.addEventListener('pagehide', onHide);
  page.addEventListener('pageshow', onShow);
  return () => {
    page.removeEventListener('pagehide', onHide);
    page.removeEventListener('pageshow', onShow);
  };
}
