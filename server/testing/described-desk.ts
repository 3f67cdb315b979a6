import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { DescribedCall, DescribedCalls } from './described-calls.ts';
import { deskTokenIn, startMailServer } from './mail-server.ts';

/** Sees, corrects and erases what is held of a visitor, by all calls of the desk, each checked against the document. */
export async function ruleAsDescribed(
  app: TestApp,
  calls: DescribedCalls,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  owner: (id: string, options?: DescribedCall) => Promise<any>,
): Promise<void> {
  const own = await calls.call('create_session', { body: { visitor_id: randomUUID(), consent: true } });
  const { session_id: id } = own;
  const path = { id };
  await app.call('agent_reply', { ...own, user_message: 'I am Zoe Lind, zoe@lind.example. Hello.' });
  const { conversations } = await calls.call('my_data', { body: own });
  expect(conversations).toMatchObject([{ id, held: false }]);
  const { lines } = await calls.call('my_conversation', { body: { ...own, conversation_id: id } });
  await calls.call('export_my_data', { body: own });
  await calls.call('export_my_data', { body: { ...own, format: 'html', language: 'es' } });
  await calls.call('correct_my_data', { body: { ...own, field: 'company', value: 'Lind & Co' } });
  await calls.call('erase_my_data', { body: { ...own, scope: 'message', ids: [lines[0].id] } });
  await owner('place_legal_hold', { path, body: { reason: 'Claim 4711' } });
  expect(await calls.call('withdraw_consent', { body: own })).toMatchObject({ withdrawn: 0, held: 1 });
  expect(await owner('read_legal_hold', { path })).toMatchObject({ hold: { erasure_waits: true } });
  await owner('lift_legal_hold', { path });
  expect(await calls.call('withdraw_consent', { body: own })).toMatchObject({ withdrawn: 1, held: 0 });
  await calls.call('read_desk_ways', { body: {} });
  const mail = await startMailServer();
  const server = { host: '127.0.0.1', port: mail.port, secure: false, user: null, from: 'orla@twin.example' };
  await owner('connect_mail', { body: server });
  await calls.call('request_desk_link', { body: { email: 'zoe@lind.example' } });
  const { rows } = await app.pool.query("SELECT id FROM outgoing_mails WHERE template = 'desk_link'");
  await app.parts.mail.send(rows[0]?.id);
  await owner('disconnect_mail');
  await mail.close();
  const { desk_token } = await calls.call('open_desk', { body: { token: deskTokenIn(mail.mails[0]) } });
  expect(await calls.call('my_data', { body: { desk_token } })).toMatchObject({ of: 'address' });
  expect(await calls.call('erase_my_data', { body: { ...own, scope: 'all' } })).toMatchObject({ scope: 'all' });
}
