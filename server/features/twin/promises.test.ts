import type { PublicConfig } from '@understudy/contract/wire';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { testUser } from '../../testing/owners.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { rememberConversation } from '../memory/remember.ts';

const JSON_BODY = { 'content-type': 'application/json' };

test('what is set is what visitors are told, agree to and have kept of them', async () => {
  const app = await startTestApp();
  const config = async () => (await (await fetch(`${app.url}/api/config`)).json()) as PublicConfig;
  const promised = async () => (await app.pool.query('SELECT consent_version FROM sessions')).rows[0].consent_version;
  const before = await config();
  const owner = await testUser(app.accounts, 'owner');
  const value = {
    transcripts: 90,
    memories: 30,
    leads: null,
    action_items: 400,
    notes: 1,
    waitlist: 200,
    audit_log: 730,
  };
  const body = JSON.stringify({ group: 'retention', value, version: 0, confirm_rows: 0 });
  const headers = { ...owner.headers, ...JSON_BODY };
  expect((await fetch(`${app.url}/api/admin/settings`, { method: 'PUT', headers, body })).status).toBe(200);
  await expect.poll(async () => (await config()).consent?.text).toContain('for 90 days');
  const { audit_log: _, ...told } = value;
  const after = await config();
  expect(after.retention_days).toEqual(told);
  expect(after.consent?.text).toContain('30 days');
  expect(after.consent?.text).toContain('an unlimited number of days');
  expect(after.consent?.version).toBe(`${before.consent?.version}-90-30-unlimited`);
  const session = await app.session();
  expect(await promised()).toBe(after.consent?.version);
  await app.call('agent_reply', { ...session, user_message: 'My name is Ana Costa and I like green tea.' });
  await rememberConversation(app.parts, session.session_id);
  const { rows } = await app.pool.query(
    `SELECT bool_and(expires_at BETWEEN created_at + interval '29 days' AND created_at + interval '31 days') AS month
     FROM memories`,
  );
  expect(rows).toEqual([{ month: true }]);
  await app.close();
});

test('who is erased while the twin speaks to them is erased: nothing of the reply comes back', async () => {
  const model = scriptedModel();
  const app = await startTestApp({}, { model });
  const owner = await testUser(app.accounts, 'owner');
  const session = await app.session();
  const email = 'ana@costabikes.example';
  await app.pool.query('UPDATE sessions SET email = $1', [email]);
  const asked = app.call('agent_reply', { ...session, user_message: 'Hello?' });
  const reply = await model.next();
  reply.say('It is good to hear from you. ');
  const erased = await fetch(`${app.url}/api/admin/danger/erase-visitor`, {
    method: 'POST',
    headers: { ...owner.headers, ...JSON_BODY },
    body: JSON.stringify({ email, confirm: email }),
  });
  expect(await erased.json()).toMatchObject({ visitors: 1, counts: { sessions: 1, utterances: 1 } });
  reply.end();
  // The reply was cut where it was.
  expect((await asked).body.partial).toBe(true);
  for (const table of ['sessions', 'utterances', 'turns', 'events', 'leads', 'memories', 'extracts']) {
    expect({ table, rows: (await app.pool.query(`SELECT FROM ${table}`)).rowCount }).toEqual({ table, rows: 0 });
  }
  await app.close();
});
