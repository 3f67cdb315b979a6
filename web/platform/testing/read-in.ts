import type { Language } from '@understudy/contract/languages';
import { onTestFinished } from 'vitest';
import { setLanguage } from '../language.ts';
import { catalog, loadTexts } from '../texts.ts';

/** Shows the page's texts in a language until the test is over. */
export async function readIn(language: Language): Promise<void> {
  onTestFinished(() => {
    setLanguage('en');
    catalog.activate('en');
  });
  setLanguage(language);
  if (language === 'en') return;
  await Promise.all((['front', 'pages', 'chat', 'owner', 'owner-pages', 'server'] as const).map(loadTexts));
}
