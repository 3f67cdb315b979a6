import type { SetupPreview } from '@understudy/contract/setup';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { createLiveReply, type LiveQuestion } from './live-reply.ts';

const question = (message: string): LiveQuestion => ({ answers: {} as never, message, isQuick: true });
const said = (reply: string): SetupPreview => ({ greeting: 'Hello.', reply, problem: null });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the live reply', () => {
  it('asks once, soon after the last key', async () => {
    const send = vi.fn(async ({ message }: LiveQuestion) => said(message));
    const live = createLiveReply(send);
    for (const typed of ['a', 'ab', 'abc']) {
      live.ask(question(typed));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30);
    expect(send).toHaveBeenCalledTimes(1);
    expect(live.store.get()).toMatchObject({ isBusy: false, shown: { reply: 'abc' } });
  });

  it('ends a slow call when a newer question comes, and shows nothing of it', async () => {
    const signals: AbortSignal[] = [];
    const send = vi.fn((asked: LiveQuestion, signal: AbortSignal) => {
      signals.push(signal);
      const slow = asked.message === 'slow' ? 5_000 : 10;
      return new Promise<SetupPreview>((done) => setTimeout(() => done(said(asked.message)), slow));
    });
    const live = createLiveReply(send);
    live.ask(question('slow'));
    await vi.advanceTimersByTimeAsync(100);
    live.ask(question('quick'));
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(90);
    expect(live.store.get().shown?.reply).toBe('quick');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.store.get().shown?.reply).toBe('quick');
  });

  it('stays far within the server’s 400 calls a minute when keys come slowly for long', async () => {
    const send = vi.fn(async () => said(''));
    const live = createLiveReply(send);
    for (let key = 0; key < 60_000 / 100; key++) {
      live.ask(question(String(key)));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(send.mock.calls.length).toBeGreaterThan(100);
    expect(send.mock.calls.length).toBeLessThan(300);
  });

  it('asks again when the server’s limit is over', async () => {
    const limited = new CallError('rate_limited', 'Too many.', { status: 429, retryAfterMs: 3_000 });
    const send = vi.fn().mockRejectedValueOnce(limited).mockResolvedValue(said('there'));
    const live = createLiveReply(send);
    live.ask(question('hello'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(live.store.get()).toMatchObject({ isBusy: true, failure: null });
    await vi.advanceTimersByTimeAsync(1_200);
    expect(live.store.get()).toMatchObject({ isBusy: false, shown: { reply: 'there' } });
  });
});
