/** Daily budgets of language models (settled.md 6 and 7; L9, M9): beyond them the embedded twin answers. */
import type { ProvidersAnswer } from '@understudy/contract/settings';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDailyTotals } from '../../platform/limits/daily-totals.ts';
import type { ChatMessage } from '../../providers/language-model/openai-compatible/request-body.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { TEST_INTERVALS } from '../../testing/intervals.ts';
import { testUser } from '../../testing/owners.ts';
import { allowSessionChat } from '../../testing/session-chat.ts';
import { hear } from '../../testing/stream.ts';
import { analyseSession } from '../leads/analyse-session.ts';
import { createTokenBudgets } from './token-budgets.ts';

/** One answer uses nearly all of a budget of {@link BUDGET}, so that the next has no room. */
const BUDGET = 30_000;
const FIGURES = { prompt_tokens: 29_000, completion_tokens: 900 };
const HELLO = 'Good to meet you.';

let provider: FakeProvider;
const apps: TestApp[] = [];
beforeEach(async () => {
  provider = await startFakeProvider();
  provider.always(({ stream }) =>
    stream ? fake.streamed(HELLO, { usage: FIGURES }) : fake.completion(HELLO, 'stop', 'm', FIGURES),
  );
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  await provider.close();
});

async function start(environment: Record<string, string>, database?: TestDatabase): Promise<TestApp> {
  const configured = { LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'm', RATE_LIMIT_SCALE: '1' };
  const app = await startTestApp({ ...configured, ...environment }, database ? { database } : {});
  apps.push(app);
  return app;
}

type Session = Awaited<ReturnType<TestApp['session']>>;

/** Who answered a message; every message is answered. */
async function answererOf(app: TestApp, session: Session, from?: string): Promise<string> {
  const headers: Record<string, string> = from ? { 'x-forwarded-for': from } : {};
  const { status, body } = await app.call('agent_reply', { ...session, user_message: 'What do you do?' }, headers);
  expect(status).toBe(200);
  expect(body.text).toMatch(/\w/);
  await app.parts.budgets.settled();
  return body.provider;
}

const eventsOf = async (app: TestApp) =>
  (await app.pool.query<{ payload: object }>("SELECT payload FROM events WHERE kind = 'budget_reached'")).rows.map(
    ({ payload }) => payload,
  );
const stateOf = (app: TestApp, name: string) => app.parts.budgets.states().find(({ budget }) => budget === name);

