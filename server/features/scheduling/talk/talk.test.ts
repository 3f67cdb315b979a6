/** Bookings made, moved and canceled in words. */
import { rm } from 'node:fs/promises';
import type { Extract } from '@understudy/contract/leads';
import type { ReplyOffer } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LanguageModel } from '../../../providers/language-model/port.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { startWork } from '../../../testing/background-work.ts';
import { calendarTwin, twinWithoutCalendar } from '../../../testing/calendar-twin.ts';

const CALENDAR = `
timeZone: Europe/Amsterdam
hours:
  Monday: ['09:00-12:00', '13:00-17:00']
  Tuesday: ['09:00-12:00', '13:00-17:00']
  Wednesday: ['09:00-12:00', '13:00-17:00']
  Thursday: ['09:00-12:00', '13:00-17:00']
  Friday: ['09:00-12:00']
kinds:
  - id: intro
    title: First call
    minutes: 30
    place: At the office
    noticeHours: 4
    daysAhead: 28
  - id: phone
    title: Phone call
    minutes: 15
    place: By phone
`;
/** A Tuesday morning; the sessions themselves are of today. */
const NOW = new Date('2026-12-01T08:00:00Z');

let dir: string;
let app: TestApp;
beforeAll(async () => {
  dir = await calendarTwin(CALENDAR);
  app = await startTestApp({}, { twinDir: dir, now: () => NOW });
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

/** How an American's page asks. */
const US = { locale: 'en-US' };

/** A conversation; says a line and gives the reply. */
async function talk(zone = 'Europe/Lisbon', consent = true) {
  const credentials = await app.session(consent);
  const say = async (user_message: string, more = {}) => {
    const { status, body } = await app.call('agent_reply', {
      ...credentials,
      user_message,
      time_zone: zone,
      ...US,
      ...more,
    });
    expect(status).toBe(200);
    return body as { text: string; offers: ReplyOffer[]; extract: Extract };
  };
  const bookings = async () => (await app.call('list_slots', credentials)).body.bookings;
  const book = (start: string) =>
    app.call('book_slot', {
      ...{ ...credentials, kind: 'intro', start, zone, name: 'Ana Costa', email: 'ana@costa.test', consent: true },
    });
  return { credentials, say, bookings, book };
}
const starts = (offers: readonly ReplyOffer[]) =>
  offers.filter(({ kind }) => kind === 'slot').map(({ payload }) => payload.split(' ')[0]);

describe('asked for in words', () => {
  test('a call finds free times, in the visitor’s zone, as buttons', async () => {
    const { say } = await talk();
    const { text, offers } = await say('Can I book a call with Orla?');
    expect(text).toMatch(/Orla is free \(“First call”, 30 minutes\): Tuesday, December 1 at .* \(Lisbon time\)\./);
    expect(starts(offers).length).toBeGreaterThanOrEqual(3);
    expect(offers.at(-1)).toEqual({ kind: 'call', label: 'Another time', payload: '' });
    expect(offers[0]?.label).toMatch(/^Tue, Dec 1, \d+:\d\d [AP]M$/);
    expect(text).not.toContain('noted');
  });

  test.each([
    ['Is Thursday afternoon possible for a call?', /^2026-12-03T1[2-6]/],
    ['Can we talk the week after next?', /^2026-12-1[4-8]/],
    ['I would like a call, but not before eleven.', /T(?:1[1-6]):/],
    ['Could we have a call next week on Tuesday?', /^2026-12-08/],
  ])('%s', async (words, expected) => {
    const { say } = await talk();
    const { offers } = await say(words);
    expect(starts(offers).length).toBeGreaterThan(0);
    for (const start of starts(offers)) expect(start).toMatch(expected);
  });

  test('a wish narrows what was offered, step by step', async () => {
    const { say } = await talk();
    await say('I want to book a call.');
    for (const start of starts((await say('The week after next?')).offers)) expect(start).toMatch(/^2026-12-1[4-8]/);
    for (const start of starts((await say('not before two in the afternoon')).offers))
      expect(start).toMatch(/^2026-12-1[4-7]T1[4-6]/);
    const first = starts((await say('Anything else?')).offers);
    expect(first.length).toBeGreaterThan(0);
    for (const start of first) expect(start).toMatch(/^2026-12-1[4-7]T1[4-6]/);
  });

  test('where nothing is free then, it says so and offers the nearest', async () => {
    const { say } = await talk();
    const { text, offers } = await say('Could we have a call on Saturday?');
    expect(text).toContain('Orla has nothing free then. The nearest times are Monday, December 7');
    expect(starts(offers)[0]).toMatch(/^2026-12-07/);
  });

  test('where nothing is free at all, it takes a wish, and says where to write if nothing is kept', async () => {
    const { rows } = await app.pool.query(
      `INSERT INTO calendar_sources (kind, label, created_by) VALUES ('address', 'busy', 'test') RETURNING id`,
    );
    await app.pool.query("INSERT INTO busy_times VALUES ($1, '2026-11-01', '2027-03-01')", [rows[0].id]);
    try {
      const kept = await (await talk()).say('Can I book a call?');
      expect(kept.text).toContain('Orla has no free time in the calendar at the moment.');
      expect(kept.offers).toEqual([{ kind: 'call', label: 'Another time', payload: '' }]);
      const unkept = await (await talk('UTC', false)).say('Can I book a call?');
      expect(unkept.text).toContain('please write to orla@venstrom.example');
      expect(unkept.offers).toEqual([]);
    } finally {
      await app.pool.query('DELETE FROM calendar_sources');
    }
  });

  test('a question about something else is answered as ever', async () => {
    const { say } = await talk();
    expect((await say('What does the Walkthrough cost?')).text).toContain('€6,800');
    const { text } = await say('Can I book a call? And what does the Walkthrough cost?');
    expect(text).toContain('€6,800');
    expect(text).toContain('Orla is free');
  });
});

describe('booked in words', () => {
  test('an exact time of somebody who is known is booked by yes, with the sentence that they agree to', async () => {
    const { say, bookings, credentials } = await talk();
    await say('Hi, my name is Ana Costa and my email is ana@costabikes.example.');
    const asked = await say('Can I have a call on Thursday at 3pm?');
    expect(asked.text).toMatch(
      /Shall I book “First call”, 30 minutes, on Thursday, December 3 at 3:00 PM \(Lisbon time\), for Ana Costa, /,
    );
    expect(asked.text).toMatch(/ana@costabikes\.example\? By saying yes you agree to this: “I agree that Orla keeps/);
    expect(await bookings()).toEqual([]);
    const turn_id = crypto.randomUUID();
    const done = await say('Yes please', { turn_id });
    expect(done.text).toMatch(/^Booked: “First call” with Orla on Thursday, December 3 at 3:00 PM \(Lisbon time\)\./);
    expect(done.text).toMatch(/\/booking\/[\w-]{43}$/);
    expect((await say('Yes please', { turn_id })).text).toBe(done.text);
    expect(await bookings()).toMatchObject([{ start: '2026-12-03T15:00:00.000Z', email: 'ana@costabikes.example' }]);
    const { rows } = await app.pool.query(
      `SELECT c.text FROM bookings b JOIN consent_texts c ON c.hash = b.consent_hash WHERE session_id = $1`,
      [credentials.session_id],
    );
    expect(asked.text).toContain(rows[0].text);
  });

  test.each([
    ['en-US', 'Monday, December 14 at 3:00 PM', 'Mon, Dec 14, 3:00 PM'],
    ['en-GB', 'Monday 14 December at 15:00', 'Mon 14 Dec, 15:00'],
    ['de-DE', 'Monday 14 December at 15:00', 'Mon 14 Dec, 15:00'],
    ['es', 'Monday 14 December at 15:00', 'Mon 14 Dec, 15:00'],
  ])('text and button tell the time as a visitor from %s writes it', async (locale, sentence, label) => {
    const { say } = await talk();
    const { text, offers } = await say('Can I have a call on December 14 at 3pm?', { locale });
    expect(text).toContain(`${sentence} (Lisbon time)`);
    expect(offers[0]?.label).toBe(label);
  });

  test('a no books nothing', async () => {
    const { say, bookings } = await talk();
    await say('My name is Ben Okafor, ben@okafor.example.');
    expect((await say('Could we have a call on Monday at 10am?')).text).toContain('Shall I book');
    expect((await say('No, not yet.')).text).toContain('I leave it as it is');
    expect(await bookings()).toEqual([]);
  });

  test('an exact time of somebody unknown is left to the form', async () => {
    const { say } = await talk();
    const { text, offers } = await say('Can I book a call on Wednesday at 10am?');
    expect(text).toContain(
      'Wednesday, December 2 at 10:00 AM (Lisbon time), is free. Tell me your name and email address',
    );
    expect(offers).toEqual([
      { kind: 'slot', label: 'Wed, Dec 2, 10:00 AM', payload: '2026-12-02T10:00:00.000Z intro' },
    ]);
  });

  test('the name and address that it asked for are followed by the question whether to book', async () => {
    const { say, bookings } = await talk();
    await say('Can I book a call next week?');
    expect((await say('the second one')).text).toContain('Tell me your name and email address');
    expect((await say('My name is Dora Klein')).text).toContain('Tell me your email address to book it');
    expect((await say('dora@klein.example')).text).toContain('for Dora Klein, dora@klein.example? By saying yes');
    expect((await say('yes')).text).toMatch(/^Booked: /);
    expect(await bookings()).toMatchObject([{ email: 'dora@klein.example' }]);
  });

  test('a meeting by phone is booked once the visitor has given a number, and agreed to its sentence', async () => {
    const { say, bookings } = await talk();
    await say('My name is Finn Aldo, finn@aldo.example.');
    const asked = await say('Can I book a phone call on Monday at 10am?');
    expect(asked.text).toContain('is free. Tell me your telephone number to book it with Orla');
    const told = await say('+31 6 1234 5678');
    expect(told.text).toContain('for Finn Aldo, finn@aldo.example, +31 6 1234 5678? By saying yes');
    expect(told.text).toContain('my email address, my telephone number and my note');
    expect((await say('yes')).text).toMatch(/^Booked: “Phone call”/);
    expect(await bookings()).toMatchObject([{ kind: 'phone', place: 'By phone', phone: '+31 6 1234 5678' }]);
    const other = await talk();
    await other.say('I am Gil Roy, gil@roy.example, my number is +47 912 34 567.');
    const known = await other.say('Can I book a phone call on Monday at 2pm?');
    expect(known.text).toContain('for Gil Roy, gil@roy.example, +47 912 34 567? By saying yes');
  });

  test.each([
    [
      'German',
      'Ich hätte gern einen Termin mit Orla, nächste Woche, nicht vor 14 Uhr',
      'den zweiten bitte',
      'ja, gern',
      'Können wir den Termin verschieben?',
      'der erste passt',
      'jawohl',
      'Bitte den Termin absagen',
      'Ja, bitte absagen',
    ],
    [
      'Spanish',
      'Quisiera una cita con Orla la semana que viene, no antes de las 14',
      'la segunda, por favor',
      'sí, claro',
      '¿Podemos mover la cita?',
      'el primero me va bien',
      'vale',
      'Quiero cancelar mi cita',
      'Sí, cancélela',
    ],
  ])(
    'a visitor who writes %s asks, chooses, moves and cancels',
    async (_, ask, choose, yes, move, first, ok, cancel, sure) => {
      const { say, bookings } = await talk();
      await say('I am Eva Brandt, eva@brandt.example.');
      const offers = starts((await say(ask)).offers);
      for (const start of offers) expect(start).toMatch(/^2026-12-(?:0[7-9]|1[0-3])T1[4-6]/);
      expect((await say(choose)).text).toContain('Shall I book');
      expect((await say(yes)).text).toMatch(/^Booked: /);
      expect(await bookings()).toMatchObject([{ start: offers[1] }]);
      expect((await say(move)).text).toContain('Your call can move to');
      expect((await say(first)).text).toContain('Shall I move your call');
      expect((await say(ok)).text).toContain('Your call with Orla is now on');
      expect((await say(cancel)).text).toContain('Shall I cancel your call');
      expect((await say(sure)).text).toContain('is canceled');
      expect(await bookings()).toEqual([]);
    },
  );

  test('a time that was taken meanwhile is not booked: others are offered', async () => {
    const { say, bookings } = await talk();
    await say('I am Cleo Marsh, cleo@marsh.example.');
    await say('Can I have a call on Thursday at 9am?');
    await (await talk()).book('2026-12-03T09:00:00Z');
    const { text, offers } = await say('yes');
    expect(text).toContain('Orla is free');
    expect(starts(offers)).not.toContain('2026-12-03T09:00:00.000Z');
    expect(await bookings()).toEqual([]);
  });
});

describe('a booked call', () => {
  test('takes the place of the next step that is offered, until it is canceled', async () => {
    const { credentials, say } = await talk();
    const hint = async () => (await app.call('session_history', credentials)).body.extract.offer;
    await say('Hi, my name is Ana Costa and my email is ana@costabikes.example.');
    expect((await say('Could Orla give me a call about delegation, next week?')).extract.offer).toBe('asked');
    expect(await hint()).toBe('asked');
    expect((await say('the last one')).text).toContain('Shall I book');
    expect((await say('Yes please')).extract.offer).toBeNull();
    expect(await hint()).toBeNull();
    expect((await say('What does the Walkthrough cost?')).extract.offer).toBeNull();
    await say('Please cancel my call.');
    expect((await say('yes, cancel it')).text).toContain('is canceled');
    expect((await say('Could Orla give me a call about delegation?')).extract.offer).toBe('asked');
  });

  test('is told, moved and canceled in words', async () => {
    const { say, book, bookings } = await talk();
    await book('2026-12-09T09:00:00Z');
    expect((await say('When is my call?')).text).toContain(
      'You have booked “First call” with Orla on Wednesday, December 9 at 9:00 AM (Lisbon time).',
    );
    const moving = await say('Can we move my call to the week after next?');
    expect(moving.text).toContain('Your call can move to');
    const [{ id }] = await bookings();
    for (const { kind, payload } of moving.offers) expect([kind, payload.split(' ')[2]]).toEqual(['slot', id]);
    const second = starts(moving.offers)[1] as string;
    expect((await say('The second one')).text).toContain('Shall I move your call from Wednesday, December 9');
    expect((await say('yes')).text).toContain('Your call with Orla is now on');
    expect(await bookings()).toMatchObject([{ id, start: second, sequence: 1 }]);
    expect((await say('Please cancel it.')).text).toContain('Shall I cancel your call with Orla on');
    expect((await say('yes, cancel it')).text).toContain('is canceled');
    expect(await bookings()).toEqual([]);
  });

  test('is canceled while it was about to move; a yes to something else moves nothing', async () => {
    const { say, book, bookings } = await talk();
    await book('2026-12-09T14:00:00Z');
    await say('Can we move the call to Thursday next week?');
    expect((await say('the first one')).text).toContain('Shall I move your call');
    const [before] = await bookings();
    await say('What does a workshop cost?');
    expect((await say('yes')).text).not.toContain('Shall I move your call');
    expect((await say('Actually, please cancel the meeting.')).text).toContain('Shall I cancel your call with Orla on');
    expect(await bookings()).toEqual([before]);
    expect((await say('yes')).text).toContain('is canceled');
    expect(await bookings()).toEqual([]);
  });

  test('is canceled by the day it is on, and moved by another', async () => {
    const { say, book } = await talk();
    await book('2026-12-11T09:00:00Z');
    expect((await say('Please cancel my call on Friday next week.')).text).toContain(
      'Shall I cancel your call with Orla on Friday, December 11',
    );
    await say('no');
    expect((await say('Please move my call to Thursday next week.')).text).toContain(
      'Your call can move to: Thursday, December 10',
    );
  });

  test('that the visitor moves leaves nothing for the owner to do about it', async () => {
    const { credentials, say, book } = await talk();
    const items = async () =>
      (
        await app.pool.query("SELECT status FROM action_items WHERE session_id = $1 AND key = 'request:cancel'", [
          credentials.session_id,
        ])
      ).rows;
    const work = startWork(app);
    try {
      await book('2026-12-10T13:00:00Z');
      await say('I have to reschedule my call to the week after next.');
      await expect.poll(items, { timeout: 20_000 }).toEqual([{ status: 'open' }]);
      await say('The first one');
      expect((await say('yes')).text).toContain('is now on');
      expect(await items()).toEqual([{ status: 'done' }]);
    } finally {
      await work.stop();
    }
  }, 30_000);

  test('stays when the visitor thinks again', async () => {
    const { say, book, bookings } = await talk();
    await book('2026-12-10T09:00:00Z');
    await say('I need to cancel my call.');
    expect((await say('no, leave it')).text).toContain('I leave it as it is');
    expect(await bookings()).toHaveLength(1);
  });

  test('that is not there is not canceled', async () => {
    const { say } = await talk();
    expect((await say('Please cancel my call.')).text).not.toContain('Shall I cancel');
  });
});

/** One of the catalogue. */
const MODEL = 'llama-3.1-8b-instant';

test('a model that words a reply gets the free times to name; what was done is not its to word', async () => {
  const requests: { systemPrompt: string; model: string }[] = [];
  const model: LanguageModel = {
    async *reply(request) {
      requests.push({ systemPrompt: request.systemPrompt, model: request.model });
      yield { kind: 'delta', text: request.written?.text ?? 'Hello.' };
      yield { kind: 'end', model: 'scripted', provider: 'custom', knowledge: [], notes: [], complete: true };
    },
  };
  const scripted = await startTestApp({}, { twinDir: dir, now: () => NOW, model });
  try {
    const credentials = await scripted.session();
    const say = async (user_message: string) =>
      (await scripted.call('agent_reply', { ...credentials, user_message, time_zone: 'Europe/Lisbon', model: MODEL }))
        .body;
    const { offers } = await say('Can I book a call the week after next?');
    expect(starts(offers).length).toBeGreaterThan(2);
    expect(requests[0]?.systemPrompt).toContain('Free times are only these, in Lisbon time: Monday 14 December');
    expect(requests[0]?.model).toBe(MODEL);
    await say('Can I have the call on Friday at 9am?');
    expect(requests[1]?.model).toBe('embedded');
  } finally {
    await scripted.close();
  }
});

test('without a calendar calls are asked for as before', async () => {
  const without = await twinWithoutCalendar();
  const plain = await startTestApp({}, { twinDir: without });
  try {
    const { body } = await plain.call('agent_reply', {
      ...(await plain.session()),
      user_message: 'Can I book a call with Orla?',
    });
    expect(body.text).toContain('noted');
    expect(body.offers).toEqual([{ kind: 'call', label: 'Request a call', payload: '' }]);
    expect((await plain.call('list_slots', await plain.session())).body.code).toBe('no_calendar');
  } finally {
    await plain.close();
    await rm(without, { recursive: true });
  }
});
