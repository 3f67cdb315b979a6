/** Functions for a conversation as a whole. */
import { createSession as createSessionSchema, sessionOnly, trackEvent } from '@understudy/contract/calls';
import { DEFAULT_MODE_ID } from '@understudy/contract/twin';
import type { SessionHistoryAnswer, SessionSummaryAnswer } from '@understudy/contract/wire';
import type { AppContext } from '../../app/context.ts';
import { gatewayFunction } from '../../app/gateway.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isSummedUp } from '../leads/after/outcome.ts';
import { summaryOf } from '../leads/finish-session.ts';
import { readWithinLimits } from '../leads/limited-reading.ts';
import { readExtract } from '../leads/store.ts';
import { consentVersionOf, isKnownConsentVersion } from '../privacy/consent-terms.ts';
import { authenticate } from './authenticate.ts';
import { storableJson } from './event-payload.ts';
import { saveEvent } from './events.ts';
import { modeOf } from './mode-of.ts';
import { visitorView } from './present-turn.ts';
import { createSession, endSession } from './sessions.ts';
import { readUtterances } from './store.ts';

const NOT_TOLD =
  "We can't show how long data is kept right now, so we can't ask for your consent. You can start without it.";
const CHANGED = 'The consent text has changed since you opened this page. Please read it and start again.';
/** Stored with a conversation whose visitor was shown no sentence; it is forgotten at its end. */
const NO_VERSION = 'none';

/** The version of the sentence that visitors read now; null while there is none. */
const promised = ({ live, twin }: AppContext) => live.days && consentVersionOf(twin().consent.version, live.days);

/** `create_session`: a new conversation for an anonymous visitor. */
export const createSessionFunction = gatewayFunction(createSessionSchema, async (body, { context, address }) => {
  const mode = modeOf(context.twin(), body.mode ?? DEFAULT_MODE_ID);
  let version = body.consent_version ?? promised(context);
  if (body.consent && version === null) {
    // The database may just have come back; if it is away, the error says so.
    await context.settings.refresh();
    await context.live.keepFor(context.settings.keptFor());
    version = promised(context);
    if (version === null) throw new AppError('consent_unavailable', NOT_TOLD);
  }
  await context.limits.take('address_sessions', address);
  const asked = body.consent && body.consent_version;
  if (asked && asked !== promised(context) && !(await isKnownConsentVersion(context, asked))) {
    throw new AppError('consent_changed', CHANGED);
  }
  const session = await createSession(context.pool, {
    caller: { visitorId: body.visitor_id, secret: body.visitor_secret },
    consent: body.consent,
    // The sentence may have been edited since the page was loaded: visitors agreed to what they saw.
    consentVersion: version ?? NO_VERSION,
    mode: mode.id,
  });
  context.totals.add('sessions_started');
  // The encoder's thread takes a moment to start.
  setImmediate(() => void context.understand('Hello.', { before: null }));
  // The greeting comes 3 s later. Visitors who only type need no voice.
  if (body.speak) setImmediate(() => context.voices.warm());
  return session;
});

/** Maximum number of lines for resuming; more than a person scrolls back, and bounded for a giant conversation. */
const LINES_MAX = 2_000;

/** `session_history`: the visitor's own transcript, to resume after a reload; also of an ended session. */
export const sessionHistoryFunction = gatewayFunction(sessionOnly, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  const rows = await readUtterances(context.pool, session.id, LINES_MAX);
  const answer: SessionHistoryAnswer = {
    session_id: session.id,
    mode: session.mode,
    consent: session.consent,
    ended: session.ended_at !== null,
    started_at: session.started_at.toISOString(),
    utterances: rows.map(({ ts, ...row }) => ({ ...row, ts: ts.toISOString() })),
    running_turn_id: context.turnQueue.current(session.id)?.turnId ?? null,
    ...visitorView(context, await readExtract(context.pool, session.id)),
    call: session.call_request,
  };
  return answer;
});

/**
 * `session_summary`: the visitor's summary of the conversation as it stands; stores nothing. Once the owner's summary
 * exists it no longer changes, and is computed once.
 */
export const sessionSummaryFunction = gatewayFunction(sessionOnly, async (body, call) => {
  const { context } = call;
  const { session } = await authenticate(context, body, { ended: true });
  const twin = context.twin();
  const make = () => readWithinLimits(call, session.id, () => summaryOf(context, twin, session));
  const final = session.ended_at !== null && (await isSummedUp(context.pool, session.id));
  const summary = final ? await context.visitorSummaries.get(session.id, twin, make) : await make();
  const answer: SessionSummaryAnswer = {
    session_id: session.id,
    started_at: session.started_at.toISOString(),
    ended: session.ended_at !== null,
    ...summary,
  };
  return answer;
});

/** Maximum size of a page's event payload, in characters of JSON. */
const PAYLOAD_MAX_CHARS = 8_000;
/** Event kinds that only the server records. */
const RESERVED =
  /^(session|provider|model|reply|stream|score|contact|speech|transcription|intent|mode|analysis|summary|call)_/;

/** `track_event`: an event on the page, stored for the owner. */
export const trackEventFunction = gatewayFunction(trackEvent, async (body, { context }) => {
  const payload = storableJson(body.payload);
  if (payload === null) throw new AppError('invalid_request', 'The field "payload" does not fit: nested too deeply.');
  if (payload.length > PAYLOAD_MAX_CHARS) {
    throw new AppError('invalid_request', `The field "payload" does not fit: at most ${PAYLOAD_MAX_CHARS} characters.`);
  }
  if (RESERVED.test(body.kind))
    throw new AppError('invalid_request', 'The field "kind" does not fit: this kind is the server’s.');
  const { session } = await authenticate(context, body);
  await context.limits.take('session_events', session.id);
  // A spoken message gets a spoken answer: the voice loads while the visitor speaks.
  if (body.kind === 'voice_speech_started') context.voices.warm();
  await saveEvent(context.pool, { sessionId: session.id, kind: body.kind, payload });
  return { success: true };
});

/** `end_session`: ends the conversation; without consent nothing of it is left afterwards. */
export const endSessionFunction = gatewayFunction(sessionOnly, async (body, { context }) => {
  const { session } = await authenticate(context, body, { ended: true });
  // Ended first, so that no turn begins between the end and the cut.
  await endSession(context.pool, session.id, 'visitor');
  await context.turnQueue.cutSession(session.id);
  context.nudgeJobs();
  context.history.forget(session.id);
  context.analyses.forget(session.id);
  return { success: true };
});
