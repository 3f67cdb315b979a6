import { MESSAGE_MAX_CODE_POINTS } from '@understudy/contract/constants';
import { describe, expect, test } from 'vitest';
import { describeRefusals, type Scene, useScene } from './refusals.ts';

const message = (user_message: string) => (scene: Scene) => ({ ...scene.session, user_message });
/** A message as raw JSON, including escapes. */
const escaped = (json: string) => (scene: Scene) =>
  `{"session_id":"${scene.session.session_id}","session_secret":"${scene.session.session_secret}",` +
  `"user_message":"${json}"}`;

describeRefusals('messages in which there is nothing to see', [
  ...Object.entries({
    'no text': '',
    'white space': ' \t\r\n ',
    'zero-width spaces': '\u200b\u200b',
    'zero-width joiners': '\u200d\u200c',
    'a byte order mark': '\ufeff',
    'direction overrides': '\u202e\u202c',
    isolates: '\u2066\u2069',
    NULs: '\0\0',
    controls: '\u0001\u001b\u007f\u0085',
    'tag characters': '\u{e0041}\u{e0042}',
    'a lone combining mark': '\u0301',
    'soft hyphens': '\u00ad',
    'no-break spaces': '\u00a0\u2003\u3000',
    'variation selectors': '\ufe0f',
    'Hangul fillers': '\u3164\u115f\u1160\uffa0',
    'Khmer inherent vowels': '\u17b4\u17b5',
    'the word joiner and invisible operators': '\u2060\u2061\u2064',
    'the combining grapheme joiner': '\u034f',
    'shorthand format controls': '\u{1bca0}\u{1d173}',
    'the empty braille cell': '\u2800',
  }).map(([name, text]) => ({ name, body: message(text), code: 'empty_message' as const })),
]);

describeRefusals('messages that are too long', [
  { name: '4,001 characters', body: message('a'.repeat(4_001)), code: 'message_too_long' },
  { name: '20,000 characters', body: message('a'.repeat(20_000)), code: 'message_too_long' },
  { name: '4,001 emoji', body: message('💥'.repeat(4_001)), code: 'message_too_long' },
  { name: 'one letter under 4,000 accents', body: message(`a${'\u0301'.repeat(4_000)}`), code: 'message_too_long' },
  { name: '20,000 emoji', body: message('💥'.repeat(20_000)), code: 'body_too_large' },
  { name: '60,000 spaces round a word', body: message(`${'\u200b'.repeat(5_000)}a`), code: 'message_too_long' },
]);

describe('what is kept is what was written, after the documented normalisation', () => {
  const { scene } = useScene();
  const kept: [string, (scene: Scene) => unknown, string][] = [
    ['right-to-left text', message('שלום, מה שלומך? مرحبا'), 'שלום, מה שלומך? مرحبا'],
    ['direction overrides within', message('a\u202egnp.exe\u202c b'), 'a\u202egnp.exe\u202c b'],
    ['zero-width joiners within', message('👩‍👩‍👧 and में'), '👩‍👩‍👧 and में'],
    ['homoglyphs', message('раypal'), 'раypal'],
    ['a letter under a flood of accents', message(`Z${'\u0335\u0301'.repeat(500)}`), `Z${'\u0335\u0301'.repeat(500)}`],
    ['decomposed letters stay so', message('e\u0301'), 'e\u0301'],
    ['a Hangul filler within', message('가\u3164나'), '가\u3164나'],
    ['tag characters within', message('flag \u{1f3f4}\u{e0067}\u{e007f}'), 'flag \u{1f3f4}\u{e0067}\u{e007f}'],
    ['a lone high surrogate', escaped('a\\ud800b'), 'a\ufffdb'],
    ['a lone low surrogate', escaped('a\\udc00b'), 'a\ufffdb'],
    ['surrogates the wrong way round', escaped('\\udc00\\ud800!'), '\ufffd\ufffd!'],
    ['a pair written as escapes', escaped('\\ud83d\\ude00'), '😀'],
    ['NUL within', escaped('a\\u0000b'), 'ab'],
    ['a terminal escape', escaped('\\u001b[31mred\\u001b[0m'), '[31mred[0m'],
    ['line ends of three kinds', escaped('a\\r\\nb\\rc\\nd'), 'a\nb\nc\nd'],
    ['tabs stay', message('a\tb'), 'a\tb'],
    ['space round it goes', message(' \n hello \u00a0'), 'hello'],
    ['a backslash and letters', message('\\u0000 \\n C:\\new'), '\\u0000 \\n C:\\new'],
    ['the longest message', message('é'.repeat(MESSAGE_MAX_CODE_POINTS)), 'é'.repeat(MESSAGE_MAX_CODE_POINTS)],
    [
      'the longest message in emoji',
      message('💥'.repeat(MESSAGE_MAX_CODE_POINTS)),
      '💥'.repeat(MESSAGE_MAX_CODE_POINTS),
    ],
    ['a pause marker', message('[pause:5s] I say'), '[pause:5s] I say'],
    ['noncharacters', message('a\uffffb\u{1ffff}'), 'a\uffffb\u{1ffff}'],
  ];
  test.each(kept)('%s', async (_, body, expected) => {
    const { app } = scene();
    const credentials = await app.session();
    const asked = body({ ...scene(), session: credentials });
    expect((await app.call('agent_reply', asked)).status).toBe(200);
    const { utterances } = (await app.call('session_history', credentials)).body;
    expect(utterances[0]).toMatchObject({ speaker: 'visitor', text: expected });
    const { rows } = await app.pool.query('SELECT text FROM utterances WHERE session_id = $1 AND seq = 0', [
      credentials.session_id,
    ]);
    expect(rows).toEqual([{ text: expected }]);
  });

  test('an event’s payload keeps its characters, less NUL and lone surrogates, in keys too', async () => {
    const { app } = scene();
    const credentials = await app.session();
    const open = `{"session_id":"${credentials.session_id}","session_secret":"${credentials.session_secret}"`;
    const payload = '{"a\\u0000":"\\ud800x","b":"\\\\u0000","\\udfff":["\\u0000"],"n":1e308,"i":1e999}';
    expect((await app.call('track_event', `${open},"kind":"clicked","payload":${payload}}`)).status).toBe(200);
    const { rows } = await app.pool.query("SELECT payload FROM events WHERE session_id = $1 AND kind = 'clicked'", [
      credentials.session_id,
    ]);
    expect(rows[0].payload).toEqual({ a: '\ufffdx', b: '\\u0000', '\ufffd': [''], n: 1e308, i: null });
  });
});
