import { createSession as schema } from '@understudy/contract/calls';
import { DEFAULT_MODE_ID } from '@understudy/contract/twin';
import { createSession } from '../../features/conversation/sessions.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { consentVersionOf, isKnownConsentVersion } from '../consent-terms.ts';
import type { AppContext } from '../context.ts';
import { gatewayFunction } from '../gateway.ts';
import { modeOf } from '../twin-choices.ts';

const NOT_TOLD =
  "We can't show how long data is kept right now, so we can't ask for your consent. You can start without it.";
const CHANGED = 'The consent text has changed since you opened this page. Please read it and start again.';
/** Stored with a conversation whose visitor was shown no sentence; it is forgotten at its end. */
const NO_VERSION = 'none';

/** The version of the sentence that visitors read now; null while there is none. */
const promised = ({ live, twin }: AppContext) => live.days && consentVersionOf(twin().consent.version, live.days);

/** `create_session`: a new conversation for an anonymous visitor. */
export const createSessionFunction = gatewayFunction(schema, async (body, { context, address }) => {
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
