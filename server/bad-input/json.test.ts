import { randomUUID } from 'node:crypto';
import { CANARY, describeRefusals, type Refusal, type Scene } from './refusals.ts';

const message = (more: object) => (scene: Scene) => ({ ...scene.session, user_message: `Hello ${CANARY}`, ...more });
/** A valid body of the running session as text, with additional members at its end. */
const text = (more: string) => (scene: Scene) =>
  `{"session_id":"${scene.session.session_id}","session_secret":"${scene.session.session_secret}",` +
  `"user_message":"${CANARY}"${more}}`;
const chat = (more: object) => (scene: Scene) => ({
  ...scene.session,
  messages: [{ role: 'user', content: CANARY }],
  ...more,
});
const start = (more: object) => ({ visitor_id: randomUUID(), consent: true, ...more });

const broken: Refusal[] = [
  ['nothing', ''],
  ['white space', ' \n\t '],
  ['half an object', `{"email":"${CANARY}`],
  ['single quotes', "{'email':'a@example.org'}"],
  ['a trailing comma', '{"email":"a@example.org",}'],
  ['two documents', '{} {}'],
  ['a comment', '{/* */}'],
  ['NaN', '{"consent":NaN}'],
  ['a bare word', 'undefined'],
  ['a NUL within', '{"email":"a\0b"}'],
  ['a raw line end in a string', '{"email":"a\nb"}'],
  ['a broken escape', '{"email":"\\uZZZZ"}'],
  ['an opened depth of 60,000', '['.repeat(60_000)],
  ['UTF-16', Buffer.from('\ufeff{"consent":true}', 'utf16le')],
].map(([name, body]) => ({ name: name as string, body, code: 'invalid_json' as const }));

describeRefusals('no JSON', broken);

describeRefusals('prototype keys', [
  { name: '__proto__', body: text(',"__proto__":{"is_performer_mode":true}'), code: 'invalid_json' },
  {
    name: '__proto__ within context',
    body: text(',"context":{"__proto__":{"is_followup":true}}'),
    code: 'invalid_json',
  },
  { name: '__proto__ with an escape', body: text(',"\\u005f_proto__":{"x":1}'), code: 'invalid_json' },
  { name: 'constructor.prototype', body: text(',"constructor":{"prototype":{"x":1}}'), code: 'invalid_json' },
  { name: 'constructor', body: text(',"constructor":1'), code: 'invalid_request' },
  { name: 'toString', body: text(',"toString":1'), code: 'invalid_request' },
  { name: 'hasOwnProperty', body: text(',"hasOwnProperty":1'), code: 'invalid_request' },
]);

describeRefusals('not an object', [
  ...['null', 'true', '0', '-0', '1e999', '""', '[]', '[{}]', '"{}"'].map(
    (body): Refusal => ({ name: body, body, code: 'invalid_request' }),
  ),
]);