describe('over a budget the embedded twin answers, and the owner is told once', () => {
  test('of a session; others are not touched', async () => {
    const app = await start({ LIMIT_SESSION_TOKENS_PER_DAY: String(BUDGET) });
    const [one, other] = [await app.session(), await app.session()];
    const answers = [];
    for (const session of [one, one, one, other]) answers.push(await answererOf(app, session));
    expect(answers).toEqual(['custom', 'embedded', 'embedded', 'custom']);
    expect(provider.calls).toHaveLength(2);
    expect(await eventsOf(app)).toEqual([{ budget: 'session_tokens' }]);
    expect(stateOf(app, 'session_tokens')).toMatchObject({ limit: BUDGET, reached: 1 });
  });

  test('of an address: however many conversations it starts, another still has the site’s day', async () => {
    const app = await start({ LIMIT_ADDRESS_TOKENS_PER_DAY: String(BUDGET), TRUST_PROXY: '127.0.0.1' });
    const answers = [];
    for (const from of ['203.0.113.7', '203.0.113.7', '203.0.113.7', '198.51.100.1']) {
      answers.push(await answererOf(app, await app.session(), from));
    }
    expect(answers).toEqual(['custom', 'embedded', 'embedded', 'custom']);
    expect(await eventsOf(app)).toEqual([{ budget: 'address_tokens' }]);
    const kept = await app.pool.query("SELECT t::text FROM daily_totals t WHERE t::text LIKE '%203.0.113%'");
    expect(kept.rowCount).toBe(0);
  });

  test('of the site, over a restart too', async () => {
    const database = await testDatabase();
    const before = await start({ LIMIT_SITE_TOKENS_PER_DAY: String(BUDGET) }, database);
    expect(await answererOf(before, await before.session())).toBe('custom');
    expect(await answererOf(before, await before.session())).toBe('embedded');
    await apps.pop()?.close();
    const after = await start({ LIMIT_SITE_TOKENS_PER_DAY: String(BUDGET) }, database);
    await expect.poll(() => stateOf(after, 'site_tokens')).toMatchObject({ used: 29_900, reached: 1 });
    for (const _ of [1, 2]) expect(await answererOf(after, await after.session())).toBe('embedded');
    expect(await eventsOf(after)).toEqual([{ budget: 'site_tokens' }]);
    await apps.pop()?.close();
    await database.close();
  });

  test('of the site’s messages: nobody is told to come back tomorrow', async () => {
    const app = await start({ LIMIT_SITE_MESSAGES_PER_DAY: '2', LIMIT_ADDRESS_MESSAGES_PER_DAY: '2' });
    await allowSessionChat(app);
    const answers = [];
    for (const _ of [1, 2, 3, 4]) answers.push(await answererOf(app, await app.session()));
    expect(answers).toEqual(['custom', 'custom', 'embedded', 'embedded']);
    const chat = { ...(await app.session()), messages: [{ role: 'user', content: 'Hello' }] };
    expect((await app.call('custom_chat', chat)).status).toBe(200);
    expect(provider.calls).toHaveLength(2);
    expect(await eventsOf(app)).toEqual([{ budget: 'site_messages' }]);
  });

  test('of an address’s messages, by default a quarter of the site’s: others still have theirs', async () => {
    const app = await start({ LIMIT_SITE_MESSAGES_PER_DAY: '8', TRUST_PROXY: '127.0.0.1' });
    const answers = [];
    for (const from of ['203.0.113.7', '203.0.113.7', '203.0.113.7', '2001:db8::1', '2001:db8::2', '2001:db8::3']) {
      answers.push(await answererOf(app, await app.session(), from));
    }
    expect(answers).toEqual(['custom', 'custom', 'embedded', 'custom', 'custom', 'embedded']);
    expect(await eventsOf(app)).toEqual([{ budget: 'address_messages' }, { budget: 'address_messages' }]);
    expect(stateOf(app, 'address_messages')).toMatchObject({ limit: 2, reached: 2 });
  });

  test('messages that the embedded twin answers count for nobody', async () => {
    const app = await start({ LIMIT_SITE_MESSAGES_PER_DAY: '4', TRUST_PROXY: '127.0.0.1' });
    const flood = await app.session();
    for (let n = 0; n < 6; n += 1) {
      const body = { ...flood, user_message: 'What do you do?', model: 'embedded' };
      expect((await app.call('agent_reply', body)).body.provider).toBe('embedded');
    }
    expect(stateOf(app, 'site_messages')).toMatchObject({ used: 0, reached: 0 });
    expect(await answererOf(app, await app.session(), '203.0.113.7')).toBe('custom');
    // Beyond its share an address is answered by the embedded twin, which costs the site nothing either.
    for (const _ of [1, 2, 3]) expect(await answererOf(app, await app.session(), '203.0.113.7')).toBe('embedded');
    expect(stateOf(app, 'site_messages')).toMatchObject({ used: 1, reached: 0 });
  });

  test('the owner’s pages are told of it', async () => {
    const app = await start({ LIMIT_SITE_TOKENS_PER_DAY: String(BUDGET) });
    const { headers } = await testUser(app.accounts, 'admin');
    const budgets = async () => {
      const answer = await fetch(`${app.url}/api/admin/providers`, { headers });
      return ((await answer.json()) as ProvidersAnswer).budgets;
    };
    expect((await budgets())[0]).toEqual({ budget: 'site_tokens', limit: BUDGET, used: 0, reached: 0 });
    for (const _ of [1, 2]) await answererOf(app, await app.session());
    expect((await budgets())[0]).toEqual({ budget: 'site_tokens', limit: BUDGET, used: 29_900, reached: 1 });
  });
});

