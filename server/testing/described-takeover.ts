import { expect } from 'vitest';
import type { DescribedCall, DescribedCalls } from './described-calls.ts';

/** Takes a conversation over by all of its calls, each checked against the document. */
export async function takeOverAsDescribed(
  talk: { session_id: string; session_secret: string },
  calls: DescribedCalls,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  owner: (id: string, options?: DescribedCall) => Promise<any>,
): Promise<void> {
  const path = { id: talk.session_id };
  const asVisitor = (id: string, body: object = {}) => calls.call(id, { body: { ...talk, ...body } });
  await asVisitor('agent_reply', { user_message: 'We are a bakery in Ghent.' });
  expect((await asVisitor('request_person')).takeover).toMatchObject({ state: 'wanted' });
  expect((await owner('list_waiting')).visitors).toHaveLength(1);
  expect(await owner('watch_session', { path })).not.toEqual([]);
  await owner('give_hint', { path, body: { text: 'Our workshops' } });
  expect(await owner('take_over', { path, body: { name: 'Dana' } })).toMatchObject({ state: 'active', mine: true });
  await owner('beat_takeover', { path, body: { typing: true } });
  const lineId = '0d4f2f0a-5f57-4d0e-9d4e-9f1c7f1b6a33';
  expect((await owner('write_line', { path, body: { id: lineId, text: 'Good morning.' } })).line.seq).toBe(2);
  expect((await owner('suggest_line', { path })).text).not.toBe('');
  await asVisitor('note_typing', { typing: true });
  expect(await asVisitor('follow_session')).not.toEqual([]);
  await owner('hand_back', { path });
  await asVisitor('answer_person', { accept: false });
}
