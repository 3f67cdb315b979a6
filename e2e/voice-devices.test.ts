import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { streamed } from '../server/testing/fake-replies.ts';
import { heardWords } from '../server/testing/fake-speech-provider.ts';
import { chatParts, startConversation } from './support/chat.ts';
import { microphones, overhear, voiceEvents } from './support/spoken.ts';
import { openVoiceStage, type VoiceStage } from './support/voice-stage.ts';

const QUESTION = 'What do you charge for a workshop?';
const ANSWER = 'Two thousand.';
/** Section 8. */
const MISSING =
  'No microphone detected. Please ensure your microphone is connected and not being used by another application, then refresh the page.';
const DENIED =
  "Microphone access denied. Please click the microphone icon in your browser's address bar and allow access, then refresh the page.";

/**
 * Chromium's own fake microphones; the third stands for the system's default. All of them play the stage's recording.
 */
const FIRST = 'Fake Audio Input 1';
const SECOND = 'Fake Audio Input 2';
const SYSTEM = 'Fake Default Audio Input';
const SYSTEMS_CHOICE = 'System default';

interface Scope {
  tracks: MediaStreamTrack[];
  unplugged: string[];
}

let stage: VoiceStage;
beforeAll(async () => {
  // The question is repeated, so that it does not matter when a microphone is opened.
  stage = await openVoiceStage(Array.from({ length: 10 }, () => [1_500, QUESTION, 3_500]).flat());
  stage.speech.alwaysTranscribe(heardWords(QUESTION));
  stage.provider.always(streamed(ANSWER));
});
afterAll(() => stage.close());
beforeEach(() => stage.app.pool.query("delete from events where kind like 'voice%'"));

const auto = (page: Page) => page.getByRole('button', { name: 'Auto-detect beta' });
const picker = (page: Page) => page.getByRole('combobox', { name: 'Microphone' });
const chosen = (page: Page) => picker(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label);

/** The question is heard once more. */
async function hearsAnother(page: Page): Promise<void> {
  const { visitorLines } = chatParts(page);
  await visitorLines.nth(await visitorLines.count()).waitFor();
}

/** Every microphone that the page has opened, in order: its name, and whether it is on. */
const tracksOf = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as Scope).tracks.map(({ label, readyState }) => [label, readyState] as const),
  );

/** Before the page loads: makes devices removable. */
async function withPlugs(page: Page): Promise<void> {
  await overhear(page);
  await page.addInitScript(() => {
    const scope = globalThis as unknown as Scope;
    scope.unplugged = [];
    const media = navigator.mediaDevices;
    const list = media.enumerateDevices.bind(media);
    const open = media.getUserMedia.bind(media);
    const plugged = async () => (await list()).filter(({ label }) => !scope.unplugged.includes(label));
    media.enumerateDevices = plugged;
    media.getUserMedia = async (asked) => {
      const { deviceId } = (asked?.audio ?? {}) as { deviceId?: { exact: string } };
      if (deviceId && !(await plugged()).some((device) => device.deviceId === deviceId.exact))
        throw new OverconstrainedError('deviceId');
      return open(asked);
    };
  });
}

/** Either as most browsers do, or like those that leave the track running. */
async function unplug(page: Page, label: string, endsTrack: boolean): Promise<void> {
  await page.evaluate(
    ([gone, ends]) => {
      const { tracks, unplugged } = globalThis as unknown as Scope;
      unplugged.push(gone);
      for (const track of ends ? tracks.filter((one) => one.label === gone) : []) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    },
    [label, endsTrack] as const,
  );
}

/**
 * Revokes the permission as in the address bar; the browser restores it when the session that set it closes. @returns a
 * function that closes it
 */
async function withdrawPermission(page: Page): Promise<() => Promise<void>> {
  const tab = await page.context().newCDPSession(page);
  const { targetInfo } = await tab.send('Target.getTargetInfo');
  const browser = await stage.browser.newBrowserCDPSession();
  const { browserContextId } = targetInfo;
  await browser.send('Browser.setPermission', {
    permission: { name: 'microphone' },
    setting: 'denied',
    origin: stage.app.url,
    ...(browserContextId && { browserContextId }),
  });
  return () => browser.detach();
}

