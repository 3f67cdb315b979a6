import { trackEvent } from '@understudy/contract/calls';
import { storableJson } from '../../features/conversation/event-payload.ts';
import { saveEvent } from '../../features/conversation/events.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { authenticate } from '../authenticate.ts';
import { gatewayFunction } from '../gateway.ts';

/** Room for what a page says about one thing that happened, in characters of JSON. */
const PAYLOAD_MAX_CHARS = 8_000;
/** What the server itself records; a page cannot claim these. */
const RESERVED =
  /^(session|provider|model|reply|stream|score|contact|speech|transcription|intent|mode|analysis|summary|call)_/;

/** `track_event`: something that happened on the page, kept for the owner. */
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
  // Who begins to speak will be answered aloud; the voice has as long to get ready as they speak.
  if (body.kind === 'voice_speech_started') context.voices.warm();
  await saveEvent(context.pool, { sessionId: session.id, kind: body.kind, payload });
  return { success: true };
});
