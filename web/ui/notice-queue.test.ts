import { LANDING_TOAST_LIMIT, LANDING_TOAST_REMOVE_DELAY_MS } from '@understudy/contract/constants';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNoticeQueue } from './notice-queue.ts';

const options = { limit: LANDING_TOAST_LIMIT, removeDelayMs: LANDING_TOAST_REMOVE_DELAY_MS };
const failed = { title: 'Signup failed', description: 'No answer.', tone: 'destructive' } as const;
const welcome = { title: 'Welcome to the waitlist!', description: 'We will write.', tone: 'plain' } as const;

describe('createNoticeQueue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shows one notice at a time, the newest', () => {
    const queue = createNoticeQueue(options);
    queue.show(failed);
    queue.show(welcome);
    expect(queue.notices.map((notice) => notice.title)).toEqual(['Welcome to the waitlist!']);
  });

  it('closes a dismissed notice at once and removes it 1,000,000 ms later', () => {
    const queue = createNoticeQueue(options);
    queue.show(failed);
    const id = queue.notices[0]?.id ?? 0;
    queue.dismiss(id);
    expect(queue.notices).toMatchObject([{ id, open: false }]);
    vi.advanceTimersByTime(999_999);
    expect(queue.notices).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(queue.notices).toHaveLength(0);
  });

  it('leaves a newer notice alone when an older one is due for removal', () => {
    const queue = createNoticeQueue(options);
    queue.show(failed);
    queue.dismiss(queue.notices[0]?.id ?? 0);
    queue.show(welcome);
    vi.advanceTimersByTime(LANDING_TOAST_REMOVE_DELAY_MS);
    expect(queue.notices).toMatchObject([{ title: 'Welcome to the waitlist!', open: true }]);
  });

  it('tells its listeners of every change until they leave', () => {
    const queue = createNoticeQueue(options);
    const listener = vi.fn();
    const leave = queue.subscribe(listener);
    queue.show(failed);
    queue.dismiss(queue.notices[0]?.id ?? 0);
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
    queue.show(welcome);
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
