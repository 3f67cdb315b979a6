import { createSession as schema } from '@understudy/contract/calls';
import { DEFAULT_MODE_ID } from '@understudy/contract/twin';
import { createSession } from '../../features/conversation/sessions.ts';
import { warmAnalysis } from '../../features/leads/warm.ts';
import { gatewayFunction } from '../gateway.ts';
import { promisedVersion } from '../promised-version.ts';
import { modeOf } from '../twin-choices.ts';

/** `create_session`: a new conversation for an anonymous visitor. */
export const createSessionFunction = gatewayFunction(schema, async (body, { context, address }) => {
  const mode = modeOf(context.twin(), body.mode ?? DEFAULT_MODE_ID);
  await context.limits.take('address_sessions', address);
  const session = await createSession(context.pool, {
    visitorId: body.visitor_id,
    consent: body.consent,
    // The sentence may have been edited since their page was loaded: what they saw is what they agreed to.
    consentVersion: body.consent_version ?? promisedVersion(context.twin().consent.version, context.live.days),
    mode: mode.id,
  });
  context.totals.add('sessions_started');
  // The first line is read some seconds later, and then at once.
  setImmediate(() => void warmAnalysis());
  // The greeting comes 3 s later. Whoever only types makes the server start nothing.
  if (body.speak) setImmediate(() => context.voices.warm());
  return session;
});
