import { createSession as createSessionSchema, sessionOnly, trackEvent } from '@understudy/contract/calls';
import { DEFAULT_MODE_ID } from '@understudy/contract/twin';
import type { SessionHistoryAnswer } from '@understudy/contract/wire';
import { AppError } from '../../platform/http/app-error.ts';
import { gatewayFunction } from '../../platform/http/gateway-function.ts';
import type { AgreedSentence, ConversationParts } from './parts.ts';
import { createSession, endSession } from './sessions.ts';
import { readUtterances, saveEvent, storableJson } from './store.ts';
import { modeOf, visitorView } from './turn.ts';

const NOT_TOLD =
  "We can't show how long data is kept right now, so we can't ask for your consent. You can start without it.";
const CHANGED = 'The consent text has changed since you opened this page. Please read it and start again.';
/** Stored with a conversation whose visitor was shown no sentence; it is forgotten at its end. */
const NO_VERSION = 'none';

/** `create_session`: a new conversation for an anonymous visitor. */
export const createSessionFunction = (parts: ConversationParts) =>
  gatewayFunction(createSessionSchema, async (body, { address }) => {
    const mode = modeOf(parts.twin(), body.mode ?? DEFAULT_MODE_ID);
    const { consent_version: asked, consent_language: language } = body;
    const promised = () => parts.consent.promised(language);
    if (body.consent && !asked && !promised()) {
      // The database may just have come back; if it is away, the error says so.
      await parts.consent.refresh();
      if (!promised()) throw new AppError('consent_unavailable', NOT_TOLD);
    }
    await parts.limits.take('address_sessions', address);
    let agreed: AgreedSentence | null = null;
    if (body.consent) {
      agreed = promised();
      const isCurrent =
        agreed && (!asked || (asked === agreed.version && (language ?? agreed.language) === agreed.language));
      // The sentence may have been edited since the page was loaded: visitors agreed to what they saw.
      if (!isCurrent) agreed = asked ? await parts.consent.shown(asked, language) : agreed;
      if (!agreed) throw new AppError('consent_changed', CHANGED);
    }
    const session = await createSession(parts.pool, {
      caller: { visitorId: body.visitor_id, secret: body.visitor_secret },
      agreed,
      consentVersion: agreed?.version ?? asked ?? promised()?.version ?? NO_VERSION,
      mode: mode.id,
      page: body.page ?? null,
    });
    parts.totals.add('sessions_started');
    // The encoder's thread takes a moment to start.
    setImmediate(() => void parts.understand('Hello.', { before: null }));
    // The greeting comes 3 s later. Visitors who only type need no voice.
    if (body.speak) setImmediate(() => parts.speech.warm());
    return session;
  });

/** Lines to return for resuming: more than a person scrolls back, and bounded for a giant conversation. */
const MAX_LINES = 2_000;

/** `session_history`: the visitor's own transcript, to resume after a reload; also of an ended session. */
export const sessionHistoryFunction = (parts: ConversationParts) =>
  gatewayFunction(sessionOnly, async (body) => {
    const { session } = await parts.authenticator.session(body, { ended: true });
    const rows = await readUtterances(parts.pool, session.id, MAX_LINES);
    const answer: SessionHistoryAnswer = {
      session_id: session.id,
      mode: session.mode,
      consent: session.consent,
      ended: session.ended_at !== null,
      started_at: session.started_at.toISOString(),
      utterances: rows.map(({ ts, ...row }) => ({ ...row, ts: ts.toISOString() })),
      running_turn_id: parts.turnQueue.current(session.id)?.turnId ?? null,
      ...visitorView(parts.settings, await parts.analyses.storedExtract(session.id)),
      call: session.call_request,
      meeting: await parts.bookings.meetingOf(session.id),
    };
    return answer;
  });

/** Maximum size of a page's event payload, in characters of JSON. */
const MAX_PAYLOAD_CHARS = 8_000;
/** Event kinds that only the server records. */
const RESERVED = new RegExp(
  '^(?:(?:session|provider|model|reply|stream|score|contact|speech|transcription|intent|mode|analysis|summary|call|' +
    'booking|budget|consent|data)_|complaint$)',
);

/** `track_event`: an event on the page, stored for the owner. */
export const trackEventFunction = (parts: ConversationParts) =>
  gatewayFunction(trackEvent, async (body) => {
    const payload = storableJson(body.payload);
    if (payload === null) throw new AppError('invalid_request', 'The field "payload" does not fit: nested too deeply.');
    if (payload.length > MAX_PAYLOAD_CHARS) {
      throw new AppError(
        'invalid_request',
        `The field "payload" does not fit: at most ${MAX_PAYLOAD_CHARS} characters.`,
      );
    }
    if (RESERVED.test(body.kind))
      throw new AppError('invalid_request', 'The field "kind" does not fit: this kind is the server’s.');
    const { session } = await parts.authenticator.session(body);
    await parts.limits.take('session_events', session.id);
    // A spoken message gets a spoken answer: the voice loads while the visitor speaks.
    if (body.kind === 'voice_speech_started') parts.speech.warm();
    await saveEvent(parts.pool, { sessionId: session.id, kind: body.kind, payload });
    return { success: true };
  });

/** `end_session`: ends the conversation; without consent nothing of it is left afterwards. */
export const endSessionFunction = (parts: ConversationParts) =>
  gatewayFunction(sessionOnly, async (body) => {
    const { session } = await parts.authenticator.session(body, { ended: true });
    // Ended first, so that no turn begins between the end and the cut.
    await endSession(parts.pool, session.id, 'visitor');
    await parts.turnQueue.cutSession(session.id);
    await parts.takeovers.ended(session.id);
    parts.nudgeJobs();
    parts.history.forget(session.id);
    parts.analyses.forget(session.id);
    return { success: true };
  });
