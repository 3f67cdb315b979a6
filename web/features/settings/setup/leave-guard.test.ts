import { describe, expect, it, vi } from 'vitest';
import { createLeaveGuard } from './leave-guard.ts';

describe('leaving the wizard', () => {
  it('saves what is unsaved at that moment, and is free to go then', async () => {
    const guard = createLeaveGuard();
    let isUnsaved = false;
    const flush = vi.fn(async () => {
      isUnsaved = false;
      return true;
    });
    guard.watch({ isUnsaved: () => isUnsaved, flush });
    expect(await guard.settle()).toBe(true);
    expect(flush).not.toHaveBeenCalled();
    isUnsaved = true;
    expect(guard.isUnsaved()).toBe(true);
    expect(await guard.settle()).toBe(true);
    expect(guard.isUnsaved()).toBe(false);
  });

  it('is held by a part that cannot be saved, until that part has gone', async () => {
    const guard = createLeaveGuard();
    const end = guard.watch({ isUnsaved: () => true, flush: async () => false });
    expect(await guard.settle()).toBe(false);
    end();
    expect(await guard.settle()).toBe(true);
  });
});
