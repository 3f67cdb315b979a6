import { trackEvent } from '@understudy/contract/calls';
import { storableJson } from '../../features/conversation/event-payload.ts';
import { saveEvent } from '../../features/conversation/events.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { authenticate } from '../authenticate.ts';
import { gatewayFunction } from '../gateway.ts';

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
