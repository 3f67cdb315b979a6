import { describe, expect, it } from 'vitest';
import { acceptedTags, languageFor } from './languages.ts';

describe('the page’s language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'es-MX'], 'es'],
    [['fr'], 'en'],
    [[], 'en'],
    [['EN-us', 'de'], 'en'],
    // A tag that only begins like a language is another language.
    [['den', 'es'], 'es'],
  ] as const)('for %j is %s', (tags, language) => {
    expect(languageFor(tags)).toBe(language);
  });

  it('follows the weights of the header, and leaves out what is refused or not a tag', () => {
    expect(acceptedTags('en;q=0.5, de-DE, es;q=0.8, fr;q=0')).toEqual(['de-DE', 'es', 'en']);
    expect(acceptedTags('*, <script>, de;q=x')).toEqual([]);
    expect(acceptedTags('')).toEqual([]);
  });
});
