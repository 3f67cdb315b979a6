import { beforeEach, vi } from 'vitest';

/** Has the tests of a file read as somebody in Britain does, whose dates and figures the expectations are written in. */
export function readAsBritish(): void {
  beforeEach(() => {
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
  });
}
