import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConversation } from './support/chat.ts';
import { expectFineEverywhere } from './support/door.ts';
import { keepSession } from './support/kept-sessions.ts';
import { LEAD_LINES, sessionOf, tell } from './support/lead.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

const transcript = (page: Page) => page.getByRole('region', { name: 'Transcript', exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe('a session in detail', () => {
  let stage: Stage;
  /** A real, finished conversation of a lead. */
  let id: string;
  const visit = async (path: string, options: Parameters<Stage['visit']>[1] = {}) => {
    const opened = await stage.visit(path, options);
    await opened.page.getByRole('heading', { name: 'Session Details' }).waitFor();
    return opened;
  };

  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await tell(page, parts, LEAD_LINES);
    id = await sessionOf(page);
    await close();
    const { rows } = await stage.app.pool.query('SELECT visitor_id FROM sessions WHERE id = $1', [id]);
    const visitorId = rows[0].visitor_id;
    await keepSession(stage.app.pool, { visitorId, name: 'Ana Costa', score: 40, intent: 'advice_request' });
    await stage.app.pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags, due_date)
       VALUES ($1, $2, 'k', 'Prepare consulting proposal', 'For Costa Bikes.', 'high', 'you', 'sales', '{}', '2026-12-01')`,
      [id, visitorId],
    );
    await stage.app.pool.query(
      `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
       VALUES ($1, 'Ana wants decisions to leave her desk.',
         '[{"text": "Send the price list", "owner": "you", "priority": "medium"}]', '{}', '{}', 'positive', 'embedded')
       ON CONFLICT DO NOTHING`,
      [id],
    );
    await stage.app.pool.query(
      `INSERT INTO events (session_id, kind, payload) SELECT $1::uuid, 'voice_turn', jsonb_build_object('turn_id', turn_id,
         'end_of_speech', 0, 'utterance_sent', 40, 'transcribed', 420, 'first_word', 800, 'first_audio', 950,
         'playback_start', 1010) FROM utterances WHERE session_id = $1::uuid AND seq = 0`,
      [id],
    );
  }, 120_000);
  afterAll(() => stage.close());

  it('tells who, what, how long and when, and why the score, with each quote in its place', async () => {
    const { page, problems, close } = await visit(`/admin/session/${id}`);
    await page.getByText(/^Score: \d+$/).waitFor();
    for (const words of ['Contact', 'Intent', 'Duration', 'Date']) {
      expect(await page.getByRole('term').filter({ hasText: words }).count()).toBe(1);
    }
    expect(await page.getByRole('link', { name: 'ana@costabikes.example' }).getAttribute('href')).toContain('mailto:');
    await page
      .getByText(/\d+m \d+s/)
      .first()
      .waitFor();
    await page.getByText(/^\d+ messages$/).waitFor();
    await page.getByText('Ana wants decisions to leave her desk.').waitFor();
    await page
      .getByText(/% confidence/)
      .first()
      .waitFor();
    const why = page.getByRole('region', { name: 'Why this score' });
    await why.getByText('Names a budget: 20,000 euros.').waitFor();
    await why.getByText('How did the score develop?').waitFor();
    await why.getByRole('button', { name: '“20,000 euros”' }).click();
    const current = transcript(page).locator('mark[data-current="true"]');
    await expect.poll(() => current.allInnerTexts()).toEqual(['20,000 euros']);
    expect(await current.evaluate((mark) => document.activeElement?.contains(mark))).toBe(true);
    await expect
      .poll(() =>
        current.evaluate((mark) => {
          const { top, bottom } = mark.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }),
      )
      .toBe(true);
    const first = transcript(page).getByRole('listitem').first();
    expect(await first.innerText()).toMatch(/^(Visitor|AI Agent) \d{1,2}:\d\d/);
    await page.getByText('Spoken turn: playing after 1.01 s').click();
    await page.getByText('first sound ready').waitFor();
    await page.getByRole('heading', { name: 'Other sessions of this lead' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('ticks off what is done and keeps what became of the lead', async () => {
    const { page, problems, close } = await visit(`/admin/session/${id}`);
    const item = page.getByRole('checkbox', { name: /Prepare consulting proposal/ });
    await item.check();
    await page.getByLabel('Lead status').selectOption('qualified');
    await page.getByText('Send the price list').waitFor();
    await expect
      .poll(
        async () =>
          (await stage.app.pool.query("SELECT count(*)::int AS n FROM action_items WHERE status = 'done'")).rows[0].n,
      )
      .toBe(1);
    await expect
      .poll(
        async () =>
          (await stage.app.pool.query("SELECT count(*)::int AS n FROM leads WHERE status = 'qualified'")).rows[0].n,
      )
      .toBe(1);
    await page.reload();
    await expect.poll(() => item.isChecked()).toBe(true);
    expect(await page.getByLabel('Lead status').inputValue()).toBe('qualified');
    // A change that the server did not store is not shown as stored.
    await page.route('**/api/admin/action-items/*', (route) => route.abort('connectionrefused'));
    await item.click();
    await page.getByRole('alert').getByText('Not changed').waitFor();
    expect(await item.isChecked()).toBe(true);
    expect(problems.filter((line) => !/REFUSED|Failed to change/.test(line))).toEqual([]);
    await close();
  });

  it('adds, changes and deletes notes, with their author', async () => {
    const { page, problems, close } = await visit(`/admin/session/${id}`);
    await tab(page, 'Notes');
    await page.getByText('No notes available').waitFor();
    await page.getByLabel('Add a note').fill('Call on Monday.\n<b>Not</b> before ten.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('<b>Not</b> before ten.').waitFor();
    await page.getByRole('region', { name: 'Session Notes' }).getByText(stage.email).waitFor();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Edit the note').fill('Call on Tuesday.');
    // The page shows the change before the server has it, and a reload would take the request along.
    const stored = page.waitForResponse((answer) => answer.ok() && answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Call on Tuesday.').waitFor();
    await stored;
    await page.reload();
    await tab(page, 'Notes');
    await page.getByText('Call on Tuesday.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete note' }).click();
    await page.getByText('No notes available').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('plays the conversation again in its own time', async () => {
    const lines = Array.from({ length: 8 }, (_, index) => `Line ${index}.`);
    const kept = await keepSession(stage.app.pool, { lines, everySeconds: 60 });
    const { page, problems, close } = await visit(`/admin/session/${kept.id}`);
    const said = () => transcript(page).getByRole('listitem').count();
    await expect.poll(said).toBe(8);
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect.poll(said).toBe(0);
    // It plays at once, and stops when paused.
    await expect.poll(said).toBe(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    const position = page.getByRole('slider', { name: 'Position' });
    // Silences of a minute are shortened to three seconds until full length is selected.
    await position.fill('7000');
    await expect.poll(said).toBe(3);
    await page.getByLabel('Shorten long silences').uncheck();
    expect(await said()).toBe(3);
    expect(await position.getAttribute('aria-valuetext')).toBe('2m 0s of 7m 1s');
    await page.getByLabel('Speed').selectOption('8');
    // Close to the next line, so that nobody waits for a minute at eight times its speed.
    await position.fill('176000');
    expect(await said()).toBe(3);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(said).toBe(4);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close replay' }).click();
    await expect.poll(said).toBe(8);
    expect(problems).toEqual([]);
    await close();
  });

  it('fetches a long transcript as it is needed, as far as an address leads, and whole for print', async () => {
    const lines = Array.from({ length: 1_204 }, (_, index) => `Sentence number ${index}.`);
    const kept = await keepSession(stage.app.pool, { lines, everySeconds: 1 });
    const { page, problems, close } = await visit(`/admin/session/${kept.id}?at=700`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('utterance-700');
    expect(await transcript(page).getByRole('listitem').count()).toBe(1_000);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'true');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('body[data-printed]').waitFor();
    expect(await transcript(page).getByRole('listitem').count()).toBe(1_204);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByText('Sentence number 1203.').isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Session Notes' }).isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('says when there is no such session, or it cannot be had', async () => {
    for (const nowhere of ['00000000-0000-4000-8000-000000000000', "x'; DROP TABLE sessions"]) {
      const { page, close } = await visit(`/admin/session/${encodeURIComponent(nowhere)}`);
      await page.getByRole('alert').getByText('Session not found').waitFor();
      await expectAccessible(page);
      await page.getByRole('alert').getByRole('link', { name: 'Back to Dashboard' }).click();
      await page.getByRole('heading', { name: /Dashboard$/ }).waitFor();
      await close();
    }
    const { page, close } = await stage.visit('/privacy');
    const broken = { error: 'The database is away.', code: 'invalid_request', request_id: 'r1' };
    await page.route('**/api/admin/sessions/*', (route) => route.fulfill({ status: 400, json: broken }));
    await page.goto(`${stage.app.url}/admin/session/${id}`);
    await page.getByRole('alert').getByText('The database is away.').waitFor();
    await page.unroute('**/api/admin/sessions/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Full Transcript' }).waitFor();
    await close();
  });

  it('grows while the conversation runs', async () => {
    const visitor = await stage.visit('/chat');
    const parts = await startConversation(visitor.page);
    await tell(visitor.page, parts, ['What does a first step cost?']);
    const running = await sessionOf(visitor.page);
    const { page, problems, close } = await visit(`/admin/session/${running}`);
    await transcript(page).getByText('What does a first step cost?').waitFor();
    await tell(visitor.page, parts, ['And how long does it take?']);
    await transcript(page).getByText('And how long does it take?').waitFor();
    expect(problems).toEqual([]);
    await visitor.close();
    await close();
  });

  it('is accessible on every tab, light and dark, on a phone and a wide screen', async () => {
    const { page, problems, close } = await visit(`/admin/session/${id}`);
    await page.getByRole('heading', { name: 'Full Transcript' }).waitFor();
    for (const name of ['Conversation', 'Events', 'Notes']) {
      await tab(page, name);
      await expectFineEverywhere(page);
    }
    await tab(page, 'Events');
    await page.getByText('voice turn').first().waitFor();
    expect(problems).toEqual([]);
    await close();
  }, 240_000);
});
