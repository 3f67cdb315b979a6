import type { LiveSettings } from '../features/settings/live-settings.ts';
import type { LiveTwin } from './live-twin.ts';

/** Keeps the twin's texts in line with the settings, from now on and after each change. */
export async function followSettings(settings: LiveSettings, live: LiveTwin): Promise<void> {
  const follow = async (): Promise<void> => {
    await live.keepFor(settings.keptFor());
    await live.sayHours(settings.get('hours'));
  };
  let isFirst = true;
  settings.onChange((changed) => {
    if (isFirst || changed.includes('retention') || changed.includes('hours')) void follow();
    isFirst = false;
  });
  await follow();
}