test('calls at the same time cannot overdraw a budget together', async () => {
  const app = await start({ LIMIT_SESSIONS_PER_HOUR: '100', LIMIT_SITE_TOKENS_PER_DAY: String(BUDGET) });
  const { promise: gone, resolve: goOn } = Promise.withResolvers<void>();
  provider.always(() => {
    const answer = fake.streamed(HELLO, { usage: { prompt_tokens: 10, completion_tokens: 10 } });
    return { ...answer, steps: [{ until: gone }, ...(answer.steps ?? [])] };
  });
  const sessions = await Promise.all(Array.from({ length: 40 }, () => app.session()));
  const asked = sessions.map((session) => answererOf(app, session));
  // Callers without room are answered while the others still wait for the provider.
  const embedded = async () =>
    Number((await app.pool.query("SELECT count(*) FROM turns WHERE provider = 'embedded'")).rows[0].count);
  await expect.poll(async () => (await embedded()) + provider.calls.length, { timeout: 20_000 }).toBe(40);
  // Prompts of the same length reserve the same amount.
  const messages = provider.calls[0]?.body['messages'] as ChatMessage[];
  expect(provider.calls).toHaveLength(Math.floor(BUDGET / app.parts.models.mostTokens(messages)));
  goOn();
  const answers = await Promise.all(asked);
  expect(answers.filter((by) => by === 'custom')).toHaveLength(provider.calls.length);
  // Reserved tokens that were not used are available again.
  expect(await answererOf(app, await app.session())).toBe('custom');
}, 60_000);

describe('everything counts', () => {
  const used = async (app: TestApp) => {
    await app.parts.budgets.settled();
    return stateOf(app, 'site_tokens')?.used ?? 0;
  };

  test('greetings, follow-ups, a session’s and an administrator’s completions, a text that is tried out', async () => {
    const app = await start({});
    await allowSessionChat(app);
    const admin = await testUser(app.accounts, 'admin');
    const session = await app.session();
    const messages = [{ role: 'user', content: 'Hello' }];
    const calls = [
      () => app.call('agent_reply', { ...session, user_message: '', context: { is_followup: true } }),
      () =>
        app.call('agent_reply', {
          ...session,
          user_message: '',
          context: { is_followup: true, recent_messages: ['x'] },
        }),
      () => app.call('custom_chat', { ...session, messages }),
      () => app.call('custom_chat', { messages }, admin.headers),
      () =>
        fetch(`${app.url}/api/admin/twin/preview`, {
          method: 'POST',
          headers: { ...admin.headers, 'content-type': 'application/json' },
          body: JSON.stringify({ texts: [], message: 'Hello', mode: 'mentor' }),
        }),
    ];
    for (const [index, call] of calls.entries()) {
      expect((await call()).status).toBe(200);
      expect(await used(app)).toBe((index + 1) * 29_900);
    }
  });

  test('a call that fails after it began, and one whose visitor leaves', async () => {
    const app = await start({});
    provider.always(fake.rawStream(['data: {\n\n']));
    await answererOf(app, await app.session());
    const failed = await used(app);
    expect(failed).toBeGreaterThan(100);
    provider.always(
      fake.streamed('Once upon a time there was a story', { wordMs: 50, finish: null, done: false, after: 'endless' }),
    );
    const stream = await hear(app.url, { ...(await app.session()), user_message: 'A story, please' });
    await stream.next('delta');
    stream.leave();
    await stream.ended;
    await expect.poll(() => used(app)).toBeGreaterThan(failed + 100);
  });

  test('what is read beside the talk, which is not asked for once a budget is spent', async () => {
    const app = await start({ LIMIT_SESSION_TOKENS_PER_DAY: String(2 * BUDGET) });
    const session = await app.session();
    expect(await answererOf(app, session)).toBe('custom');
    provider.always(fake.completion('{}', 'stop', 'm', { prompt_tokens: 29_000, completion_tokens: 900 }));
    const { completeFor, analyses } = app.parts;
    const analyst = {
      pool: app.pool,
      completeFor,
      signal: new AbortController().signal,
      cooldown: { isOver: true, record: () => undefined } as never,
    };
    const before = provider.calls.length;
    await analyseSession(analyst, analyses, session.session_id);
    expect(provider.calls.length).toBe(before + 1);
    expect(await used(app)).toBe(2 * 29_900);
    await analyseSession(analyst, analyses, session.session_id);
    expect(provider.calls.length).toBe(before + 1);
    provider.always(fake.streamed(HELLO));
    expect(await answererOf(app, session)).toBe('embedded');
    expect(provider.calls.length).toBe(before + 1);
  });
});

