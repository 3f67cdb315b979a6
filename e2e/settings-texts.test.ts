import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completion, streamed } from '../server/testing/fake-replies.ts';
import { testUser } from '../server/testing/owners.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { ours } from './support/door.ts';
import { withOwnTwin } from './support/own-twin.ts';
import { openProviderStage, type ProviderStage } from './support/provider-stage.ts';
import { openSettings, save, saved, TOASTS } from './support/settings.ts';
import { expectAccessible } from './support/stage.ts';

const NEW_PRICE = '€7,777';

describe('the texts of the twin, in the settings,', () => {
  let stage: Awaited<ReturnType<typeof withOwnTwin<ProviderStage>>>;
  beforeAll(async () => {
    stage = await withOwnTwin((options) => openProviderStage({}, options));
    // Its reply depends on the prompt, like a model's.
    stage.provider.always(({ messages, stream }) => {
      const reply = JSON.stringify(messages).includes(NEW_PRICE) ? `It is ${NEW_PRICE}.` : 'It is as it was.';
      return stream ? streamed(reply) : completion(reply);
    });
  });
  afterAll(() => stage.close());

  it('are what a language model is told: the prompt can be read, for a first message too', async () => {
    const { page, problems, close } = await openSettings(stage, 'prompt');
    const shared = page.getByRole('region', { name: 'The same for every visitor' });
    await shared.getByText('You are the AI twin of Orla Venstrom').waitFor();
    await page.getByLabel('Personality').selectOption('professional');
    await shared.getByText('You speak like an experienced programme lead').waitFor();
    await page.getByLabel('A visitor’s first message (optional)').fill('¿cuánto cuesta?');
    await page.getByRole('button', { name: 'Show' }).click();
    const own = page.getByRole('region', { name: 'For this message' });
    await own.getByText('reply in Spanish').waitFor();
    await expectAccessible(page);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('are edited: tried out first, heard by the next visitor, and put back', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin');
    await page.getByRole('button', { name: 'knowledge/prices.md' }).click();
    const text = page.getByLabel('Text of knowledge/prices.md');
    await text.waitFor();
    const before = await text.inputValue();
    await text.fill(before.replace('{#prices}', '{#Not an id}'));
    await save(page).click();
    await page
      .getByRole('alert')
      .getByText(/^Line 6: The id 'Not an id' must be/)
      .waitFor();
    await text.fill(before.replaceAll('€6,800', NEW_PRICE));
    await page.getByLabel('Question', { exact: true }).fill('What does it cost?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('It is as it was.').waitFor();
    await page.getByText(`It is ${NEW_PRICE}.`).waitFor();
    await expectAccessible(page, TOASTS);
    await save(page).click();
    await saved(page);
    const visitor = await stage.visit('/chat');
    const parts = await startConversation(visitor.page);
    await untilQuiet(visitor.page);
    await say(parts, 'What does it cost?');
    await parts.twinLines.filter({ hasText: `It is ${NEW_PRICE}.` }).waitFor();
    await visitor.close();
    await page.getByRole('button', { name: 'Compare with the original' }).click();
    await page.getByRole('region', { name: 'From the text in the editor' }).getByText('€6,800').first().waitFor();
    await page.getByRole('button', { name: 'Restore the original' }).click();
    await expect.poll(() => text.inputValue()).toBe(before);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('are edited as a form: a mistake stands at its field, what is saved is seen by the next visitor', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin');
    await page.getByRole('button', { name: 'persona.yaml' }).click();
    await page.getByLabel('Tagline').fill('I help companies sleep.');
    await page.getByRole('button', { name: 'a Decision Hour', exact: true }).click();
    const price = page.getByRole('textbox', { name: 'Price', exact: true });
    await price.fill('');
    await page.getByText('Must not be empty').waitFor();
    await expectAccessible(page, TOASTS);
    await page.setViewportSize({ width: 390, height: 844 });
    await save(page).click();
    await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true);
    await price.fill('€430');
    await save(page).click();
    await saved(page);
    await expectAccessible(page, TOASTS);
    const visitor = await stage.visit('/');
    await visitor.page.getByText('I help companies sleep.').first().waitFor();
    await visitor.close();
    expect(stage.app.parts.twin().persona.services.find(({ id }) => id === 'decision-hour')?.price).toBe('€430');
    await page.getByRole('button', { name: 'Restore the original' }).click();
    await expect.poll(() => page.getByLabel('Tagline').inputValue()).toContain('founder');
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('are renamed in one go: previewed, saved together, seen by the next visitor, and undone', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin');
    await page.getByRole('button', { name: 'demos/essential-demos.txt' }).click();
    const text = page.getByLabel('Text of demos/essential-demos.txt');
    await text.fill((await text.inputValue()).replace('{name}:', 'Orla Venstrom:'));
    await save(page).click();
    await saved(page);
    await page.getByRole('button', { name: 'All texts' }).click();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    const form = page.getByRole('form', { name: 'Rename the twin' });
    await form.getByLabel('Full name').fill('Nadia El-Amin');
    await form.getByLabel('First name or nickname').fill('Nadia');
    await form.getByLabel('Contact address').fill('nadia@elamin');
    await form.getByRole('button', { name: 'Preview the changes' }).click();
    await form.getByText(/must be an email address/).waitFor();
    await form.getByLabel('Contact address').fill('nadia@elamin.example');
    await form.getByRole('button', { name: 'Preview the changes' }).click();
    const plan = form.getByRole('region', { name: 'What the rename changes' });
    await plan.getByText('2 texts would change.').waitFor();
    await plan.getByText('Persona', { exact: true }).click();
    await plan.getByRole('region', { name: 'Changes of persona.yaml' }).getByText('Nadia El-Amin').waitFor();
    await expectAccessible(page, TOASTS);
    await form.getByRole('button', { name: 'Rename now' }).click();
    await page.getByText('The twin now speaks for Nadia El-Amin.').waitFor();
    const visitor = await stage.visit('/');
    await visitor.page.getByRole('link', { name: 'Chat with AI Nadia El-Amin' }).waitFor();
    expect(await visitor.page.content()).not.toMatch(/Orla|Venstrom/);
    await visitor.close();
    await page.getByRole('button', { name: 'demos/essential-demos.txt' }).click();
    await page.getByText('saved together with persona.yaml').waitFor();
    await page.getByRole('button', { name: 'Undo in all 2 texts' }).click();
    await expect.poll(() => text.inputValue()).toContain('Orla Venstrom:');
    await page.getByRole('button', { name: 'All texts' }).click();
    await page.getByText('Orla Venstrom', { exact: true }).waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('that only fit together are saved together', async () => {
    const { page, close } = await openSettings(stage, 'twin');
    const change = async (file: string, from: RegExp, to: string) => {
      await page.getByRole('button', { name: file }).click();
      if (file === 'persona.yaml') await page.getByText('Text', { exact: true }).click();
      const text = page.getByLabel(`Text of ${file}`);
      await text.fill((await text.inputValue()).replace(from, to));
      await page.getByRole('button', { name: 'All texts' }).click();
    };
    await change('demos/essential-demos.txt', /^(Orla Venstrom|\{name\}):/m, 'Petra:');
    await change('persona.yaml', /^first_name: .*$/m, 'first_name: Petra');
    await page.getByRole('button', { name: 'Save all 2' }).click();
    await page
      .getByRole('alert')
      .getByText(/the consent text is another/)
      .waitFor();
    await change('persona.yaml', /version: '3'/, "version: '17'");
    await page.getByRole('button', { name: 'Save all 2' }).click();
    await saved(page);
    await page.getByRole('button', { name: 'demos/essential-demos.txt' }).click();
    await page.getByRole('button', { name: 'Undo in all 2 texts' }).click();
    await expect.poll(() => page.getByLabel('Text of demos/essential-demos.txt').inputValue()).not.toContain('Petra:');
    await close();
  });

  it('keep what is typed while a text is saved, and drop it for the original only when told to', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin');
    const file = 'knowledge/prices.md';
    await page.getByRole('button', { name: file }).click();
    const text = page.getByLabel(`Text of ${file}`);
    const before = await text.inputValue();
    // Only the first save is delayed.
    const sent = Promise.withResolvers<() => void>();
    let isHeld = false;
    await page.route(/\/api\/admin\/twin\/save/, async (route) => {
      if (isHeld) return route.fallback();
      isHeld = true;
      const go = Promise.withResolvers<void>();
      sent.resolve(go.resolve);
      await go.promise;
      await route.fallback();
    });
    await text.fill(`${before}\nFirst.\n`);
    await save(page).click();
    const answerIt = await sent.promise;
    await text.fill(`${before}\nFirst.\nSecond.\n`);
    answerIt();
    await page.getByText(/, in use\b/).waitFor();
    await page.getByText('Unsaved changes:').waitFor();
    expect(await text.inputValue()).toContain('Second.');
    await save(page).click();
    await saved(page);

    await appendFile(path.join(stage.twinDir, file), '\nOf the folder.\n');
    await page.reload();
    await text.fill(`${before}\nThird.\n`);
    const take = page.getByRole('button', { name: 'Use the original' });
    await take.click();
    await page.getByRole('heading', { name: 'Discard changes?' }).waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await text.inputValue()).toContain('Third.');
    await take.click();
    await page.getByRole('button', { name: 'Discard and restore' }).click();
    await expect.poll(() => text.inputValue()).toContain('Of the folder.');
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('take up a question, and show what the twin says with the answer and where it stands', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin&question=Do you work on Sundays%3F');
    const form = page.getByRole('region', { name: 'Add a question and its answer' });
    const answer = form.getByLabel('Your answer');
    await answer.waitFor();
    expect(await form.getByLabel('Question').inputValue()).toBe('Do you work on Sundays?');
    expect(await form.getByLabel('Topic').inputValue()).toBe('work on Sundays');
    await expect.poll(() => answer.evaluate((field) => field === document.activeElement)).toBe(true);
    await form.getByRole('button', { name: 'Save and ask the twin' }).click();
    await form.getByText('Write what the twin may say.').waitFor();
    await expectAccessible(page, TOASTS);
    await answer.fill('Never on Sundays.');
    await form.getByLabel('Write it into').selectOption('knowledge/prices.md');
    await form.getByRole('button', { name: 'Save and ask the twin' }).click();
    await form.getByRole('region', { name: 'What it says now' }).getByText('It is as it was.').waitFor();
    const other = stage.app.parts.twin().knowledge.find(({ id }) => id === 'work-on-sundays');
    expect(other).toMatchObject({ text: 'Never on Sundays.', asked: ['Do you work on Sundays'] });
    await form.getByRole('button', { name: 'Open the text' }).click();
    // It opens at the added text, with the cursor in it.
    const text = page.getByLabel('Text of knowledge/prices.md');
    const place = () => text.evaluate((field: HTMLTextAreaElement) => field.value.slice(0, field.selectionStart));
    await expect.poll(place).toMatch(/Never on Sundays\.$/);
    expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
    const put = page.locator('.code-lines [data-shown]');
    expect(await put.count()).toBe(5);
    // It is visible, below the field's upper edge.
    const edge = async (place: ReturnType<typeof page.locator>) => (await place.boundingBox()) ?? { y: -1, height: -1 };
    const [field, first] = await Promise.all([page.locator('.code-area'), put.first()].map(edge));
    expect(first?.y).toBeGreaterThan(field?.y ?? 0);
    await expectAccessible(page, TOASTS);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('never give two passages one id, in whichever files they stand', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin');
    const form = page.getByRole('region', { name: 'Add a question and its answer' });
    for (const [answer, file] of [
      ['A lot.', 'knowledge/stories.md'],
      ['Much.', 'knowledge/method.md'],
    ] as const) {
      await form.getByLabel('Question').fill('What does it cost?');
      await form.getByLabel('Your answer').fill(answer);
      await form.getByLabel('Topic').fill('prices');
      await form.getByLabel('Write it into').selectOption(file);
      await form.getByRole('button', { name: 'Save and ask the twin' }).click();
      await form.getByRole('button', { name: 'Done' }).click();
    }
    expect(stage.app.parts.twin().knowledge.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['prices', 'prices-2', 'prices-3']),
    );
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('show whoever comes second both texts before one of them is chosen', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin');
    const file = 'knowledge/services.md';
    await page.getByRole('button', { name: file }).click();
    const text = page.getByLabel(`Text of ${file}`);
    await text.waitFor();
    const before = await text.inputValue();
    await text.fill(`${before}\nMine.\n`);
    const other = await testUser(stage.app.accounts, 'owner');
    const answer = await fetch(`${stage.app.url}/api/admin/twin/${file}`, {
      method: 'PUT',
      headers: { ...other.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `${before}\nTheirs.\n`, version: 0 }),
    });
    expect(answer.status).toBe(200);
    await save(page).click();
    const conflict = page.getByRole('alert').filter({ hasText: other.email });
    await conflict.getByText('Show both texts').click();
    const both = conflict.getByRole('region', { name: 'From your text to theirs' });
    await both.getByText('Mine.').waitFor();
    await both.getByText('Theirs.').waitFor();
    await expectAccessible(page, TOASTS);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await save(page).click();
    await saved(page);
    // The other user's version can be restored.
    await page.getByText(`by ${other.email}`).first().waitFor();
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await expect.poll(() => text.inputValue()).toBe(`${before}\nTheirs.\n`);
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
