import { beforeEach, vi } from 'vitest';

/** Formats dates and figures in the tests of a file for a reader in Britain, as the expectations do. */
export function readAsBritish(): void {
  beforeEach(() => {
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
  });
}
