import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import * as fake from '../../testing/fake-replies.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { answering, useModelAnalysis } from '../../testing/model-analysis.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { understand } from '../../testing/understand.ts';
import { finishSession } from '../leads/finish-session.ts';

/** Stands in the message that is erased, and nowhere else. */
const MARK = 'Zqxcanary';
const ADDRESS = `ana@${MARK}.example`.toLowerCase();
const LINE = `I am Ana ${MARK}, managing director of ${MARK} Bikes. Write to ${ADDRESS}.`;
/** A model's reading of it. */
const READING = {
  ...{ intent: 'consulting_inquiry', confidence: 0.9, intent_words: 'Write to' },
  ...{ person_name: `Ana ${MARK}`, org_name: `${MARK} Bikes`, contact_email: ADDRESS },
};
const BUDGET = 'We have set aside 20,000 euros, and every order waits for me.';

const at = useModelAnalysis('each test');
const deps = () => ({ pool: at.database.pool, understand, settings: at.app.parts.settings });

/** A conversation of a visitor who has said the line, and a function that erases it. */
async function begun(app = at.app) {
  const visitor = newVisitor();
  const session = await startAs(app, visitor);
  const say = (user_message: string, on = app) => on.call('agent_reply', { ...session, user_message });
  const erase = async (by = at.app) => {
    const { body } = await by.call('my_conversation', { ...visitor, conversation_id: session.session_id });
    const ids = body.lines.flatMap(({ id, text }: { id: string; text: string }) => (text === LINE ? [id] : []));
    expect(ids).toHaveLength(1);
    expect((await by.call('erase_my_data', { ...visitor, scope: 'message', ids })).status).toBe(200);
  };
  return { session, say, erase };
}

/** A model that answers once it is let. */
function held(answer: unknown) {
  const gate = Promise.withResolvers<void>();
  const { steps = [], ...reply } = answering(answer);
  return { reply: { ...reply, steps: [{ until: gate.promise }, ...steps] }, release: () => gate.resolve() };
}

/** Tables with the number of their rows that hold the mark. */
async function marked(): Promise<Record<string, number>> {
  const { rows: tables } = await at.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const hits: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await at.database.pool.query(`SELECT count(*)::int AS n FROM ${name} t WHERE t::text ILIKE $1`, [
      `%${MARK}%`,
    ]);
    if (rows[0].n > 0) hits[name] = rows[0].n;
  }
  return hits;
}

test('a message that is erased while a model reads the conversation does not come back with the reading', async () => {
  const { session, say, erase } = await begun();
  await say(LINE);
  await say(BUDGET);
  const { reply, release } = held(READING);
  at.script(reply);
  const reading = at.analyse(session);
  await expect.poll(() => at.asked().length).toBe(1);
  await erase();
  release();
  await reading;
  expect(await marked()).toEqual({});
  // The next turn does not know it either.
  expect(JSON.stringify((await say('Could we talk?')).body)).not.toContain(MARK);
  expect(await marked()).toEqual({});
});

test('one that is erased while an ended conversation is summarised is in no summary, and the rest is', async () => {
  const { session, say, erase } = await begun();
  await say(LINE);
  await say(BUDGET);
  await at.app.call('end_session', session);
  const { reply, release } = held(READING);
  at.script(reply, fake.refusal(500, 'no summary'));
  const twin = await loadSampleTwin();
  const finishing = finishSession(deps(), twin, session.session_id, at.analyst());
  await expect.poll(() => at.asked().length).toBe(1);
  await erase();
  release();
  await finishing;
  expect(await marked()).toEqual({});
  // The erasure has asked for this.
  await finishSession(deps(), twin, session.session_id);
  expect(await at.rows('summaries', session)).toHaveLength(1);
  expect(await marked()).toEqual({});
});

test('an instance that did not hear of the erasure saves and tells nothing of it, in a turn or later', async () => {
  const model = scriptedModel();
  const other = await startTestApp({ DATABASE_URL: at.database.url }, { database: at.database, model });
  // It is closed before the database, which the hooks close.
  try {
    const { say, erase } = await begun(other);
    const turn = async (words: string) => {
      const answered = say(words);
      const reply = await model.next();
      return {
        reply,
        async end() {
          reply.say('Tell me more.');
          reply.end();
          return (await answered).body;
        },
      };
    };
    await (await turn(LINE)).end();
    await other.parts.memoryQueue.settled();
    const running = await turn(BUDGET);
    // Its connection for notifications breaks.
    await at.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%LISTEN %'`,
    );
    await erase();
    await running.end();
    await other.parts.memoryQueue.settled();
    expect(await marked()).toEqual({});
    const next = await turn('Could we talk?');
    expect(JSON.stringify(next.reply.request.history)).not.toContain(MARK);
    expect(JSON.stringify(await next.end())).not.toContain(MARK);
    expect(await marked()).toEqual({});
  } finally {
    await other.close();
  }
});