describe('counted', () => {
  const used = (promptTokens: number): TokenUsage[] => [
    { provider: 'custom', model: 'm', promptTokens, completionTokens: 0, cachedTokens: null, estimated: false },
  ];
  const config = {
    sessionTokensPerDay: 1_000,
    addressTokensPerDay: 2_000,
    siteTokensPerDay: 5_000,
    addressMessagesPerDay: 3,
    siteMessagesPerDay: 4,
  };
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.close());

  const tokens = (count: number) => ({ tokens: count, message: false });
  const message = { tokens: 1, message: true };
  const budgetsOf = (shared: boolean) => {
    const totals = createDailyTotals(database.pool, () => new Date(), TEST_INTERVALS.totalsFlushMs);
    return { totals, budgets: createTokenBudgets(database, config, totals, { shared }) };
  };

  test.each([true, false])(
    'by instances together where they share a database (%s), no address among what is kept',
    async (shared) => {
      const [one, other] = [budgetsOf(shared), budgetsOf(shared)];
      const who = { sessionId: null, address: '203.0.113.7' };
      const spend = async ({ budgets }: typeof one) => {
        const reservation = await budgets.reserve(who, tokens(900));
        reservation?.settle(used(1_500));
        await budgets.settled();
        return reservation !== null;
      };
      expect([await spend(one), await spend(other), await spend(one)]).toEqual([true, !shared, false]);
      const { rowCount } = await database.pool.query("SELECT FROM rate_limits WHERE key LIKE 'address_tokens:%'");
      expect(rowCount).toBe(shared ? 1 : 0);
      expect((await database.pool.query("SELECT FROM rate_limits r WHERE r::text LIKE '%203.0.113%'")).rowCount).toBe(
        0,
      );
      await Promise.all([one.totals.close(), other.totals.close()]);
    },
  );

  test('what was set aside comes back, once, and what was used beyond it counts', async () => {
    const { budgets, totals } = budgetsOf(false);
    const who = { sessionId: crypto.randomUUID(), address: 'a' };
    const held = await budgets.reserve(who, tokens(800));
    expect(await budgets.reserve(who, tokens(300))).toBeNull();
    held?.settle(used(100));
    held?.settle(used(100));
    const next = await budgets.reserve(who, tokens(900));
    expect(next).not.toBeNull();
    next?.settle(used(1_500));
    await budgets.settled();
    expect(totals.today('llm_tokens')).toBe(1_600);
    // A reservation refused by its session takes nothing from its address.
    expect(await budgets.reserve(who, tokens(1))).toBeNull();
    expect(await budgets.reserve({ sessionId: null, address: 'a' }, tokens(400))).not.toBeNull();
    expect(await budgets.reserve({ sessionId: null, address: 'a' }, tokens(1))).toBeNull();
    await totals.close();
  });

  test('messages: of an address and the site, those under way too; one that no model worked on is none', async () => {
    const { budgets, totals } = budgetsOf(false);
    const from = (address: string) => budgets.reserve({ sessionId: null, address }, message);
    const [one, two, three] = [await from('a'), await from('a'), await from('a')];
    expect(await from('a')).toBeNull();
    // Reading in the background is not a message.
    expect(await budgets.reserve({ sessionId: null, address: 'a' }, tokens(1))).not.toBeNull();
    expect(await from('b')).not.toBeNull();
    expect(await from('c')).toBeNull();
    one?.settle(used(1));
    two?.settle([]);
    three?.settle(used(1));
    await budgets.settled();
    expect(totals.today('messages')).toBe(2);
    expect(await from('a')).not.toBeNull();
    expect(await from('c')).toBeNull();
    expect(budgets.states()).toContainEqual({ budget: 'address_messages', limit: 3, used: null, reached: 1 });
    await totals.close();
  });
});
