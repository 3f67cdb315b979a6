import { setTimeout as wait } from 'node:timers/promises';
import { PROVIDERS } from '@understudy/contract/providers';
import type { Config } from '../config.ts';
import type { LiveSettings } from '../features/settings/index.ts';
import type { LiveTwin } from '../features/twin/index.ts';

/** How long a start waits for a first read of the database. */
const FIRST_READ_MS = 1_000;

/** Waits for a first read, but not for long: an unavailable database must not delay the start. */
export async function waitBriefly(read: Promise<unknown>): Promise<void> {
  await Promise.race([read.catch(() => undefined), wait(FIRST_READ_MS, null, { ref: false })]);
}

/** The environment variables that configure these language models, without repeats. */
export function chatVariablesOf({ chat }: Pick<Config, 'chat'>): string[] {
  return [...new Set(chat.map(({ provider }) => PROVIDERS[provider].keyVariable ?? 'LLM_BASE_URL'))];
}

/** Updates what the twin says about retention and hours, now and after each change of the settings. */
export async function followSettings(settings: LiveSettings, live: LiveTwin): Promise<void> {
  const follow = async (): Promise<void> => {
    await live.setRetention(settings.statedRetention());
    await live.setHours(settings.get('hours'));
  };
  let isFirst = true;
  settings.onChange((changed) => {
    if (isFirst || changed.includes('retention') || changed.includes('hours')) void follow();
    isFirst = false;
  });
  await follow();
}
