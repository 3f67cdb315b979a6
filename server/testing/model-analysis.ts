/** The product with a model that analyses conversations, whose answers the test scripts. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { analyseSession, type ModelAnalyst } from '../features/leads/analyse-session.ts';
import { ModelCooldown } from '../features/leads/model/ask.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type FakeCall, type FakeProvider, startFakeProvider } from './fake-provider.ts';
import * as fake from './fake-replies.ts';

/** A session's credentials. */
export type Credentials = Awaited<ReturnType<TestApp['session']>>;

/** A visitor's line whose pain point is in words that rules are unlikely to recognise. */
export const LINE = 'Hello, this is Ingrid Aas from Fjordkraft; pricing feels like throwing darts in the dark';
/** A model's reading of it. */
export const ANSWER = {
  intent: 'consulting_inquiry',
  confidence: 0.93,
  intent_words: 'pricing feels like throwing darts in the dark',
  person_name: 'Ingrid Aas',
  org_name: 'Fjordkraft',
  pain_points: ['pricing feels like throwing darts in the dark'],
};

/** A response of the model: a text or a wire reply as it is, anything else as JSON. */
export function answering(answer: unknown): fake.FakeReply {
  if (typeof answer === 'object' && answer !== null && 'steps' in answer) return answer as fake.FakeReply;
  return fake.completion(typeof answer === 'string' ? answer : JSON.stringify(answer));
}

/**
 * Registers hooks that start it, per file or per test. The test itself requests the analysis, unless it starts the
 * background work.
 */
export function useModelAnalysis(often: 'each test' | 'once') {
  let provider: FakeProvider;
  let database: TestDatabase;
  let app: TestApp;
  let answers: fake.FakeReply[] = [];
  const open = async () => {
    provider = await startFakeProvider();
    database = await testDatabase();
    provider.always((call) => {
      if (call.stream) return fake.streamed('Tell me more.');
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? fake.refusal(500, 'nothing scripted');
    });
    app = await stage.start();
  };
  const close = async () => {
    await app.close();
    await database.close();
    await provider.close();
  };
  if (often === 'once') {
    beforeAll(open);
    afterAll(close);
  } else {
    beforeEach(open);
    afterEach(close);
  }
  beforeEach(() => {
    answers = [];
    provider.calls.length = 0;
  });

  const stage = {
    get app() {
      return app;
    },
    get database() {
      return database;
    },
    /** Another instance on the same database. */
    start: (more: Record<string, string> = {}) =>
      startTestApp({ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model', ...more }, { database }),
    /** Stops the instance and starts a new one. */
    async restart(more: Record<string, string> = {}) {
      await app.close();
      app = await stage.start(more);
    },
    /** The model's answers from now on, in order; the last one repeats. */
    script(...scripted: unknown[]) {
      answers = scripted.map(answering);
    },
    /** The requests to the model. */
    asked: (): FakeCall[] => provider.calls.filter(({ stream }) => !stream),
    /**
     * Sends a message.
     *
     * @returns the extract with it
     */
    async say(credentials: Credentials, words: string, where = app) {
      const { status, body } = await where.call('agent_reply', { ...credentials, user_message: words });
      expect(status).toBe(200);
      return body.extract;
    },
    analyst(where = app): ModelAnalyst {
      const { completeFor } = where.parts;
      return { pool: where.pool, completeFor, signal: new AbortController().signal, cooldown: new ModelCooldown() };
    },
    analyse: ({ session_id: id }: Credentials, where = app) =>
      analyseSession(stage.analyst(where), where.parts.analyses, id),
    /** A session in which `words` were said and the model was asked. */
    async analysed(words: string, ...scripted: unknown[]): Promise<Credentials> {
      stage.script(...scripted);
      const credentials = await app.session();
      await stage.say(credentials, words);
      await stage.analyse(credentials);
      return credentials;
    },
    /** A session's rows in a table. */
    async rows(table: string, { session_id: id }: Credentials, order = '1') {
      return (await database.pool.query(`SELECT * FROM ${table} WHERE session_id = $1 ORDER BY ${order}`, [id])).rows;
    },
    async eventsOf(credentials: Credentials, kind: string) {
      const events = await stage.rows('events', credentials);
      return events.filter((event) => event.kind === kind).map(({ payload }) => payload);
    },
    /** How many extracts of a session include a model's reading. */
    async merged(credentials: Credentials): Promise<number> {
      return (await stage.rows('extracts', credentials)).filter(({ analyser }) => analyser === 'merged').length;
    },
  };
  return stage;
}