it('hears through the microphone that is chosen while it listens, lets go of the other, and remembers it', async () => {
  const { page, problems, close } = await stage.visit('/chat', {}, overhear);
  await startConversation(page);
  await auto(page).click();
  await expect.poll(() => tracksOf(page)).toEqual([[SYSTEM, 'live']]);
  await expect.poll(() => picker(page).count()).toBe(1);
  expect(await picker(page).locator('option').allInnerTexts()).toEqual([SYSTEMS_CHOICE, FIRST, SECOND]);

  await picker(page).selectOption({ label: SECOND });
  const switched = [
    [SYSTEM, 'ended'],
    [SECOND, 'live'],
  ];
  await expect.poll(() => tracksOf(page)).toEqual(switched);
  await hearsAnother(page);
  expect(await tracksOf(page)).toEqual(switched);
  expect(await auto(page).getAttribute('aria-pressed')).toBe('true');

  // Twice in quick succession: the first request resolves when it is no longer wanted.
  await page.evaluate(
    (labels) => {
      const select = document.querySelector<HTMLSelectElement>('select[aria-label="Microphone"]');
      for (const label of labels) {
        const option = [...(select?.options ?? [])].find((one) => one.label === label);
        if (select && option) select.value = option.value;
        select?.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    [FIRST, SYSTEMS_CHOICE],
  );
  await expect
    .poll(() => tracksOf(page))
    .toEqual([
      [SYSTEM, 'ended'],
      [SECOND, 'ended'],
      [FIRST, 'ended'],
      [SYSTEM, 'live'],
    ]);
  await picker(page).selectOption({ label: SECOND });
  await expect.poll(async () => (await tracksOf(page)).at(-1)).toEqual([SECOND, 'live']);
  await expect.poll(async () => (await microphones(page)).on).toBe(1);

  await page.reload();
  await chatParts(page).field.waitFor();
  await auto(page).click();
  await expect.poll(() => tracksOf(page)).toEqual([[SECOND, 'live']]);
  await expect.poll(() => chosen(page)).toBe(SECOND);
  await hearsAnother(page);
  await page.getByRole('button', { name: 'Voice', exact: true }).click();
  await expect.poll(() => microphones(page)).toEqual({ opened: 1, on: 0 });
  expect(problems).toEqual([]);
  await close();
});

describe('a microphone that goes away while it listens', () => {
  it.each([
    ['as the browser tells it', true],
    ['of which the track tells nothing', false],
  ])('%s: says so, falls back to push-to-talk, and hears through the system’s choice next', async (_, endsTrack) => {
    const { page, close } = await stage.visit('/chat', {}, withPlugs);
    const { status } = await startConversation(page);
    await auto(page).click();
    await picker(page).selectOption({ label: SECOND });
    await expect.poll(async () => (await tracksOf(page)).at(-1)).toEqual([SECOND, 'live']);
    // The utterance in progress is lost with the microphone; nothing waits for the rest of it.
    await status.getByText('Detecting voice').waitFor();

    await unplug(page, SECOND, endsTrack);
    await page.getByText(MISSING).waitFor();
    expect(await auto(page).getAttribute('aria-pressed')).toBe('false');
    expect((await microphones(page)).on).toBe(0);
    await page.locator('header [data-presence="idle"]').waitFor();
    await expect.poll(() => voiceEvents(stage.app)).toContain('voice_microphone_failed ended');
    // There is nothing left to choose from.
    await expect.poll(() => picker(page).count()).toBe(0);

    // It is still the visitor's choice, but unavailable.
    await auto(page).click();
    await expect.poll(async () => (await tracksOf(page)).at(-1)).toEqual([SYSTEM, 'live']);
    if (endsTrack) await hearsAnother(page);
    await page.getByText(MISSING).waitFor({ state: 'detached' });
    await close();
  });

  it('another one that is pulled out does not matter', async () => {
    const { page, close } = await stage.visit('/chat', {}, withPlugs);
    await startConversation(page);
    await auto(page).click();
    await expect.poll(() => picker(page).count()).toBe(1);
    await unplug(page, FIRST, false);
    await expect.poll(() => picker(page).count()).toBe(0);
    expect(await tracksOf(page)).toEqual([[SYSTEM, 'live']]);
    expect(await auto(page).getAttribute('aria-pressed')).toBe('true');
    await close();
  });

  it('because the visitor takes the permission back in mid-talk: says how to give it again', async () => {
    const { page, close } = await stage.visit('/chat', { permissions: ['microphone'] }, overhear);
    const { status } = await startConversation(page);
    await auto(page).click();
    await status.getByText('Detecting voice').waitFor();
    const giveBack = await withdrawPermission(page);
    await page.getByText(DENIED).waitFor();
    expect(await auto(page).getAttribute('aria-pressed')).toBe('false');
    expect(await microphones(page)).toEqual({ opened: 1, on: 0 });
    await page.locator('header [data-presence="idle"]').waitFor();
    await expect.poll(() => voiceEvents(stage.app)).toContain('voice_microphone_failed withdrawn');
    await giveBack();
    await close();
  });
});
