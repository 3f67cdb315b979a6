import { vi } from 'vitest';

/** Lets numbers be written for a reader of British English, whatever the language of the machine that tests. */
export function readAsBritish(): void {
  const Own = Intl.NumberFormat;
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function british(_locales, options) {
    return new Own('en-GB', options);
  } as typeof Intl.NumberFormat);
}
