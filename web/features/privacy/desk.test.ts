import type { MyDataAnswer } from '@understudy/contract/privacy';
import { expect, it } from 'vitest';
import { CallError } from '../../platform/http.ts';
import type { Storage } from '../../platform/storage.ts';
import { createDesk, linkIn } from './desk.ts';

const ID = '0c1a9f0e-6f1b-4c7e-9a53-0f2f5b9f1a10';
const data = (over: Partial<MyDataAnswer> = {}): MyDataAnswer => ({
  of: 'visitor',
  email: null,
  counts: {
    ...{
      conversations: 1,
      messages: 2,
      memories: 0,
      inquiry: 0,
      bookings: 0,
      action_items: 0,
      notes: 0,
      episodes: 0,
      sent: 0,
    },
    waitlist: 0,
  },
  facts: [],
  conversations: [],
  memories: [],
  retention_days: null,
  ...over,
});

function storage(values: Record<string, string> = {}): Storage & { values: Record<string, string | null> } {
  const held: Record<string, string | null> = { ...values };
  return {
    values: held,
    read: (key) => held[key] ?? null,
    write(key, value) {
      held[key] = value;
    },
  };
}

/** A desk whose server answers as scripted; an error is thrown. */
function deskWith(
  answers: Record<string, unknown>,
  {
    lasting = {},
    tab = {},
    link = null,
  }: { lasting?: Record<string, string>; tab?: Record<string, string>; link?: string | null } = {},
) {
  const sent: { name: string; body: object }[] = [];
  const stores = { lasting: storage(lasting), tab: storage(tab) };
  const desk = createDesk({
    call: async <Answer>(name: string, body: unknown) => {
      sent.push({ name, body: body as object });
      const answer = answers[name];
      if (answer instanceof Error) throw answer;
      return answer as Answer;
    },
    fetchFile: async () => new Blob(['{}']),
    ...stores,
    link,
    report: () => undefined,
  });
  return { desk, sent, ...stores };
}
const refusal = (code: 'invalid_session' | 'invalid_link' | 'not_found' | 'invalid_request', said = 'No.') =>
  new CallError(code, said, { status: 401, fromServer: true, said });
const VISITOR = { lasting: { visitor: `${ID} secret` } };

it('asks nobody when this browser knows no visitor', async () => {
  const { desk, sent } = deskWith({});
  await desk.load();
  expect(desk.store.get()).toEqual({ is: 'empty', isOldLink: false });
  expect(sent).toEqual([]);
});

it('prefers the link that was opened to the browser’s secret, and that to the tab’s session', async () => {
  const tab = { session: JSON.stringify({ session: { sessionId: ID, secret: 'tabs' } }) };
  const byTab = deskWith({ my_data: data({ of: 'session' }) }, { tab });
  await byTab.desk.load();
  expect(byTab.sent).toEqual([{ name: 'my_data', body: { session_id: ID, session_secret: 'tabs' } }]);
  const bySecret = deskWith({ my_data: data() }, { tab, ...VISITOR });
  await bySecret.desk.load();
  expect(bySecret.sent[0]?.body).toEqual({ visitor_id: ID, visitor_secret: 'secret' });
  const byLink = deskWith(
    { open_desk: { desk_token: 'open' }, my_data: data({ of: 'address' }) },
    { tab, ...VISITOR, link: 'mailed-token' },
  );
  await byLink.desk.load();
  await byLink.desk.load();
  expect(byLink.sent.map(({ name }) => name)).toEqual(['open_desk', 'my_data', 'my_data']);
  expect(byLink.sent.at(-1)?.body).toEqual({ desk_token: 'open' });
  expect(byLink.tab.values.desk).toBe('open');
});

it('says that nothing is held where nobody is known by the secret, and that a link is old', async () => {
  const unknown = deskWith({ my_data: refusal('invalid_session') }, VISITOR);
  await unknown.desk.load();
  expect(unknown.desk.store.get()).toEqual({ is: 'empty', isOldLink: false });
  const old = deskWith({ open_desk: refusal('invalid_link') }, { link: 'mailed-token' });
  await old.desk.load();
  expect(old.desk.store.get()).toEqual({ is: 'empty', isOldLink: true });
});

it('says why it cannot be read, and reads it when asked again', async () => {
  const answers: Record<string, unknown> = { my_data: new CallError('network', 'unreachable') };
  const { desk } = deskWith(answers, VISITOR);
  await desk.load();
  expect(desk.store.get()).toMatchObject({ is: 'failed', sentence: expect.stringContaining('can’t be reached') });
  answers['my_data'] = data();
  await desk.load();
  expect(desk.store.get()).toMatchObject({ is: 'there' });
});

it('keeps the receipt and forgets the secrets once everything is erased, unless a hold keeps something', async () => {
  const receipt = { number: 'E-1', scope: 'all', at: '2026-11-20T09:15:00.000Z', counts: {}, total: 1, postponed: 0 };
  const tab = { session: JSON.stringify({ session: { sessionId: ID, secret: 'tabs' } }) };
  const gone = deskWith({ my_data: data(), erase_my_data: receipt }, { ...VISITOR, tab });
  await gone.desk.load();
  expect(await gone.desk.erase('all', [])).toBeNull();
  expect(gone.desk.receipt.get()).toEqual(receipt);
  expect(gone.lasting.values.visitor).toBeNull();
  expect(gone.tab.values.session).toBeNull();
  const held = deskWith({ my_data: data(), erase_my_data: { ...receipt, postponed: 1 } }, VISITOR);
  await held.desk.load();
  await held.desk.erase('all', []);
  expect(held.lasting.values.visitor).toBe(`${ID} secret`);
});

it('takes for done what somebody else has done, and says what is refused', async () => {
  const { desk } = deskWith(
    {
      my_data: data(),
      erase_my_data: refusal('not_found'),
      correct_my_data: refusal('invalid_request', 'The field "value" does not fit: must be an email address.'),
      request_desk_link: refusal('invalid_request', 'The field "email" does not fit: must be an email address.'),
    },
    VISITOR,
  );
  await desk.load();
  expect(await desk.erase('message', [ID])).toBeNull();
  expect(await desk.correct('email', 'x')).toBe('That isn’t accepted: must be an email address.');
  expect(await desk.requestLink('x')).toMatch(/^That email address isn’t complete/);
});

it('takes the tab’s conversation off the record too', async () => {
  const session = { sessionId: ID, secret: 'tabs', consent: true };
  const { desk, tab } = deskWith(
    { my_data: data(), withdraw_consent: { success: true, withdrawn: 1, held: 0 } },
    { ...VISITOR, tab: { session: JSON.stringify({ session, model: '' }) } },
  );
  await desk.load();
  expect(await desk.withdraw()).toBeNull();
  expect(JSON.parse(tab.values.session ?? '{}')).toEqual({ session: { ...session, consent: false }, model: '' });
});

it.each([
  ['#link=abcdefghijkl', 'abcdefghijkl'],
  ['#kept', null],
  ['', null],
  ['#link=<script>alert(1)</script>', null],
])('reads the token in %j', (hash, token) => {
  expect(linkIn(hash)).toBe(token);
});
