import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { finishSession } from '../leads/finish-session.ts';

let scene: OwnerScene;
let version = 0;
beforeAll(async () => {
  scene = await ownerScene();
  const { app } = scene;
  const session = await startAs(app, newVisitor());
  const line =
    'Hi, I am Ana Costa of Costa Bikes, ana@costabikes.example, +49 170 5551234. We have set aside 20,000 euros.';
  await app.call('agent_reply', { ...session, user_message: line });
  await app.call('agent_reply', { ...session, user_message: 'Do ask for Ana, at www.costabikes.example.' });
  await app.call('collect_email', { email: 'ana@costabikes.example', name: 'Ana', signup_type: 'waitlist' });
  await app.call('end_session', session);
  await finishSession(app.parts, app.parts.twin(), session.session_id);
});
afterAll(() => scene.app.close());

async function mask(value: { addresses: boolean; numbers: boolean; names: boolean }) {
  const body = JSON.stringify({ group: 'exports', value, version });
  const answer = await scene.ask('/settings', { method: 'PUT', role: 'owner', body });
  expect(answer.status).toBe(200);
  version = answer.body.version;
}
const exported = async (format: 'csv' | 'jsonl') =>
  String((await scene.ask(`/export?format=${format}&transcripts=yes`, { role: 'owner' })).body);

test('nothing is masked unless the owner wishes it', async () => {
  const text = await exported('jsonl');
  for (const word of ['Ana Costa', 'Costa Bikes', 'ana@costabikes.example', '5551234']) expect(text).toContain(word);
});

test.each(['csv', 'jsonl'] as const)('what identifies a visitor is masked by kind, in %s', async (format) => {
  await mask({ addresses: true, numbers: false, names: false });
  const addresses = await exported(format);
  expect(addresses).not.toContain('costabikes');
  for (const word of ['Ana Costa', 'Costa Bikes', '170 5551234', '[email]', '[link]'])
    expect(addresses).toContain(word);
  await mask({ addresses: false, numbers: true, names: false });
  const numbers = await exported(format);
  expect(numbers).not.toContain('5551234');
  for (const word of ['Ana Costa', '[phone number]', '20,000 euros']) expect(numbers).toContain(word);
  await mask({ addresses: true, numbers: true, names: true });
  const all = await exported(format);
  expect(all).not.toMatch(/\bAna\b|Costa|costabikes|5551234/);
  // What was said otherwise stays, as do ids.
  for (const word of ['20,000 euros', '[name]']) expect(all).toContain(word);
  const waitlist = String((await scene.ask(`/waitlist/export?format=${format}`, { role: 'owner' })).body);
  expect(waitlist).toContain('[email]');
  expect(waitlist).not.toMatch(/\bAna\b|costabikes/);
});

test('what visitors download about themselves is never masked', async () => {
  const visitor = newVisitor();
  const session = await startAs(scene.app, visitor);
  await scene.app.call('agent_reply', { ...session, user_message: 'I am Bea Lind, bea@lind.example.' });
  const { body } = await scene.app.call('export_my_data', visitor);
  expect(JSON.stringify(body)).toContain('I am Bea Lind, bea@lind.example.');
});
