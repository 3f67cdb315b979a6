import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

const PRICE = 'What does a first step cost?';
const PARKING = 'Where can I park my car?';

describe('an answer, corrected where it is seen', () => {
  let stage: Stage;
  let id: string;
  let place: number;
  const open = async (path: string, options: Parameters<Stage['visit']>[1] = {}) => {
    const opened = await stage.visit(path, options);
    await opened.page.getByRole('heading', { name: 'Full Transcript' }).waitFor();
    return opened;
  };
  /** The buttons below the last replies, by the number of the reply. */
  const press = (page: Page, name: string, reply: number) => page.getByRole('button', { name }).nth(reply).click();
  const file = (name: string) => stage.app.parts.twin().knowledge.filter((passage) => passage.file === name);

  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
    const visit = await stage.app.session();
    id = visit.session_id;
    for (const user_message of [PRICE, PARKING])
      await stage.app.call('agent_reply', { ...visit, user_message, model: 'embedded' });
    const { rows } = await stage.app.pool.query(
      `SELECT seq FROM utterances WHERE session_id = $1 AND speaker = 'visitor' ORDER BY seq DESC LIMIT 1`,
      [id],
    );
    place = rows[0].seq;
  }, 120_000);
  afterAll(() => stage.close());

  it('tells why: passages with scores and links, who answered, and the time of each stage', async () => {
    const { page, problems, close } = await open(`/admin/session/${id}`);
    await press(page, 'Why this answer?', 0);
    const why = page.getByTestId('why');
    await why.getByText(/^Answered from the first passage \(\d+% sure that it answers\)$/).waitFor();
    expect(await why.innerText()).toMatch(/the embedded twin, without a language model/);
    for (const stage of ['message saved', 'understood', 'recalled', 'first word', 'done'])
      expect(await why.getByRole('term').filter({ hasText: stage }).count()).toBeGreaterThan(0);
    const link = await why.getByRole('link').first().getAttribute('href');
    expect(link).toMatch(/^\/admin\?tab=settings&section=twin&file=(knowledge%2F.+&passage=.+|persona\.yaml)$/);
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('is answered better from the open questions, undone, and tried again', async () => {
    const asked = new URLSearchParams({ at: String(place), answer: PARKING });
    const { page, problems, close } = await open(`/admin/session/${id}?${asked}`);
    const form = page.getByRole('dialog', { name: 'Answer this better' });
    expect(await form.getByLabel('Question').inputValue()).toBe(PARKING);
    expect(await form.getByLabel('Topic').inputValue()).toBe('where to park my car');
    // Closed and opened again, it has what was typed.
    await form.getByLabel('Your answer').fill('Behind the house, for free.');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('answer'));
    await press(page, 'Answer this better', 1);
    expect(await form.getByLabel('Your answer').inputValue()).toBe('Behind the house, for free.');
    await form.getByLabel('Write it into').selectOption('knowledge/answers.md');
    await form.getByRole('button', { name: 'Save and ask the twin' }).click();
    await form.getByText('Saved. The twin uses it from the next message on.').waitFor();
    await form.getByRole('region', { name: 'What it says now' }).getByText('Behind the house, for free.').waitFor();
    await expectAccessible(page);
    expect(file('knowledge/answers.md')).toMatchObject([{ id: 'where-to-park-my-car' }]);
    await form.getByRole('button', { name: 'Undo' }).click();
    await form.getByText('Undone. The twin answers as before. Your text is still here.').waitFor();
    expect(file('knowledge/answers.md')).toEqual([]);
    await form.getByRole('button', { name: 'Save and ask the twin' }).click();
    await form.getByRole('button', { name: 'Try again' }).click();
    await form.getByLabel('Your answer').fill('In the yard.');
    await form.getByRole('button', { name: 'Save and ask the twin' }).click();
    await form.getByRole('region', { name: 'What it says now' }).getByText('In the yard.').waitFor();
    expect(file('knowledge/answers.md')).toMatchObject([{ text: 'In the yard.' }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('changes the passage that was used, on a phone, and tells when somebody else changed it', async () => {
    const { page, problems, close } = await open(`/admin/session/${id}`, { viewport: PHONE });
    await press(page, 'Answer this better', 0);
    const form = page.getByRole('dialog', { name: 'Answer this better' });
    const answer = form.getByLabel('Your answer');
    await answer.waitFor();
    const where = form.getByLabel('Write it into');
    expect(await where.locator('option:checked').innerText()).toMatch(/^Change “.+”$/);
    const passageId = (await where.inputValue()).slice(1);
    const passage = stage.app.parts.twin().knowledge.find((one) => one.id === passageId);
    const path = `/api/admin/twin/${encodeURIComponent(passage?.file ?? '')}`;
    await answer.fill('Ask me for an offer.');
    // Meanwhile another admin changes the same passage.
    await page.evaluate(
      async ([address, first]) => {
        const stored = Object.values(localStorage).find((value) => String(value).includes('access_token'));
        const headers = {
          authorization: `Bearer ${JSON.parse(String(stored)).access_token}`,
          'content-type': 'application/json',
        };
        const { text, version } = await (await fetch(String(address), { headers })).json();
        const body = JSON.stringify({ text: text.replace(String(first), `Changed. ${first}`), version });
        await fetch(String(address), { method: 'PUT', headers, body });
      },
      [path, passage?.text.split('\n\n')[0]?.slice(0, 25)],
    );
    await form.getByRole('button', { name: 'Save and ask the twin' }).click();
    await form.getByRole('alert').getByText('changed this passage while you were writing').waitFor();
    expect(await answer.inputValue()).toBe('Ask me for an offer.');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save mine instead' }).click();
    await form.getByRole('region', { name: 'What it says now' }).getByText('Ask me for an offer.').waitFor();
    expect(stage.app.parts.twin().knowledge.find((one) => one.id === passageId)?.text).toBe('Ask me for an offer.');
    expect(problems).toEqual([]);
    await close();
  });
});