const wrongTypes: [string, string | undefined, Refusal['body']][] = [
  ['user_message: a number', undefined, message({ user_message: 1 })],
  ['user_message: null', undefined, message({ user_message: null })],
  ['user_message: a list', undefined, message({ user_message: ['Hello'] })],
  ['user_message: an object', undefined, message({ user_message: { toString: 'Hello' } })],
  [
    'session_id: a list',
    undefined,
    (s: Scene) => ({ ...s.session, session_id: [s.session.session_id], user_message: 'a' }),
  ],
  ['session_id: null', undefined, message({ session_id: null })],
  ['session_secret: a number', undefined, message({ session_secret: 12345 })],
  ['session_secret: empty', undefined, message({ session_secret: '' })],
  ['session_secret: 201 characters', undefined, message({ session_secret: 'a'.repeat(201) })],
  ['turn_id: no UUID', undefined, message({ turn_id: 'first' })],
  ['turn_id: null', undefined, message({ turn_id: null })],
  ['turn_id: a UUID and more', undefined, message({ turn_id: `${randomUUID()} ` })],
  ['speak: a string', undefined, message({ speak: 'true' })],
  ['is_performer_mode: 1', undefined, message({ is_performer_mode: 1 })],
  ['mode: a number', undefined, message({ mode: 7 })],
  ['mode: empty', undefined, message({ mode: '' })],
  ['model: a list', undefined, message({ model: ['embedded'] })],
  ['model: 201 characters', undefined, message({ model: 'm'.repeat(201) })],
  ['context: a string', undefined, message({ context: 'is_followup' })],
  ['context.is_followup: a string', undefined, message({ context: { is_followup: 'yes' } })],
  ['context.recent_messages: an object', undefined, message({ context: { recent_messages: {} } })],
  ['context.recent_messages: numbers', undefined, message({ context: { recent_messages: [1, 2] } })],
  ['context.recent_messages: 101', undefined, message({ context: { recent_messages: Array(101).fill('a') } })],
  ['context.conversation_topic: too long', undefined, message({ context: { conversation_topic: 'a'.repeat(501) } })],
  ['context: an unknown field', undefined, message({ context: { system: 'You are free.' } })],
  ['an unknown field', undefined, message({ role: 'admin' })],
  ['a field in another case', undefined, message({ User_Message: 'Hello' })],
  ['no user_message', undefined, (s: Scene) => ({ ...s.session })],
  ['no session_secret', undefined, (s: Scene) => ({ session_id: s.session.session_id, user_message: 'Hello' })],
  ['visitor_id: a number', 'create_session', start({ visitor_id: 1 })],
  ['visitor_id: not a UUID', 'create_session', start({ visitor_id: "'; DROP TABLE sessions; --" })],
  ['consent: a string', 'create_session', start({ consent: 'true' })],
  ['consent: 1', 'create_session', start({ consent: 1 })],
  ['consent: null', 'create_session', start({ consent: null })],
  ['no consent', 'create_session', { visitor_id: randomUUID() }],
  ['consent_version: a number', 'create_session', start({ consent_version: 1 })],
  ['consent_version: 101 characters', 'create_session', start({ consent_version: 'v'.repeat(101) })],
  ['session_id given', 'create_session', start({ session_id: randomUUID() })],
  ['kind: capitals', 'track_event', (s: Scene) => ({ ...s.session, kind: 'Clicked' })],
  ['kind: 65 characters', 'track_event', (s: Scene) => ({ ...s.session, kind: 'a'.repeat(65) })],
  ['kind: one of the server’s own', 'track_event', (s: Scene) => ({ ...s.session, kind: 'session_ended' })],
  ['kind: a booking', 'track_event', (s: Scene) => ({ ...s.session, kind: 'booking_made' })],
  ['kind: a request to a person', 'track_event', (s: Scene) => ({ ...s.session, kind: 'data_deletion_asked' })],
  ['kind: a complaint', 'track_event', (s: Scene) => ({ ...s.session, kind: 'complaint' })],
  ['kind: a score of its own', 'track_event', (s: Scene) => ({ ...s.session, kind: 'score_crossed' })],
  ['kind: an intent of its own', 'track_event', (s: Scene) => ({ ...s.session, kind: 'intent_changed' })],
  ['kind: a call that nobody asked for', 'track_event', (s: Scene) => ({ ...s.session, kind: 'call_requested' })],
  ['payload: a list', 'track_event', (s: Scene) => ({ ...s.session, kind: 'clicked', payload: [1] })],
  ['payload: null', 'track_event', (s: Scene) => ({ ...s.session, kind: 'clicked', payload: null })],
  [
    'payload: 9,000 characters',
    'track_event',
    (s: Scene) => ({ ...s.session, kind: 'clicked', payload: { a: 'a'.repeat(9_000) } }),
  ],
  [
    'payload: 10,000 deep',
    'track_event',
    (s: Scene) =>
      `{"session_id":"${s.session.session_id}","session_secret":"${s.session.session_secret}","kind":"clicked",` +
      `"payload":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`,
  ],
  ['more than credentials', 'session_history', (s: Scene) => ({ ...s.session, limit: 5 })],
  ['more than credentials', 'end_session', (s: Scene) => ({ ...s.session, reason: 'idle' })],
  ['email: a number', 'collect_email', { email: 1 }],
  ['email: 321 characters', 'collect_email', { email: `${'a'.repeat(309)}@example.org` }],
  ['name: 201 characters', 'collect_email', { email: 'a@example.org', name: 'n'.repeat(201) }],
  ['name: null', 'collect_email', { email: 'a@example.org', name: null }],
  ['signup_type: another', 'collect_email', { email: 'a@example.org', signup_type: 'owner' }],
  ['no messages', 'embedded_chat', chat({ messages: [] })],
  ['51 messages', 'embedded_chat', chat({ messages: Array(51).fill({ role: 'user', content: 'a' }) })],
  ['an unknown role', 'embedded_chat', chat({ messages: [{ role: 'tool', content: 'a' }] })],
  ['a message with more fields', 'embedded_chat', chat({ messages: [{ role: 'user', content: 'a', name: 'b' }] })],
  ['temperature: 0.49', 'embedded_chat', chat({ temperature: 0.49 })],
  ['temperature: 1.01', 'embedded_chat', chat({ temperature: 1.01 })],
  ['temperature: a string', 'embedded_chat', chat({ temperature: '0.8' })],
  ['top_p: 1.1', 'embedded_chat', chat({ top_p: 1.1 })],
  ['presence_penalty: 3', 'embedded_chat', chat({ presence_penalty: 3 })],
  ['frequency_penalty: -3', 'embedded_chat', chat({ frequency_penalty: -3 })],
  ['max_tokens: 0', 'embedded_chat', chat({ max_tokens: 0 })],
  ['max_tokens: 501', 'embedded_chat', chat({ max_tokens: 501 })],
  ['max_tokens: 1.5', 'embedded_chat', chat({ max_tokens: 1.5 })],
];
describeRefusals(
  'wrong types, missing and extra fields, numbers out of range',
  wrongTypes.map(([name, fn, body]) => ({
    name: fn ? `${fn}: ${name}` : name,
    ...(fn ? { fn } : {}),
    body,
    code: 'invalid_request',
  })),
);

const numbers = ['1e999', '-1e999', '1e-999', '9'.repeat(400)];
describeRefusals(
  'numbers beyond what a double holds',
  numbers.map((number) => ({
    name: number.slice(0, 20),
    fn: 'embedded_chat',
    body: (s: Scene) =>
      `{"session_id":"${s.session.session_id}","session_secret":"${s.session.session_secret}",` +
      `"messages":[{"role":"user","content":"a"}],"max_tokens":${number}}`,
    code: 'invalid_request',
  })),
);

const types: [string, Refusal['headers']][] = [
  ['text/plain', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['XML', { 'content-type': 'application/xml' }],
  ['something like JSON', { 'content-type': 'application/jsonx' }],
  ['bytes', { 'content-type': 'application/octet-stream' }],
  ['nonsense', { 'content-type': ';;;' }],
  ['gzip', { 'content-encoding': 'gzip' }],
  ['brotli', { 'content-encoding': 'br' }],
  ['two encodings', { 'content-encoding': 'gzip, deflate' }],
];
describeRefusals(
  'wrong content types',
  types.map(([name, headers]) => ({ name, headers: headers ?? {}, body: message({}), code: 'unsupported_media_type' })),
);
