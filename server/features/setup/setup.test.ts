import type { Setup, SetupAnswers } from '@understudy/contract/setup';
import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

type Role = 'viewer' | 'admin' | 'owner';
const call = (method: string, path: string, body: unknown, role: Role = 'owner') =>
  scene.ask(`/setup${path}`, { method, body: JSON.stringify(body), role });
const read = async (role: Role = 'owner'): Promise<Setup> => (await scene.ask('/setup', { role })).body;
const save = async (answers: Partial<SetupAnswers>, role: Role = 'owner') => {
  const { answers: before, version } = await read(role);
  return call('PUT', '', { answers: { ...before, ...answers }, step: 'you', version }, role);
};
const preview = async (answers: Partial<SetupAnswers>, message?: string) => {
  const { answers: before } = await read();
  const body = { answers: { ...before, ...answers }, quick: true, ...(message ? { message } : {}) };
  return (await call('POST', '/preview', body)).body;
};
const heard = async (user_message: string) =>
  (await scene.app.call('agent_reply', { ...(await scene.app.session()), user_message })).body.text as string;
const config = async () => (await (await fetch(`${scene.app.url}/api/config`)).json()) as PublicConfig;

const DANA: Partial<SetupAnswers> = {
  name: 'Dana Reyes',
  title: 'Succession adviser',
  does: 'I help family firms hand over to the next generation.',
  audience: 'Owners of firms with 10 to 100 people.',
  location: 'Lisbon',
  services: [{ name: 'the Handover Plan', summary: 'A plan for five years.', price: '€9,000', duration: '' }],
  email: 'dana@reyes-advice.com',
};

