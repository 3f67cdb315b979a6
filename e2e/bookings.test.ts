import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalDavServer, startCalDavServer } from '../server/testing/caldav-server.ts';
import { calendarTwin, OPEN_CALENDAR } from '../server/testing/calendar-twin.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { ours } from './support/door.ts';
import { openSettings, save, saved, TOASTS } from './support/settings.ts';
import { shot } from './support/shots.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

const HOUR = 3_600_000;
const hourAhead = (hours: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR).toISOString();

/** Books by the function, as a page elsewhere would; gives the path of the booking's page. */
async function book(stage: Stage, hours: number, name = 'Ana Costa'): Promise<string> {
  const credentials = await stage.app.session();
  const { status, body } = await stage.app.call('book_slot', {
    ...{ ...credentials, kind: 'intro', start: hourAhead(hours), zone: 'UTC' },
    ...{ name, email: 'ana@costa.test', consent: true, note: 'Two founders, forty people.' },
  });
  expect(status).toBe(200);
  return new URL(body.link).pathname;
}

describe('a visitor', () => {
  let stage: Stage;
  let twinDir: string;
  beforeAll(async () => {
    const byPhone = '  - { id: phone, title: Phone call, minutes: 15, place: By phone }\n';
    twinDir = await calendarTwin(`${OPEN_CALENDAR}${byPhone}`);
    stage = await openStage({}, { twinDir });
  });
  afterAll(async () => {
    await stage.close();
    await rm(twinDir, { recursive: true, force: true });
  });

  it.each([
    ['wide', WIDE],
    ['phone', PHONE],
  ])('asks for a call in words, takes a time with a button, books, moves and cancels (%s)', async (size, viewport) => {
    const { page, problems, close } = await stage.visit('/chat', { viewport });
    const parts = await startConversation(page, true);
    await say(parts, 'Can I book a call with Orla the week after next?');
    await parts.twinLines.getByText(/Orla is free/).waitFor();
    await untilQuiet(page);
    const times = parts.log.locator('.talk-offers:not(.talk-starters)').getByRole('button', { name: /:/ });
    expect(await times.count()).toBeGreaterThanOrEqual(3);
    await expectAccessible(page);
    await shot(page, `booking-offers-${size}`);
    await times.first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Ana Costa');
    await dialog.getByLabel('Your email address').fill('ana@costabikes.example');
    await dialog.getByRole('button', { name: 'Book the meeting' }).click();
    await dialog.getByText('Tick the box to book').waitFor();
    await expectAccessible(page);
    await shot(page, `booking-details-${size}`);
    await dialog.getByRole('checkbox', { name: /I agree that Orla keeps my name/ }).check();
    await dialog.getByRole('button', { name: 'Book the meeting' }).click();
    await page.getByRole('dialog', { name: 'The meeting is booked' }).waitFor();
    await expectAccessible(page);
    await shot(page, `booking-done-${size}`);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save for your calendar' }).click();
    expect((await download).suggestedFilename()).toBe('meeting.ics');
    await dialog.getByRole('button', { name: 'Back to the conversation' }).click();
    // What was booked stands in the place of the times, also after a reload.
    const steps = page.getByRole('region', { name: 'Next steps' });
    await steps.getByText(/^Booked: “First call” with Orla, .*:/).waitFor();
    expect(await times.count()).toBe(0);
    await expectAccessible(page);
    await shot(page, `booking-booked-${size}`);
    await page.reload();
    await steps.getByText(/^Booked: “First call” with Orla, .*:/).waitFor();
    expect(await times.count()).toBe(0);
    await steps.getByRole('button', { name: 'Change or cancel the meeting' }).click();
    await dialog.getByRole('region', { name: 'You have booked' }).waitFor();
    await page.keyboard.press('Escape');

    await say(parts, 'When is my call?');
    await parts.twinLines.getByText(/You have booked “First call” with Orla/).waitFor();
    await untilQuiet(page);
    await say(parts, 'Can we move my call to next week?');
    await parts.twinLines.getByText(/Your call can move to/).waitFor();
    await untilQuiet(page);
    await times.last().click();
    await dialog.getByText(/^Move the meeting from/).waitFor();
    await dialog.getByRole('button', { name: 'Move the meeting', exact: true }).click();
    await page.getByRole('dialog', { name: 'The meeting is moved' }).waitFor();
    await page.keyboard.press('Escape');
    await say(parts, 'Please cancel my call.');
    await parts.twinLines.getByText(/Shall I cancel your call with Orla/).waitFor();
    await untilQuiet(page);
    await say(parts, 'Yes, cancel it.');
    await parts.twinLines.getByText(/is canceled/).waitFor();
    const { rows } = await stage.app.pool.query(
      'SELECT status, sequence FROM bookings WHERE email = $1 ORDER BY created_at DESC LIMIT 1',
      ['ana@costabikes.example'],
    );
    expect(rows).toEqual([{ status: 'cancelled', sequence: 2 }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('asks for the number to call at a meeting by phone', async () => {
    const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE });
    const parts = await startConversation(page, true);
    await say(parts, 'Can I book a phone call with Orla next week?');
    await parts.twinLines.getByText(/Orla is free/).waitFor();
    await untilQuiet(page);
    await parts.log.locator('.talk-offers').getByRole('button', { name: /:/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Ana Costa');
    await dialog.getByLabel('Your email address').fill('ana@byphone.example');
    await dialog.getByRole('checkbox', { name: /my email address, my telephone number and my note/ }).check();
    await dialog.getByRole('button', { name: 'Book the meeting' }).click();
    const number = dialog.getByLabel('Your telephone number');
    expect(await number.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
    await expectAccessible(page);
    await shot(page, 'booking-by-phone');
    expect(await page.getByRole('dialog', { name: 'Book a call' }).count()).toBe(1);
    await dialog.getByText('Phone call, 15 minutes').waitFor();
    await number.fill('+31 6 1234 5678');
    await dialog.getByRole('button', { name: 'Book the meeting' }).click();
    await page.getByRole('dialog', { name: 'The meeting is booked' }).waitFor();
    await dialog.getByText('By phone: +31 6 1234 5678').waitFor();
    const { rows } = await stage.app.pool.query("SELECT phone FROM bookings WHERE email = 'ana@byphone.example'");
    expect(rows).toEqual([{ phone: '+31 6 1234 5678' }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('asks in the visitor’s language', async () => {
    const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE, locale: 'de-DE' });
    await page.getByRole('button', { name: 'Gespräch starten' }).click();
    const field = page.getByRole('textbox').first();
    await field.fill('Ich hätte gern einen Termin mit Orla, nächste Woche');
    await field.press('Enter');
    await page.locator('.talk-offers').getByRole('button', { name: /:/ }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Anruf vereinbaren' });
    await dialog.getByText('First call, 30 Minuten').waitFor();
    await dialog.getByRole('checkbox', { name: /^Ich bin einverstanden/ }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('chooses day and time with the keyboard, in a conversation that is not kept', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page, false);
    await say(parts, 'Hello, can I book a call?');
    await untilQuiet(page);
    await parts.log.getByRole('button', { name: /:/ }).first().waitFor();
    await page
      .getByRole('region', { name: 'Next steps' })
      .waitFor({ timeout: 1_000 })
      .catch(() => undefined);
    await say(parts, 'We have a budget of 20,000 euros and want to start in March.');
    await untilQuiet(page);
    await page.getByRole('button', { name: 'Book a call' }).click();
    const dialog = page.getByRole('dialog');
    const day = dialog.getByRole('group', { name: 'Day' }).getByRole('radio').first();
    await day.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: /^Take / }).waitFor();
    await expectAccessible(page);
    await shot(page, 'booking-choose');
    await dialog.getByRole('button', { name: /^Take / }).click();
    await dialog.getByLabel('Your name').waitFor();
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['wide', WIDE],
    ['phone', PHONE],
  ])('moves and cancels by the link, in any language; a bad link says so (%s)', async (size, viewport) => {
    const path = await book(stage, size === 'wide' ? 120 : 150);
    const { page, problems, close } = await stage.visit(path, { viewport });
    await page.getByRole('heading', { name: 'Your meeting with Orla Venstrom' }).waitFor();
    await page.getByRole('button', { name: 'Move the meeting' }).click();
    await page.getByRole('group', { name: 'Day' }).getByRole('radio').nth(3).check({ force: true });
    await page.getByRole('group', { name: 'Time' }).getByRole('radio').nth(2).check({ force: true });
    await expectAccessible(page);
    await shot(page, `booking-link-${size}`);
    await page.getByRole('button', { name: /^Move it to/ }).click();
    await page.getByText('The meeting is moved.').waitFor();
    await page.getByRole('button', { name: 'Cancel the meeting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the meeting' }).click();
    await page.getByText('This meeting was canceled.').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Move the meeting' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.goto(`${stage.app.url}${path.slice(0, -2)}`);
    await page.getByText('This link does not work').waitFor();
    await close();
    const german = await stage.visit(path, { viewport, locale: 'de-DE' });
    await german.page.getByRole('heading', { name: 'Ihr Treffen mit Orla Venstrom' }).waitFor();
    await german.page.getByText('Dieses Treffen wurde storniert.').waitFor();
    await german.close();
  });
});

describe('the owner', () => {
  let stage: Stage;
  let twinDir: string;
  let dav: CalDavServer;
  beforeAll(async () => {
    twinDir = await calendarTwin();
    dav = await startCalDavServer();
    stage = await openStage({}, { twinDir, as: 'owner', fetching: { allowsLoopback: true } });
  });
  afterAll(async () => {
    await stage.close();
    dav.close();
    await rm(twinDir, { recursive: true, force: true });
  });

  it.each([
    ['wide', WIDE, 'light'],
    ['phone', PHONE, 'dark'],
  ] as const)('sees the week, moves and cancels a booking (%s)', async (size, viewport, colorScheme) => {
    const name = size === 'wide' ? 'Ben Okafor' : 'Cleo Marsh';
    await book(stage, size === 'wide' ? 200 : 220, name);
    const { page, problems, close } = await stage.visit('/admin/bookings', { viewport, colorScheme });
    await page.getByRole('heading', { name: 'Bookings' }).waitFor();
    const entry = page.getByRole('button', { name: new RegExp(name) });
    const week = page.getByRole('button', { name: 'The week after' });
    await page.getByRole('button', { name: 'This week' }).waitFor();
    for (let weeks = 0; weeks < 3 && (await entry.filter({ visible: true }).count()) === 0; weeks += 1) {
      await week.click();
      await page.locator('[aria-busy=false]').waitFor();
    }
    await entry.filter({ visible: true }).first().waitFor();
    await expectAccessible(page);
    await shot(page, `bookings-week-${size}`);
    await entry.filter({ visible: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'First call' });
    await dialog.getByText('Two founders, forty people.').waitFor();
    await expectAccessible(page);
    await shot(page, `booking-owner-${size}`);
    await dialog.getByRole('button', { name: 'Move the booking' }).click();
    await dialog.getByRole('group', { name: 'Day' }).getByRole('radio').nth(2).check({ force: true });
    await dialog.getByRole('group', { name: 'Time' }).getByRole('radio').nth(4).check({ force: true });
    await dialog.getByRole('button', { name: /^Move it to/ }).click();
    await dialog.getByText('Moved once.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
    await dialog.getByText(`Cancel the booking of ${name}?`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
    await dialog.getByText('Canceled by you.').waitFor();
    await expectAccessible(page);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('adds a calendar server and renews the secret address', async () => {
    const { page, problems, close } = await openSettings(stage, 'calendar');
    await page.getByText('Visitors book here').waitFor();
    await page.getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByLabel('Kind of calendar').selectOption('CalDAV server');
    await page.getByLabel('Address', { exact: true }).fill(dav.url);
    await page.getByLabel('User name').fill(dav.user);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByText('The calendar server does not accept the user name or the password. Nothing was').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(dav.password);
    await page.getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByText(/bookings are written to it/).waitFor();
    await expectAccessible(page, TOASTS);
    await shot(page, 'calendar-settings');
    const feed = page.getByLabel('Secret address');
    const before = await feed.inputValue();
    await page.getByRole('button', { name: 'Make a new address' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new address' }).click();
    await expect.poll(() => feed.inputValue()).not.toBe(before);
    // In the owner's language, also what was found when it was read.
    dav.failing = 500;
    await page.getByRole('button', { name: 'Read all now' }).click();
    await page.getByText('The calendar server has a problem (status 500).').waitFor();
    dav.failing = null;
    const german = await stage.visit('/admin?tab=settings&section=calendar', {
      ...{ viewport: PHONE, colorScheme: 'dark', locale: 'de-DE' },
    });
    await german.page.getByText('Der Kalenderserver hat eine Störung (Status 500).').waitFor();
    await expectAccessible(german.page);
    await shot(german.page, 'calendar-problem');
    await german.close();
    await page.getByRole('button', { name: 'Remove the calendar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the calendar' }).click();
    await expect.poll(() => page.getByText(/bookings are written to it/).count()).toBe(0);
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await close();
  });

  it('takes a calendar file, replaces it, and removes it', async () => {
    const { page, problems, close } = await openSettings(stage, 'calendar');
    const file = (name: string, text: string) => ({ name, mimeType: 'text/calendar', buffer: Buffer.from(text) });
    const ics = (days: string) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n${days}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    await page.getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByLabel('Kind of calendar').selectOption('Uploaded file (.ics)');
    await page.getByLabel('File', { exact: true }).setInputFiles(file('photo.ics', 'JFIF'));
    await page.getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByText('This is not an iCalendar file. Nothing was changed.').waitFor();
    await shot(page, 'calendar-file-form');
    await expectAccessible(page, TOASTS);
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles(file('work.ics', ics(`DTSTART;VALUE=DATE:${tomorrow}`)));
    await page.getByRole('button', { name: 'Add a calendar' }).click();
    await page.getByText('1 busy time').waitFor();
    const german = await stage.visit('/admin?tab=settings&section=calendar', {
      ...{ viewport: PHONE, colorScheme: 'dark', locale: 'de-DE' },
    });
    await german.page.getByText('Hochgeladen:').waitFor();
    await expectAccessible(german.page);
    await shot(german.page, 'calendar-file');
    const again = german.page.getByLabel('Datei work.ics ersetzen');
    await again.setInputFiles(file('broken.ics', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'));
    await german.page.getByText('Der Kalender ist beschädigt: Er kann nicht bis zum Ende gelesen werden.').waitFor();
    await again.setInputFiles(file('new.ics', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'));
    await german.page.getByText('0 belegte Zeiten').waitFor();
    await german.page.getByRole('button', { name: 'Kalender entfernen' }).click();
    await german.page.getByText('Die Datei wird hier gelöscht.').waitFor();
    await german.page.getByRole('dialog').getByRole('button', { name: 'Kalender entfernen' }).click();
    await expect.poll(() => german.page.getByText('Hochgeladen:').count()).toBe(0);
    await german.close();
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await close();
  });

  it('edits the calendar as a form', async () => {
    const { page, problems, close } = await openSettings(stage, 'calendar');
    await page.getByRole('button', { name: 'Edit the calendar' }).click();
    await page.getByRole('button', { name: 'First call', exact: true }).click();
    await page.getByLabel('Minutes', { exact: true }).first().fill('45');
    await page.getByLabel('Days without meetings').fill('2026-12-24 to 2027-01-02, 2027-07-01');
    await page.getByRole('textbox', { name: /^Monday/ }).fill('09:00-12:00, 13:00-17:00');
    await shot(page, 'calendar-form');
    await save(page).click();
    await saved(page);
    await expectAccessible(page, TOASTS);
    const calendar = stage.app.parts.twin().calendar;
    expect(calendar?.kinds[0]).toMatchObject({ id: 'intro', minutes: 45 });
    expect(calendar?.blocked).toEqual(['2026-12-24 to 2027-01-02', '2027-07-01']);
    expect(calendar?.hours?.Monday).toEqual(['09:00-12:00', '13:00-17:00']);
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
