import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeRefusals, refused, type Scene, useScene } from './refusals.ts';

/** Every function that needs a session, with the rest of a valid body. */
const FUNCTIONS: Record<string, object> = {
  agent_reply: { user_message: 'Hello' },
  custom_chat: { messages: [{ role: 'user', content: 'Hello' }] },
  embedded_chat: { messages: [{ role: 'user', content: 'Hello' }] },
  track_event: { kind: 'clicked' },
  session_history: {},
  end_session: {},
};

const wrong: Record<string, (scene: Scene) => object> = {
  'an unknown session': ({ session }) => ({ ...session, session_id: randomUUID() }),
  'a wrong secret': ({ session }) => ({ ...session, session_secret: 'a'.repeat(43) }),
  'another session’s secret': ({ session, other }) => ({ ...session, session_secret: other.session_secret }),
  'an ended session’s id with a wrong secret': ({ ended }) => ({ ...ended, session_secret: 'a'.repeat(43) }),
  'the secret with a space': ({ session }) => ({ ...session, session_secret: `${session.session_secret} ` }),
  'the secret in another case': ({ session }) => ({ ...session, session_secret: swapCase(session.session_secret) }),
  'the secret, cut': ({ session }) => ({ ...session, session_secret: session.session_secret.slice(0, -1) }),
  'the id as the secret': ({ session }) => ({ ...session, session_secret: session.session_id }),
  'the secret’s hash': ({ session }) => ({ ...session, session_secret: sha256(session.session_secret) }),
  'a secret of one NUL': ({ session }) => ({ ...session, session_secret: '\0' }),
};

for (const [fn, rest] of Object.entries(FUNCTIONS)) {
  describeRefusals(
    `${fn} without the right credentials`,
    Object.entries(wrong).map(([name, credentials]) => ({
      name,
      fn,
      body: (scene: Scene) => ({ ...credentials(scene), ...rest }),
      code: 'invalid_session',
    })),
  );
}

describeRefusals(
  'an id that is nobody’s',
  Object.entries(FUNCTIONS).map(([fn, rest]) => ({
    name: fn,
    fn,
    body: ({ session }: Scene) => ({ ...session, session_id: '00000000-0000-0000-0000-000000000000', ...rest }),
    code: 'invalid_request' as const,
  })),
);

describeRefusals(
  'an ended session',
  ['agent_reply', 'custom_chat', 'embedded_chat', 'track_event'].map((fn) => ({
    name: fn,
    fn,
    body: ({ ended }: Scene) => ({ ...ended, ...FUNCTIONS[fn] }),
    code: 'session_ended' as const,
  })),
);

describe('what a stranger learns', () => {
  const { scene } = useScene();

  test('an unknown session and a wrong secret cannot be told apart', async () => {
    const { app, session } = scene();
    for (const [fn, rest] of Object.entries(FUNCTIONS)) {
      const answers = await Promise.all(
        [
          { ...session, session_id: randomUUID() },
          { ...session, session_secret: 'b'.repeat(43) },
        ].map(async (credentials) => {
          const { status, body, headers } = await app.call(fn, { ...credentials, ...rest });
          expect(body.request_id).toBe(headers.get('x-request-id'));
          const shown = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
          return { status, body: { ...body, request_id: '' }, headers: shown };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.status).toBe(401);
    }
  });

  test('a turn of another session is not reached by its turn_id', async () => {
    const { app, session, other } = scene();
    const turn_id = randomUUID();
    await app.call('agent_reply', { ...session, user_message: 'My secret is plum', turn_id });
    const theirs = await app.call('agent_reply', { ...other, user_message: 'What was said?', turn_id });
    expect(JSON.stringify(theirs.body)).not.toContain('plum');
    expect(JSON.stringify((await app.call('session_history', other)).body)).not.toContain('plum');
  });

  test('credentials elsewhere than in the body count for nothing', async () => {
    const { session } = scene();
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${session.session_secret}`,
      'x-session-id': session.session_id,
      'x-session-secret': session.session_secret,
      cookie: `session_secret=${session.session_secret}`,
    };
    const query = new URLSearchParams(session);
    const answer = await refused(scene(), () =>
      fetch(`${scene().app.url}/functions/v1/session_history?${query}`, { method: 'POST', headers, body: '{}' }),
    );
    expect(answer.code).toBe('invalid_request');
  });

  test('an id in capitals is the same session, with the same limits', async () => {
    const { app, session } = scene();
    const capitals = { ...session, session_id: session.session_id.toUpperCase() };
    expect((await app.call('session_history', capitals)).body.session_id).toBe(session.session_id);
  });

  test('of a secret only a hash is kept', async () => {
    const { app, session } = scene();
    const { rows } = await app.pool.query(
      'SELECT s::text AS kept, octet_length(secret_hash) AS bytes FROM sessions s WHERE id = $1',
      [session.session_id],
    );
    expect(Buffer.from(session.session_secret, 'base64url')).toHaveLength(32);
    expect(rows[0].bytes).toBe(32);
    expect(rows[0].kept).not.toContain(session.session_secret);
    expect(rows[0].kept).not.toContain(Buffer.from(session.session_secret, 'base64url').toString('hex'));
  });
});

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
