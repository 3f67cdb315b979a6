import { vi } from 'vitest';

/** Figures and dates as a British reader sees them, whatever the language of the machine that tests. */
export function readAsBritish(): void {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
}