describe('the setup', () => {
  test('begins from nothing for a sample twin, with the owner’s address', async () => {
    expect(await read()).toMatchObject({
      state: 'new',
      version: 0,
      is_sample: true,
      answers: { base: 'scratch', name: '' },
      problem: { field: 'name' },
    });
    expect((await read()).answers.email).toContain('@');
  });

  test('is for admins, and refuses what is no answer', async () => {
    expect((await scene.ask('/setup', { role: 'viewer' })).status).toBe(403);
    const { answers } = await read();
    expect((await call('PUT', '', { answers: { ...answers, color: 'red' }, step: 'you', version: 0 })).status).toBe(
      400,
    );
    expect((await call('PUT', '', { answers: { ...answers, manner: {} }, step: 'you', version: 0 })).status).toBe(400);
  });

  test('keeps answers, and tells the second of two owners who was first', async () => {
    const { answers } = await read();
    const [first, second] = await Promise.all(
      (['Ann', 'Ben'] as const).map((name, at) =>
        call('PUT', '', { answers: { ...answers, name }, step: 'manner', version: 0 }, at === 0 ? 'owner' : 'admin'),
      ),
    );
    const statuses = [first?.status, second?.status].sort();
    expect(statuses).toEqual([200, 409]);
    const lost = first?.status === 409 ? first : second;
    expect(lost?.body.error).toMatch(/has changed the setup in the meantime/);
    expect(await read()).toMatchObject({ state: 'begun', step: 'manner', version: 1 });
  });

  test('shows what the twin would say before anything is entered, and with each answer', async () => {
    expect(await preview({ name: '' })).toMatchObject({ problem: null, greeting: /AI/ });
    const { reply, greeting } = await preview(DANA, 'What do you do?');
    expect(greeting).toContain('Dana Reyes');
    expect(reply).toContain('hand over to the next generation');
    expect((await preview(DANA, 'What does the Handover Plan cost?')).reply).toContain('€9,000');
    // Whom visitors want to talk to is known before the twin has the name.
    expect((await preview(DANA, 'I want to talk to Dana next week')).reply).toMatch(/talk with Dana|like a call/);
    // The running twin is still the sample.
    expect((await config()).consultant.name).toBe('Orla Venstrom');
  });

  test('is refused without a name or an address, and says where', async () => {
    await save({ ...DANA, email: 'nobody' });
    const { problem, version } = await read();
    expect(problem).toMatchObject({ field: 'email' });
    const refused = await call('POST', '/publish', { version });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test('becomes the twin at once and as a whole, and is undone as a whole', async () => {
    await save(DANA);
    const { version, changes } = await read();
    expect(changes.removed).toContain('knowledge/prices.md');
    expect((await call('POST', '/publish', { version: version - 1 })).status).toBe(409);
    const published = await call('POST', '/publish', { version });
    expect(published.status).toBe(200);
    expect(await read()).toMatchObject({ state: 'published', is_sample: false, answers: { base: 'current' } });
    const shown = await config();
    expect(shown.consultant).toMatchObject({ name: 'Dana Reyes', contact_email: 'dana@reyes-advice.com' });
    expect(shown.demo).toMatchObject({ human: 'What do you do?' });
    expect(await heard('who do you work with?')).toContain('Owners of firms with 10 to 100 people.');
    expect(await heard('tell me about the Walkthrough')).not.toMatch(/prompt book/);
    const portrait = await fetch(new URL(shown.consultant.portrait, scene.app.url));
    expect(await portrait.text()).toContain('>DR<');
    const audit = await scene.ask('/audit', { role: 'owner' });
    expect(JSON.stringify(audit.body)).toContain('twin_set_up');

    expect(await read()).toMatchObject({ can_undo: true });
    const undone = await call('POST', '/undo', { version: (await read()).version });
    expect(undone.body.saved.length).toBe(published.body.saved.length);
    expect((await config()).consultant.name).toBe('Orla Venstrom');
    // What was entered is still there.
    expect(await read()).toMatchObject({
      state: 'begun',
      can_undo: false,
      answers: { base: 'scratch', name: 'Dana Reyes', services: [{ price: '€9,000' }] },
    });
    expect((await call('POST', '/undo', { version: (await read()).version })).status).toBe(409);
  });

  test('writes what was answered after an undone publication', async () => {
    const priced = (price: string) => ({ services: [{ name: 'the Handover Plan', summary: '', price, duration: '' }] });
    const publish = async () => (await call('POST', '/publish', { version: (await read()).version })).status;
    await save({ ...DANA, ...priced('€9,000') });
    expect(await publish()).toBe(200);
    await save(priced('€10,000'));
    expect(await publish()).toBe(200);
    expect((await call('POST', '/undo', { version: (await read()).version })).status).toBe(200);
    await save(priced('€12,000'));
    expect(await publish()).toBe(200);
    const { text } = (await scene.ask('/twin/knowledge%2Fbasics.md', { role: 'owner' })).body;
    expect(text).toContain('€12,000');
    expect(text).not.toMatch(/€9,000|€10,000/);
  });

  test('leaves what was edited elsewhere meanwhile', async () => {
    const { text, version } = (await scene.ask('/twin/persona.yaml', { role: 'owner' })).body;
    const body = JSON.stringify({ text: text.replace('Lisbon', 'Faro'), version });
    expect((await scene.ask('/twin/persona.yaml', { method: 'PUT', body, role: 'owner' })).status).toBe(200);
    expect((await read()).answers.location).toBe('Faro');
    await save({ title: 'Adviser to families' });
    expect((await call('POST', '/publish', { version: (await read()).version })).status).toBe(200);
    expect((await scene.ask('/twin/persona.yaml', { role: 'owner' })).body.text).toContain('location: Faro');
  });

  test('opens nevertheless when an answer makes no twin, and says why', async () => {
    const spoilt = { question: 'x', answer: 'y' };
    await save({ answers: [spoilt], about: 'ok' });
    const { text, version } = (await scene.ask('/twin/voices.yaml', { role: 'owner' })).body;
    expect(text).toContain('voices');
    expect(version).toBe(0);
    expect(await read()).toMatchObject({ problem: null });
  });

  test('renames the twin everywhere, its offers too, and leaves everything else', async () => {
    const offers = {
      book_call: 'Call Dana',
      leave_email: 'Leave an email',
      get_summary: 'Summary',
      invitation: 'Well?',
    };
    const put = { group: 'offers', value: offers, version: 0 };
    expect((await scene.ask('/settings', { method: 'PUT', body: JSON.stringify(put), role: 'owner' })).status).toBe(
      200,
    );
    await save({ name: 'Dana Reyes-Costa', first_name: 'Dani' });
    const { version, changes } = await read();
    expect(changes.removed).toEqual([]);
    expect((await call('POST', '/publish', { version })).status).toBe(200);
    const shown = await config();
    expect(shown.consultant).toMatchObject({ name: 'Dana Reyes-Costa', first_name: 'Dani' });
    expect(shown.offers.book_call).toBe('Call Dani');
    expect(await heard('who do you work with?')).toContain('Owners of firms with 10 to 100 people.');
  });

  test('keeps cleared what was cleared, and then has nothing to change', async () => {
    await save({ call: 'It costs nothing.', about: 'A life.' });
    expect((await call('POST', '/publish', { version: (await read()).version })).status).toBe(200);
    await save({ call: '', about: '' });
    expect((await call('POST', '/publish', { version: (await read()).version })).status).toBe(200);
    const { answers, changes, can_undo } = await read();
    expect(answers).toMatchObject({ call: '', about: '' });
    expect(changes).toEqual({ replaced: [], added: [], removed: [] });
    // Publishing the same again leaves the way back.
    expect(can_undo).toBe(true);
    expect((await call('POST', '/publish', { version: (await read()).version })).status).toBe(200);
    expect((await read()).can_undo).toBe(true);
    const { text, version } = (await scene.ask('/twin/persona.yaml', { role: 'owner' })).body;
    const body = JSON.stringify({ text: `${text}\n# mine\n`, version });
    expect((await scene.ask('/twin/persona.yaml', { method: 'PUT', body, role: 'owner' })).status).toBe(200);
    expect((await read()).can_undo).toBe(false);
  });

  test('is published or saved, not both, when two do so at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      await save({ title: `Adviser ${round}` });
      const { answers, version } = await read();
      const [published, saved] = await Promise.all([
        call('POST', '/publish', { version }),
        call('PUT', '', { answers: { ...answers, title: `Counsellor ${round}` }, step: 'you', version }, 'admin'),
      ]);
      expect([published.status, saved.status].sort()).toEqual([200, 409]);
    }
  });

  test.each<[string, object]>([
    ['a NUL in the name of a picture', { portrait: 'a\u0000b' }],
    ['half a character', { portrait: '\ud800' }],
    ['an odd id', { services: [{ id: '\udc00', name: 'x', summary: '', price: '', duration: '' }] }],
    [
      'more than fits',
      {
        services: Array.from({ length: 100 }, () => ({ name: 'x', summary: 'x'.repeat(900), price: '', duration: '' })),
      },
    ],
  ])('refuses %s', async (_, answers) => {
    expect(await save(answers)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  test.each(['https:cal.example.com', 'https://a b.c', 'https://u:p@a.b', 'https://a.b/{name}', 'javascript:1'])(
    'names %s as no address',
    async (calendar) => {
      await save({ calendar });
      expect((await read()).problem).toMatchObject({ field: 'calendar' });
      await save({ calendar: '' });
    },
  );

  test('can be put off, and taken up again', async () => {
    await save({ title: 'Adviser to many' });
    const { version } = await read();
    expect((await call('POST', '/later', { version })).body).toMatchObject({ state: 'later' });
    expect((await save({ title: 'Adviser' })).body).toMatchObject({ state: 'begun' });
  });
});
