import type { Setup } from '@understudy/contract/setup';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { createSetupSaver } from './setup-saver.ts';

const setup = (version: number, name = ''): Setup =>
  ({ state: 'begun', version, step: 'you', answers: { name, title: '' }, changes: {}, problem: null }) as never;
const conflict = () => new CallError('conflict', 'Dana has changed the setup.', { status: 409 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the setup saver', () => {
  it('saves once after a pause in typing, and what was typed meanwhile afterwards', async () => {
    const sent: unknown[] = [];
    const change = vi.fn(async (_: string, __: string, body: unknown) => {
      sent.push((body as Setup).answers.name);
      if (sent.length === 1) saver.change({ name: 'Ann B' });
      return setup(sent.length, (body as Setup).answers.name);
    });
    const saver = createSetupSaver(setup(0), { get: vi.fn(), change: change as never });
    saver.change({ name: 'An' });
    saver.change({ name: 'Ann' });
    expect(saver.store.get().progress.is).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual(['Ann', 'Ann B']);
    expect(saver.store.get()).toMatchObject({ progress: { is: 'saved' }, answers: { name: 'Ann B' } });
  });

  it('keeps what could not be saved, and saves it when asked again', async () => {
    const change = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(setup(1, 'Ann'));
    const saver = createSetupSaver(setup(0), { get: vi.fn(), change });
    saver.change({ name: 'Ann' });
    expect(await saver.flush()).toBe(false);
    expect(saver.store.get()).toMatchObject({ progress: { is: 'failed' }, answers: { name: 'Ann' } });
    expect(await saver.flush()).toBe(true);
  });

  it('asks whose answers to keep when another owner was first, and saves nothing before', async () => {
    const change = vi.fn().mockRejectedValueOnce(conflict()).mockResolvedValue(setup(6, 'Mine'));
    const saver = createSetupSaver(setup(0), { get: vi.fn().mockResolvedValue(setup(5, 'Theirs')), change });
    saver.change({ name: 'Mine' });
    expect(await saver.flush()).toBe(false);
    expect(saver.store.get().progress).toMatchObject({ is: 'conflict', theirs: { version: 5 } });
    saver.change({ title: 'Adviser' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(change).toHaveBeenCalledTimes(1);
    saver.resolve('mine');
    await vi.advanceTimersByTimeAsync(0);
    expect(change.mock.lastCall?.[2]).toMatchObject({ version: 5, answers: { name: 'Mine', title: 'Adviser' } });
  });

  it('takes the other owner’s answers where one wishes', async () => {
    const change = vi.fn().mockRejectedValue(conflict());
    const saver = createSetupSaver(setup(0), { get: vi.fn().mockResolvedValue(setup(5, 'Theirs')), change });
    saver.change({ name: 'Mine' });
    await saver.flush();
    saver.resolve('theirs');
    expect(saver.store.get()).toMatchObject({ progress: { is: 'saved' }, answers: { name: 'Theirs' } });
  });
});
