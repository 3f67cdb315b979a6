import { vi } from 'vitest';

/** Formats figures and dates for a British reader, whatever the test machine's language. */
export function readAsBritish(): void {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
}
